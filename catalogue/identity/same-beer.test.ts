import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadShipped } from '../shipped/shipped.ts'
import type { DescribedBeer } from './prepared-beer.ts'
import { beerComparison, SAME_BEER } from './same-beer.ts'

const shipped = loadShipped()
const { prepare, similarity } = beerComparison(shipped)
const areSame = (a: DescribedBeer, b: DescribedBeer) => similarity(prepare(a), prepare(b)) >= SAME_BEER

const alder = { name: 'Alder Brewing Company', country: 'Ireland' }
const beer = (name: string, more: Partial<DescribedBeer> = {}): DescribedBeer => ({ name, brewery: alder, ...more })

const breweries = new Map(shipped.breweries.map((brewery) => [brewery.key, brewery]))
const someBeer = fc.constantFrom(...shipped.beers).map(
  ({ name, style, abv, breweryKey }): DescribedBeer => ({
    name,
    style,
    abv,
    brewery: breweries.get(breweryKey) ?? null,
  }),
)

describe('two descriptions are the same beer', () => {
  it.each<[string, DescribedBeer, DescribedBeer]>([
    ['with and without the brewery in the name', beer('Alder Lantern'), beer('Lantern')],
    ['with other case, accents and punctuation', beer('Kwispèl-Tripel!'), beer('KWISPEL TRIPEL')],
    ['with a typo in a long word', beer('Harbour Lantern'), beer('Harbour Lantren')],
    ['written as one word or two', beer('Infra Red Rising'), beer('Infrared Rising')],
    ['if one name contains the style of the other', beer('Lantern Stout'), beer('Lantern', { style: 'Stout' })],
    ['with a quantity in the name', beer('Lantern 6 x 33cl'), beer('Lantern')],
    ['with an explanation in brackets', beer('Lantern (Fanal)'), beer('Lantern')],
    ['with a year of foundation', beer('Lantern Est. 1842'), beer('Lantern Est')],
    ['with a year of foundation after a dash', beer('Lantern – Anno: 1516'), beer('Lantern Anno')],
    ['in another language', beer('Lantern Blonde'), beer('Lantern Bionda')],
    [
      'with another legal form of the brewery',
      beer('Lantern'),
      beer('Lantern', { brewery: { name: 'Alder Brewery Ltd' } }),
    ],
    ['with a rounded ABV', beer('Lantern', { abv: 5.2 }), beer('Lantern', { abv: 5 })],
    ['if only one source has the brewery', beer('Alder Lantern'), beer('Alder Lantern', { brewery: null })],
  ])('%s', (_, a, b) => {
    expect(areSame(a, b)).toBe(true)
  })
})

describe('two descriptions are different beers', () => {
  it.each<[string, DescribedBeer, DescribedBeer]>([
    ...['0.0', 'Light', 'Dunkel', 'Double', 'Barrel Aged', '12', 'Raspberry', 'Imperial', '2019', 'Alkoholfrei'].map(
      (variant): [string, DescribedBeer, DescribedBeer] => [
        `with '${variant}'`,
        beer('Lantern'),
        beer(`Lantern ${variant}`),
      ],
    ),
    ['with a number that is no year after a word for foundation', beer('Lantern Est'), beer('Lantern Est 100')],
    ['with a number after a compass point', beer('Lantern Nord-Est'), beer('Lantern Nord-Est 100')],
    ['with a year after a compass point', beer('Lantern Nord-Est'), beer('Lantern Nord-Est 1842')],
    ['with two numbers', beer('Lantern 8'), beer('Lantern 10')],
    ['of two vintages', beer('Lantern 2019'), beer('Lantern 2020')],
    ['with two styles in their names', beer('Lantern Stout'), beer('Lantern Saison')],
    ['if only one is alcohol-free', beer('Lantern', { abv: 5 }), beer('Lantern', { abv: 0.3 })],
    ['of two breweries', beer('Pale Ale'), beer('Pale Ale', { brewery: { name: 'Finch Brewing Company' } })],
    [
      'of breweries that share a word',
      beer('Pale Ale', { brewery: { name: 'Red Lion' } }),
      beer('Pale Ale', { brewery: { name: 'White Lion' } }),
    ],
    [
      'of breweries with the same name in two countries',
      beer('Lantern'),
      beer('Lantern', { brewery: { ...alder, country: 'Canada' } }),
    ],
    ['with another word', beer('Harbour Lantern'), beer('Harbour Beacon')],
    ['with one other letter of Japanese', beer('ハーバー アンバーエール'), beer('ハーバー アンバイエール')],
    ['with a colour in one letter', beer('ザ・ハーバーランタン'), beer('ザ・ハーバー・ランタン〈黒〉')],
    ['if a beer without a brewery has only a style as name', beer('Pale Ale', { brewery: null }), beer('Pale Ale')],
  ])('%s', (_, a, b) => {
    expect(areSame(a, b)).toBe(false)
  })
})

describe('similarity', () => {
  it('is about 1 for the same beer, also in other case', () => {
    fc.assert(
      fc.property(someBeer, (described) => {
        const shouted = { ...described, name: described.name.toUpperCase() }
        expect(similarity(prepare(described), prepare(described))).toBeGreaterThan(0.99)
        expect(similarity(prepare(described), prepare(shouted))).toBeGreaterThan(0.9)
      }),
    )
  })

  it('is symmetric', () => {
    fc.assert(
      fc.property(someBeer, someBeer, (a, b) => {
        expect(similarity(prepare(a), prepare(b))).toBeCloseTo(similarity(prepare(b), prepare(a)), 10)
      }),
    )
  })

  it('is below the threshold if only one name has a number', () => {
    fc.assert(
      fc.property(someBeer, fc.integer({ min: 100, max: 999 }), (described, number) => {
        expect(areSame(described, { ...described, name: `${described.name} ${number}` })).toBe(false)
      }),
    )
  })

  it('is 0 for breweries of different countries', () => {
    fc.assert(
      fc.property(someBeer, (described) => {
        const abroad = { ...described, brewery: { name: described.brewery?.name ?? '', country: 'Atlantis' } }
        expect(similarity(prepare(described), prepare(abroad))).toBe(0)
      }),
    )
  })
})
