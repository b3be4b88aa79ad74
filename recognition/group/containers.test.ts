import { expect, test } from 'vitest'
import { openCatalogue } from '#catalogue'
import { loadShipped } from '#catalogue/shipped'
import { aTextLine } from '#testing/text-line.ts'
import { matchLines } from '../label/sighting.ts'
import { type PlacedLine, placeLines } from '../lines/layout.ts'
import { findContainers, isNamed } from './containers.ts'

const PHOTO = { width: 1_000, height: 1_000 }
/** Half of the shipped beers are less popular. */
const MEDIAN_POPULARITY = 14
const BEERS = [
  { id: 1, breweryId: 1, name: 'Kwispel', style: 'Munich Helles', abv: 5.2 },
  { id: 2, breweryId: 1, name: 'Kwispel Vossenbier', style: 'Dubbel', abv: 6.8 },
  { id: 3, breweryId: 1, name: 'Moorhen', style: 'Porter', abv: 5.4 },
  { id: 4, breweryId: 2, name: 'Zwartgans Harbour', style: 'Porter', abv: 5.4 },
  { id: 5, breweryId: null, name: 'Lantern Glow', style: 'Porter', abv: 5.4 },
  { id: 6, breweryId: null, name: 'Quartzjubel', style: 'Tripel', abv: 8.4 },
]
const catalogue = openCatalogue(
  {
    version: 1,
    breweries: [
      { id: 1, name: 'Brouwerij Kwispel', aliases: ['Kwispel'], country: 'Nowhere' },
      { id: 2, name: 'Zwartgans Brewing', aliases: ['Zwartgans'], country: 'Nowhere' },
    ],
    beers: BEERS.map((beer) => ({ ...beer, aliases: [], ibu: null, popularity: MEDIAN_POPULARITY })),
  },
  loadShipped(),
)

/** A level line with its top left corner at (left, top), in pixels. */
function aLine(text: string, left: number, top: number, height: number): PlacedLine {
  const [line] = placeLines([aTextLine(text, left / 10, top / 10, { height: height / 10 })], PHOTO)
  if (!line) throw new Error('a line was placed')
  return line
}

function namesOn(lines: readonly PlacedLine[]): (string | undefined)[] {
  const photoWords = { beer: 1, other: 0, food: 0 }
  const match = (some: readonly PlacedLine[]) => matchLines(catalogue, some, { shape: 'group', photoWords })
  return findContainers(lines, PHOTO, { match, breweryOf: (id) => catalogue.beer(id)?.breweryId ?? null })
    .filter(isNamed)
    .map(({ match }) => catalogue.beer(match.candidates[0]?.beerId ?? 0)?.name)
}

test('a brewery name alone can match its flagship beer', () => {
  expect(namesOn([aLine('KWISPEL', 100, 200, 40)])).toEqual(['Kwispel'])
})

test('a brewery name on the neck is not a separate beer above a body that names one', () => {
  const lines = [aLine('KWISPEL', 100, 200, 40), aLine('KWISPEL', 100, 330, 40), aLine('VOSSENBIER', 100, 380, 40)]
  expect(namesOn(lines)).toEqual(['Kwispel Vossenbier'])
})

test('two beers in one column remain two containers', () => {
  const lines = [aLine('MOORHEN', 100, 200, 40), aLine('KWISPEL VOSSENBIER', 100, 330, 40)]
  expect(namesOn(lines)).toEqual(['Moorhen', 'Kwispel Vossenbier'])
})

test('one beer twice in one column remains two containers', () => {
  const lines = [aLine('MOORHEN', 100, 200, 40), aLine('MOORHEN', 100, 330, 40)]
  expect(namesOn(lines)).toEqual(['Moorhen', 'Moorhen'])
})

test('a brewery name on another shelf is another container', () => {
  const lines = [aLine('KWISPEL', 100, 200, 40), aLine('KWISPEL', 100, 630, 40), aLine('VOSSENBIER', 100, 680, 40)]
  expect(namesOn(lines)).toEqual(['Kwispel', 'Kwispel Vossenbier'])
})

test('adjacent lines with beers of two breweries are two containers', () => {
  const lines = [
    aLine('KWISPEL', 100, 200, 40),
    aLine('VOSSENBIER', 100, 245, 40),
    aLine('ZWARTGANS', 100, 290, 40),
    aLine('HARBOUR', 100, 335, 40),
  ]
  expect(namesOn(lines)).toEqual(['Kwispel Vossenbier', 'Zwartgans Harbour'])
})

test('adjacent lines with two beers whose breweries are unknown are two containers', () => {
  const lines = [aLine('LANTERN GLOW', 100, 200, 40), aLine('QUARTZJUBEL', 100, 245, 40), aLine('TRIPEL', 100, 290, 40)]
  expect(namesOn(lines)).toEqual(['Lantern Glow', 'Quartzjubel'])
})

test('small print that names a beer is not a separate container', () => {
  const lines = [
    aLine('KWISPEL', 100, 200, 40),
    aLine('VOSSENBIER', 100, 245, 40),
    aLine('like ZWARTGANS HARBOUR', 100, 290, 12),
  ]
  expect(namesOn(lines)).toEqual(['Kwispel Vossenbier'])
})
