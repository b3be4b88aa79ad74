import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aBeer, aFavorite } from '#web/testing/builders.ts'
import { averageRating } from './average-rating.ts'
import { abvText, ibuText, ratingBasis, subtitleOf } from './beer-facts.ts'
import { confidenceLevel } from './confidence-badge.tsx'
import { srmColor, UNKNOWN_SRM_COLOR } from './srm.ts'

describe('the facts of a beer', () => {
  it("are 'N/A' when they are not known", () => {
    expect(abvText(null)).toBe('N/A')
    expect(ibuText(null)).toBe('N/A')
    expect(abvText(5)).toBe('5.0%')
    expect(subtitleOf({ brewery: null, style: null })).toBe('Brewery unknown')
  })

  it.each([
    [{ ratingOrigin: 'community', ratingCount: 214 }, 'based on 214 ratings'],
    [{ ratingOrigin: 'community', ratingCount: 1 }, 'based on 1 rating'],
    [{ ratingOrigin: 'imported', ratingCount: null }, 'imported, count unknown'],
    [{ ratingOrigin: 'style' }, 'estimate from style'],
    [{ ratingOrigin: 'style', style: null }, 'estimate, style unknown'],
    [{ ratingOrigin: 'ai' }, 'estimate by AI'],
    [{ rating: 0 }, 'being computed'],
  ])('say what a rating rests on: %o is %s', (given, basis) => {
    expect(ratingBasis(aBeer(given))).toBe(basis)
  })
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
