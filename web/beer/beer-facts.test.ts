import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spec } from '#testing/spec.ts'
import { aBeer, aFavorite } from '#web/testing/builders.ts'
import {
  abvText,
  compareRatings,
  ibuText,
  inStyleText,
  jointMark,
  markedRating,
  ratingBasis,
  subtitleOf,
} from './beer-facts.ts'
import { averageRating } from './favorite-list.ts'
import { srmColor, UNKNOWN_SRM_COLOR } from './srm.ts'

describe('the facts of a beer', () => {
  it("are 'N/A' when they are not known", spec('3.1.3'), () => {
    expect(abvText(null)).toBe('N/A')
    expect(ibuText(null)).toBe('N/A')
    expect(abvText(5)).toBe('5.0%')
    expect(subtitleOf({ brewery: null, breweryPlace: null, style: null })).toBe('Brewery unknown')
  })

  it('keep their order beside a brewery whose name is written from right to left', () => {
    const beer = { brewery: 'מבשלת אלכסנדר', breweryPlace: null, style: 'Saison' }
    expect(subtitleOf(beer)).toBe('\u2068מבשלת אלכסנדר\u2069 · Saison')
    expect(subtitleOf({ ...beer, breweryPlace: 'Israel' })).toBe('\u2068מבשלת אלכסנדר\u2069 (Israel) · Saison')
    expect(subtitleOf({ ...beer, brewery: 'Brasserie Dupont' })).toBe('Brasserie Dupont · Saison')
  })

  it.each([
    [{ ratingOrigin: 'community', ratingCount: 214 }, 'based on 214 ratings'],
    [{ ratingOrigin: 'community', ratingCount: 1 }, 'based on 1 rating'],
    [{ ratingOrigin: 'community', ratingCount: null }, 'based on ratings here and elsewhere'],
    [{ ratingOrigin: 'imported', ratingCount: 12_345 }, 'based on 12,345 ratings'],
    [{ ratingOrigin: 'imported', ratingCount: null }, 'based on imported ratings'],
    [{ ratingOrigin: 'style' }, 'typical of Saisons'],
    [{ ratingOrigin: 'expected', ratingRange: { low: 73, high: 83 }, ratingCount: 0 }, 'expected 73-83'],
    [
      { ratingOrigin: 'expected', ratingRange: { low: 74, high: 82 }, ratingCount: 3 },
      'expected 74-82: mostly an estimate, 3 ratings',
    ],
    [{ ratingOrigin: 'expected', ratingCount: 1 }, 'mostly an estimate, 1 rating'],
    [{ ratingOrigin: 'style', ratingCount: 2 }, 'mostly an estimate, 2 ratings'],
    [{ ratingOrigin: 'style', style: null }, 'rough estimate'],
    [{ ratingOrigin: 'ai' }, 'AI estimate'],
    [{ rating: 0 }, 'rating on its way'],
  ])('describe the basis of a rating: %o is %s', (given, basis) => {
    expect(ratingBasis(aBeer(given))).toBe(basis)
  })
})

describe('the mark of several ratings', () => {
  const [rated, expected, typical] = ['community', 'expected', 'style'].map((ratingOrigin) => aBeer({ ratingOrigin }))
  const pending = aBeer({ rating: 0, ratingOrigin: null })
  it.each([
    [[], null],
    [[rated, pending], null],
    [[expected, typical, pending], 'expected'],
    [[rated, expected], 'partly expected'],
  ])('says how far people have decided them', (beers, mark) => {
    expect(jointMark(beers.flatMap((beer) => beer ?? []))).toBe(mark)
  })
})

describe('the percentile within a style', () => {
  it.each([
    ['Bitter', 'top 12% of Bitters here'],
    ['American IPA', 'top 12% of American IPAs here'],
    ['Kölsch', 'top 12% of Kölsch here'],
    ['Helles', 'top 12% of Helles here'],
    ['Rye', 'top 12% of Ryes here'],
  ])('of a %s reads %s', (style, expected) => {
    expect(inStyleText(aBeer({ style, standing: { topPercent: 12, beers: 40 } }))).toBe(expected)
  })

  it.each([
    ['community', 50, 'top 50% of Bitters here'],
    ['community', 51, null],
    ['expected', 67, null],
  ])('is shown only where it is praise: %s, top %i%%', (ratingOrigin, topPercent, expected) => {
    expect(inStyleText(aBeer({ style: 'Bitter', ratingOrigin, standing: { topPercent, beers: 15 } }))).toBe(expected)
  })

  it('is left out when unknown', () => {
    expect(inStyleText(aBeer({ standing: null }))).toBeNull()
  })
})

it('distinguishes breweries with the same name by their place', () => {
  const brewery = { brewery: 'Löwenbräu', style: null }
  expect(subtitleOf({ ...brewery, breweryPlace: 'Zürich, Switzerland' })).toBe('Löwenbräu (Zürich, Switzerland)')
  expect(subtitleOf({ ...brewery, breweryPlace: null })).toBe('Löwenbräu')
})

describe('the average rating', () => {
  it("is '0.0' when there is none", () => {
    expect(averageRating([])).toBe('0.0')
    expect(averageRating([aFavorite({ beer: aBeer({ rating: 0 }) })])).toBe('0.0')
  })

  it('ignores pending ratings', () => {
    const rated = [90, 81.5, 0].map((rating) => aFavorite({ beer: aBeer({ rating }) }))
    expect(averageRating(rated)).toBe('85.8')
  })
})

describe('the colour of a beer', () => {
  it('is a colour for every number, and never gets lighter as the beer gets darker', () => {
    const light = (hex: string) => [1, 3, 5].reduce((sum, at) => sum + Number.parseInt(hex.slice(at, at + 2), 16), 0)
    const srm = fc.double({ min: 0, max: 60, noNaN: true })
    fc.assert(
      fc.property(srm, srm, (a, b) => {
        expect(srmColor(a)).toMatch(/^#[0-9a-f]{6}$/)
        expect(light(srmColor(Math.min(a, b)))).toBeGreaterThanOrEqual(light(srmColor(Math.max(a, b))) - 2)
      }),
    )
  })

  it('is amber when unknown', () => {
    expect(srmColor(null)).toBe(UNKNOWN_SRM_COLOR)
  })
})

it.each([
  [{ rating: 78.2, ratingOrigin: 'expected', ratingRange: { low: 73, high: 83 } }, '78, expected 73-83'],
  [
    { rating: 73, ratingOrigin: 'style', ratingRange: { low: 66, high: 80 }, style: 'Tripel' },
    '66-80, typical of Tripels',
  ],
  [{ rating: 71, ratingOrigin: 'ai', ratingRange: { low: 65, high: 77 } }, '71, estimated 65-77'],
  [{ rating: 82.4, ratingOrigin: 'community' }, '82'],
])('a rating is written as what it is: %o is %s', (given, text) => {
  expect(markedRating(aBeer(given))).toBe(text)
})

it('ranks beers of which only the style is known after the others, and pending ones last', () => {
  const beers = [
    aBeer({ name: 'pending', rating: 0 }),
    aBeer({ name: 'style', rating: 90, ratingOrigin: 'style' }),
    aBeer({ name: 'expected', rating: 60, ratingOrigin: 'expected' }),
    aBeer({ name: 'rated', rating: 70 }),
  ]
  expect(beers.sort(compareRatings).map(({ name }) => name)).toEqual(['rated', 'expected', 'style', 'pending'])
})
