import { expect, test } from 'vitest'
import { createCatalogue } from '#catalogue'
import { loadShipped } from '#catalogue/shipped'
import { containersOn, isNamed } from './containers.ts'
import type { PlacedLine } from './layout.ts'
import { matchLines } from './sighting.ts'

const PHOTO = { width: 1_000, height: 1_000 }
const BEERS = [
  { id: 1, breweryId: 1, name: 'Kwispel', style: 'Munich Helles', abv: 5.2 },
  { id: 2, breweryId: 1, name: 'Kwispel Vossenbier', style: 'Dubbel', abv: 6.8 },
  { id: 3, breweryId: 1, name: 'Moorhen', style: 'Porter', abv: 5.4 },
  { id: 4, breweryId: 2, name: 'Zwartgans Harbour', style: 'Porter', abv: 5.4 },
]
const catalogue = createCatalogue(
  {
    version: 1,
    breweries: [
      { id: 1, name: 'Brouwerij Kwispel', aliases: ['Kwispel'], country: 'Nowhere' },
      { id: 2, name: 'Zwartgans Brewing', aliases: ['Zwartgans'], country: 'Nowhere' },
    ],
    beers: BEERS.map((beer) => ({ ...beer, aliases: [], ibu: null, popularity: 0 })),
  },
  loadShipped(),
)

/** A level line, pixels. */
function aLine(text: string, left: number, top: number, height: number): PlacedLine {
  const width = text.length * height * 0.55
  const [right, bottom] = [left + width, top + height]
  const corners = [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ] as const
  const line = { text, confidence: 0.97, corners, turned: 0 }
  return { line, left, right, top, bottom, x: (left + right) / 2, y: (top + bottom) / 2, width, height, slant: 0 }
}

function namesOn(lines: readonly PlacedLine[]): (string | undefined)[] {
  const around = { beer: 1, other: 0, food: 0 }
  const match = (some: readonly PlacedLine[]) => matchLines(catalogue, some, { shape: 'group', around })
  return containersOn(lines, PHOTO, { match, breweryOf: (id) => catalogue.beer(id)?.breweryId ?? null })
    .filter(isNamed)
    .map(({ match }) => catalogue.beer(match.candidates[0]?.beerId ?? 0)?.name)
}

test('the brewery alone may be its first beer', () => {
  expect(namesOn([aLine('KWISPEL', 100, 200, 40)])).toEqual(['Kwispel'])
})

test('the brewery on the neck is no beer of its own above a body that names another one', () => {
  const lines = [aLine('KWISPEL', 100, 200, 40), aLine('KWISPEL', 100, 330, 40), aLine('VOSSENBIER', 100, 380, 40)]
  expect(namesOn(lines)).toEqual(['Kwispel Vossenbier'])
})

test('two beers one above the other stay two', () => {
  const lines = [aLine('MOORHEN', 100, 200, 40), aLine('KWISPEL VOSSENBIER', 100, 330, 40)]
  expect(namesOn(lines)).toEqual(['Moorhen', 'Kwispel Vossenbier'])
})

test('one beer twice, one above the other, stays two views', () => {
  const lines = [aLine('MOORHEN', 100, 200, 40), aLine('MOORHEN', 100, 330, 40)]
  expect(namesOn(lines)).toEqual(['Moorhen', 'Moorhen'])
})

test('the same words on another shelf are another container', () => {
  const lines = [aLine('KWISPEL', 100, 200, 40), aLine('KWISPEL', 100, 630, 40), aLine('VOSSENBIER', 100, 680, 40)]
  expect(namesOn(lines)).toEqual(['Kwispel', 'Kwispel Vossenbier'])
})

test('names of two breweries on lines that touch are two containers', () => {
  const lines = [
    aLine('KWISPEL', 100, 200, 40),
    aLine('VOSSENBIER', 100, 245, 40),
    aLine('ZWARTGANS', 100, 290, 40),
    aLine('HARBOUR', 100, 335, 40),
  ]
  expect(namesOn(lines)).toEqual(['Kwispel Vossenbier', 'Zwartgans Harbour'])
})

test('small print that names a beer is no container of its own', () => {
  const lines = [
    aLine('KWISPEL', 100, 200, 40),
    aLine('VOSSENBIER', 100, 245, 40),
    aLine('like ZWARTGANS HARBOUR', 100, 290, 12),
  ]
  expect(namesOn(lines)).toEqual(['Kwispel Vossenbier'])
})
