import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aBeer, aFavorite } from '#web/testing/builders.ts'
import { averageRating } from './average-rating.ts'
import { abvText, ibuText, inStyleText, ratingBasis, subtitleOf } from './beer-facts.ts'
import { confidenceLevel } from './confidence-badge.tsx'
import { srmColor, UNKNOWN_SRM_COLOR } from './srm.ts'

describe('the facts of a beer', () => {
  it("are 'N/A' when they are not known", () => {
    expect(abvText(null)).toBe('N/A')
    expect(ibuText(null)).toBe('N/A')
    expect(abvText(5)).toBe('5.0%')
    expect(subtitleOf({ brewery: null, breweryPlace: null, style: null })).toBe('Brewery unknown')
  })

  it.each([
    [{ ratingOrigin: 'community', ratingCount: 214 }, 'based on 214 ratings'],
    [{ ratingOrigin: 'community', ratingCount: 1 }, 'based on 1 rating'],
    [{ ratingOrigin: 'community', ratingCount: null }, 'based on ratings here and elsewhere, count unknown'],
    [{ ratingOrigin: 'imported', ratingCount: 12_345 }, 'based on 12,345 ratings'],
    [{ ratingOrigin: 'imported', ratingCount: null }, 'imported, count unknown'],
    [{ ratingOrigin: 'style' }, 'estimate from style'],
    [{ ratingOrigin: 'style', style: null }, 'estimate, style unknown'],
    [{ ratingOrigin: 'ai' }, 'estimate by AI'],
    [{ rating: 0 }, 'being computed'],
  ])('say what a rating rests on: %o is %s', (given, basis) => {
    expect(ratingBasis(aBeer(given))).toBe(basis)
  })
})

describe('where a beer stands within its style', () => {
  it.each([
    ['Bitter', 'top 12 % of Bitters here'],
    ['American IPA', 'top 12 % of American IPAs here'],
    ['Kölsch', 'top 12 % of Kölsch here'],
    ['Helles', 'top 12 % of Helles here'],
    ['Rye', 'top 12 % of Ryes here'],
  ])('is said of a %s as %s', (style, said) => {
    expect(inStyleText(aBeer({ style, standing: { topPercent: 12, beers: 40 } }))).toBe(said)
  })

  it('is not said where it is not known', () => {
    expect(inStyleText(aBeer({ standing: null }))).toBeNull()
  })
})

it('tells breweries of one name apart by their place', () => {
  const brewery = { brewery: 'Löwenbräu', style: null }
  expect(subtitleOf({ ...brewery, breweryPlace: 'Zürich, Switzerland' })).toBe('Löwenbräu (Zürich, Switzerland)')
  expect(subtitleOf({ ...brewery, breweryPlace: null })).toBe('Löwenbräu')
})

describe('the average rating', () => {
  it("is '0.0' when there is none", () => {
    expect(averageRating([])).toBe('0.0')
    expect(averageRating([aFavorite({ beer: aBeer({ rating: 0 }) })])).toBe('0.0')
  })

  it('leaves out ratings that are still computed', () => {
    const rated = [90, 81.5, 0].map((rating) => aFavorite({ beer: aBeer({ rating }) }))
    expect(averageRating(rated)).toBe('85.8')
  })
})

it.each([
  [80, 'green'],
  [79.9, 'yellow'],
  [60, 'yellow'],
  [59.9, 'red'],
] as const)('shows a confidence of %d percent as %s', (percent, level) => {
  expect(confidenceLevel(percent)).toBe(level)
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

  it('is amber when nobody knows', () => {
    expect(srmColor(null)).toBe(UNKNOWN_SRM_COLOR)
  })
})
