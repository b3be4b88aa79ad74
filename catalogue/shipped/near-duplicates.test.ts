import { expect, it } from 'vitest'
import { nearDuplicates } from './near-duplicates.ts'

const described = (...texts: [name: string, text: string][]) =>
  nearDuplicates(texts.map(([name, text]) => ({ where: name, names: [name, 'Mill Lane Brewery'], text })))

it('finds texts that differ in names and numbers only', () => {
  expect(
    described(
      ['Dawn', 'Dawn is brewed at Mill Lane with 3 malts, and lagered for long in cold cellars.'],
      ['Noon', 'Open fermentation in slate squares gives it a creamy head.'],
      ['Dusk', 'Dusk is brewed at Mill Lane with 4 malts, and lagered for long in cold cellars.'],
    ),
  ).toEqual([{ where: 'Dusk', repeats: 'Dawn' }])
})

it('finds texts with a word exchanged', () => {
  expect(
    described(
      ['Dawn', 'Aged in oak for eighteen months before it is blended with young beer.'],
      ['Dusk', 'Aged in oak for eighteen weeks before it is blended with young beer.'],
    ),
  ).toHaveLength(1)
})

it('accepts texts that share a phrase', () => {
  expect(
    described(
      ['Dawn', 'Aged in oak for a year, then blended; cherries follow in spring.'],
      ['Dusk', 'Smoked malt from the own kiln, aged in oak for a year.'],
    ),
  ).toEqual([])
})
