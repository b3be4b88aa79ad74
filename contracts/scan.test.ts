import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spec } from '#testing/spec.ts'
import { BEER_STATUSES, Beer, DRINK_KINDS } from './beer.ts'
import { isMenuScan, outcomeOf, parseMenuData, RECOGNITION_OUTCOMES, Scene, type SightedBeer } from './scan.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 30 })
const tenths = fc.integer({ min: 0, max: 1_000 }).map((n) => n / 10)
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values)
const id = fc.integer({ min: 1, max: 2 ** 31 - 1 })

const sighted: fc.Arbitrary<SightedBeer> = fc.record({
  outcome: fc.constantFrom(...RECOGNITION_OUTCOMES),
  box: maybe(fc.record({ x: tenths, y: tenths, width: tenths, height: tenths })),
  id,
  name: text,
  brewery: maybe(text),
  breweryId: maybe(id),
  style: maybe(text),
  styleFamily: maybe(text),
  abv: maybe(tenths),
  ibu: maybe(fc.nat({ max: 200 })),
  rating: tenths,
  ratingOrigin: maybe(text),
  ratingCount: maybe(fc.nat()),
  ratingRange: maybe(fc.record({ low: fc.nat({ max: 100 }), high: fc.nat({ max: 100 }) })),
  description: maybe(text),
  styleDescription: maybe(text),
  imageUrl: maybe(text),
  listed: fc.boolean(),
  place: maybe(text),
  country: maybe(text),
  srm: maybe(tenths),
  typicalIbu: maybe(fc.nat({ max: 120 })),
  standing: maybe(
    fc.record({ topPercent: fc.integer({ min: 1, max: 100 }), beers: fc.integer({ min: 1, max: 9_999 }) }),
  ),
  breweryPlace: maybe(text),
  isStoreBrand: fc.boolean(),
  kind: fc.constantFrom(...DRINK_KINDS),
  status: fc.constantFrom(...BEER_STATUSES),
  provisional: maybe(fc.record({ source: text, licence: maybe(text) })),
  confidence: maybe(tenths),
  position: maybe(fc.record({ x: tenths, y: tenths })),
  count: fc.integer({ min: 1, max: 99 }),
  price: maybe(text),
  size: maybe(text),
  section: maybe(text),
  readText: fc.array(text, { maxLength: 3 }),
})

describe('menuData', () => {
  it('is read back as it was written', spec('3.3.3'), () => {
    fc.assert(
      fc.property(fc.array(sighted, { maxLength: 4 }), (beers) => {
        expect(parseMenuData(JSON.stringify(beers))).toEqual(beers)
      }),
    )
  })

  it('is an empty list for any other text', spec('3.3.4'), () => {
    expect(parseMenuData(null)).toEqual([])
    expect(parseMenuData('')).toEqual([])
    fc.assert(
      fc.property(fc.string(), (noise) => {
        expect(parseMenuData(noise)).toEqual([])
      }),
    )
    fc.assert(
      fc.property(fc.json(), (json) => {
        fc.pre(JSON.stringify(JSON.parse(json)) !== '[]')
        expect(parseMenuData(json)).toEqual([])
      }),
    )
  })
})

describe('the outcome', () => {
  it('is sure for a listed beer, ask below the confidence that names one beer alone, and new for an unlisted beer', () => {
    expect(outcomeOf({ listed: true, confidence: 60 })).toBe('sure')
    expect(outcomeOf({ listed: true, confidence: 59.9 })).toBe('ask')
    expect(outcomeOf({ listed: false, confidence: 90 })).toBe('new')
  })

  it('is sure for a beer that the user saved, confirmed or corrected', () => {
    for (const listed of [true, false]) expect(outcomeOf({ listed, confidence: null })).toBe('sure')
    expect(outcomeOf({ outcome: 'ask', listed: true, confidence: null })).toBe('sure')
  })

  it('is the stored one if there is one', () => {
    expect(outcomeOf({ outcome: 'ask', listed: true, confidence: 90 })).toBe('ask')
  })
})

describe('isMenu', () => {
  it("is true for the string 'true' and the boolean alone", spec('3.3.7', '3.3.8'), () => {
    expect(isMenuScan({ isMenu: true })).toBe(true)
    expect(isMenuScan({ isMenu: 'true' })).toBe(true)
    expect(isMenuScan({ isMenu: false })).toBe(false)
    fc.assert(
      fc.property(fc.string(), (word) => {
        expect(isMenuScan({ isMenu: word })).toBe(word === 'true')
      }),
    )
  })
})

describe('a rating', () => {
  it('is a number from 0 to 100 and no other', spec('3.1.6', '9.1.1'), () => {
    const { rating } = Beer.shape
    expect([0, 100, 99.9].map((value) => rating.safeParse(value).success)).toEqual([true, true, true])
    expect([-0.1, 100.1, '80', null].map((value) => rating.safeParse(value).success)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})

describe('a scene', () => {
  it('is one of four, with a confidence from 0 to 1', spec('3.7.1', '3.7.3'), () => {
    const scene = { confidence: 0.5, beerCount: 1, textContent: false }
    const isScene = (given: object) => Scene.safeParse({ ...scene, ...given }).success
    for (const context of ['single_beer', 'multiple_beers', 'fridge', 'menu']) {
      expect(isScene({ context, confidence: 0 }), context).toBe(true)
      expect(isScene({ context, confidence: 1 }), context).toBe(true)
    }
    expect(isScene({ context: 'none' })).toBe(false)
    expect(isScene({ context: 'menu', confidence: 1.1 })).toBe(false)
    expect(isScene({ context: 'menu', confidence: -0.1 })).toBe(false)
    expect(isScene({ context: 'menu', beerCount: -1 })).toBe(false)
  })
})
