import { expect, test } from 'vitest'
import { openCatalogue } from '#catalogue'
import { loadShipped } from '#catalogue/shipped'
import { printedOn } from './sighting.ts'

const catalogue = openCatalogue({ version: 1, breweries: [], beers: [] }, loadShipped())
const styleOn = (...texts: string[]) =>
  printedOn(
    catalogue,
    texts.map((text) => ({ line: { text, confidence: 1 }, height: 1 })),
  ).style

test('a label prints the style of its beer, not that of its small print', () => {
  expect(styleOn('Moorhen', 'Dunkel')).toBe(styleOn('Dunkel'))
  expect(styleOn('Dunkel')).toMatch(/dunkel/i)
  expect(styleOn('Moorhen', 'Kühl und dunkel lagern')).toBeNull()
  expect(styleOn('Moorhen', 'Bitte hell lagern')).toBeNull()
  expect(styleOn('Moorhen Stout', 'Bitte dunkel lagern', 'Zutaten: Wasser, Weizenmalz, Hopfen')).toBe(styleOn('Stout'))
})

test('of the percentages on a label, the one with a word for alcohol is its ABV', () => {
  const abvOn = (...texts: string[]) =>
    printedOn(
      catalogue,
      texts.map((text) => ({ line: { text, confidence: 1 }, height: 1 })),
    ).abv
  expect(abvOn('Moorhen', '0% fat', 'alc. 5% vol')).toBe(5)
  expect(abvOn('Moorhen', '10% wheat', '5.2% ABV', '35 IBU')).toBe(5.2)
  expect(abvOn('Moorhen 12', '% of the proceeds')).toBeNull()
})
