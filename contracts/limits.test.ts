import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spec } from '#testing/spec.ts'
import { estimatedRatingSeconds } from './limits.ts'

describe('the seconds until all ratings are there', () => {
  it('are twice the pending beers less three, and at least one', spec('9.3.10'), () => {
    expect([0, 1, 2, 3, 10].map(estimatedRatingSeconds)).toEqual([1, 1, 1, 3, 17])
    fc.assert(
      fc.property(fc.nat({ max: 1_000 }), (pending) => {
        expect(estimatedRatingSeconds(pending)).toBe(Math.max(1, pending * 2 - 3))
      }),
    )
  })
})
