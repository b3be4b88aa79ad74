import { expect, test } from 'vitest'
import { createCatalogue } from '#catalogue'
import { loadShipped } from '#catalogue/shipped'
import { withFullestName } from './fullest-name.ts'
import { matchLines } from './sighting.ts'

const NAMES = ['Kwispel', 'Kwispel Smooth']
const catalogue = createCatalogue(
  {
    version: 1,
    breweries: [{ id: 1, name: 'Brouwerij Kwispel', aliases: ['Kwispel'], country: 'Nowhere' }],
    beers: NAMES.map((name, index) => ({
      ...{ id: index + 1, breweryId: 1, name, aliases: [] },
      ...{ style: 'Dubbel', abv: 6.8, ibu: null, popularity: 0 },
    })),
  },
  loadShipped(),
)

function toldBy(...texts: string[]): string | undefined {
  const lines = texts.map((text) => ({ line: { text, confidence: 0.97 }, height: 40 }))
  const match = matchLines(catalogue, lines, { shape: 'group', around: { beer: 1, other: 0, food: 0 } })
  const { candidates, confidence } = withFullestName(catalogue, match)
  expect(confidence).toBe(match.confidence)
  return catalogue.beer(candidates[0]?.beerId ?? 0)?.name
}

test('a name on two lines is meant where both stand there', () => {
  expect(toldBy('KWISPEL', 'SMOOTH')).toBe('Kwispel Smooth')
})

test('a name on one line stays, beside words that are no name', () => {
  expect(toldBy('KWISPEL', 'PREMIUM')).toBe('Kwispel')
})
