import { expect, test } from 'vitest'
import { openCatalogue } from '#catalogue'
import { loadShipped } from '#catalogue/shipped'
import { matchLines } from '../label/sighting.ts'
import { preferLongerName } from './container-matcher.ts'

const NAMES = ['Kwispel', 'Kwispel Smooth']
const catalogue = openCatalogue(
  {
    version: 1,
    breweries: [{ id: 1, name: 'Brouwerij Kwispel', aliases: ['Kwispel'], country: 'Nowhere' }],
    beers: NAMES.map((name, index) => ({
      id: index + 1,
      breweryId: 1,
      name,
      aliases: [],
      style: 'Dubbel',
      abv: 6.8,
      ibu: null,
      popularity: 0,
    })),
  },
  loadShipped(),
)

function nameOn(...texts: string[]): string | undefined {
  const lines = texts.map((text) => ({ line: { text, confidence: 0.97 }, height: 40 }))
  const match = matchLines(catalogue, lines, {
    shape: 'group',
    photoWords: { beer: 1, other: 0, food: 0 },
  })
  const { candidates, confidence } = preferLongerName(catalogue, match)
  expect(confidence).toBe(match.confidence)
  return catalogue.beer(candidates[0]?.beerId ?? 0)?.name
}

test('chooses a name split over two lines if both are printed', () => {
  expect(nameOn('KWISPEL', 'SMOOTH')).toBe('Kwispel Smooth')
})

test('keeps a name on one line next to other words', () => {
  expect(nameOn('KWISPEL', 'PREMIUM')).toBe('Kwispel')
})
