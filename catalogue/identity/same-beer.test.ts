import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadShipped } from '../shipped/shipped.ts'
import { beerComparison, type DescribedBeer, SAME_BEER } from './same-beer.ts'

const shipped = loadShipped()
const { prepare: read, similarity: sameness } = beerComparison(shipped)
const areOne = (one: DescribedBeer, other: DescribedBeer) => sameness(read(one), read(other)) >= SAME_BEER

const alder = { name: 'Alder Brewing Company', country: 'Ireland' }
const beer = (name: string, more: Partial<DescribedBeer> = {}): DescribedBeer => ({ name, brewery: alder, ...more })

const houses = new Map(shipped.breweries.map((brewery) => [brewery.key, brewery]))
const someBeer = fc.constantFrom(...shipped.beers).map(
  ({ name, style, abv, breweryKey }): DescribedBeer => ({
    name,
    style,
    abv,
    brewery: houses.get(breweryKey) ?? null,
  }),
)

describe('two descriptions are one beer', () => {
  it.each<[string, DescribedBeer, DescribedBeer]>([
    ['with and without the brewery in the name', beer('Alder Lantern'), beer('Lantern')],
    ['whatever case, accents and punctuation', beer('Kwispèl-Tripel!'), beer('KWISPEL TRIPEL')],
    ['with a slip in a long word', beer('Harbour Lantern'), beer('Harbour Lantren')],
    ['written as one word or two', beer('Infra Red Rising'), beer('Infrared Rising')],
    ['when one name has what the style of the other says', beer('Lantern Stout'), beer('Lantern', { style: 'Stout' })],
    ['with an amount in the name', beer('Lantern 6 x 33cl'), beer('Lantern')],
    ['with an explanation in brackets', beer('Lantern (Fanal)'), beer('Lantern')],
    ['in another language', beer('Lantern Blonde'), beer('Lantern Bionda')],
    [
      'whatever legal form the brewery has',
      beer('Lantern'),
      beer('Lantern', { brewery: { name: 'Alder Brewery Ltd' } }),
    ],
    ['with a strength that was rounded', beer('Lantern', { abv: 5.2 }), beer('Lantern', { abv: 5 })],
    ['when the brewery is known to one source only', beer('Alder Lantern'), beer('Alder Lantern', { brewery: null })],
  ])('%s', (_, one, other) => {
    expect(areOne(one, other)).toBe(true)
  })
})

describe('two descriptions are two beers', () => {
  it.each<[string, DescribedBeer, DescribedBeer]>([
    ...['0.0', 'Light', 'Dunkel', 'Double', 'Barrel Aged', '12', 'Raspberry', 'Imperial', '2019', 'Alkoholfrei'].map(
      (variant): [string, DescribedBeer, DescribedBeer] => [
        `with '${variant}'`,
        beer('Lantern'),
        beer(`Lantern ${variant}`),
      ],
    ),
    ['with two numbers', beer('Lantern 8'), beer('Lantern 10')],
    ['of two vintages', beer('Lantern 2019'), beer('Lantern 2020')],
    ['with two styles in their names', beer('Lantern Stout'), beer('Lantern Saison')],
    ['one with alcohol, one without', beer('Lantern', { abv: 5 }), beer('Lantern', { abv: 0.3 })],
    ['of two breweries', beer('Pale Ale'), beer('Pale Ale', { brewery: { name: 'Finch Brewing Company' } })],
    [
      'of breweries that share a word',
      beer('Pale Ale', { brewery: { name: 'Red Lion' } }),
      beer('Pale Ale', { brewery: { name: 'White Lion' } }),
    ],
    [
      'of breweries of one name in two countries',
      beer('Lantern'),
      beer('Lantern', { brewery: { ...alder, country: 'Canada' } }),
    ],
    ['with another word', beer('Harbour Lantern'), beer('Harbour Beacon')],
    ['of no brewery, named by a style alone', beer('Pale Ale', { brewery: null }), beer('Pale Ale')],
  ])('%s', (_, one, other) => {
    expect(areOne(one, other)).toBe(false)
  })
})

describe('sameness', () => {
  it('is whole between a beer and itself, however it is written', () => {
    fc.assert(
      fc.property(someBeer, (one) => {
        const shouted = { ...one, name: one.name.toUpperCase() }
        expect(sameness(read(one), read(one))).toBeGreaterThan(0.99)
        expect(sameness(read(one), read(shouted))).toBeGreaterThan(0.9)
      }),
    )
  })

  it('does not depend on which comes first', () => {
    fc.assert(
      fc.property(someBeer, someBeer, (one, other) => {
        expect(sameness(read(one), read(other))).toBeCloseTo(sameness(read(other), read(one)), 10)
      }),
    )
  })

  it('is gone as soon as one side has a number of its own', () => {
    fc.assert(
      fc.property(someBeer, fc.integer({ min: 100, max: 999 }), (one, number) => {
        expect(areOne(one, { ...one, name: `${one.name} ${number}` })).toBe(false)
      }),
    )
  })

  it('never joins breweries of different countries', () => {
    fc.assert(
      fc.property(someBeer, (one) => {
        const abroad = { ...one, brewery: { name: one.brewery?.name ?? '', country: 'Atlantis' } }
        expect(sameness(read(one), read(abroad))).toBe(0)
      }),
    )
  })
})
