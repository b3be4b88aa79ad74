import { expect, test } from 'vitest'
import { boundFor, countOfPhotos, isMet, quantileOf, shareWithin, type Target } from './target.ts'

const target = (value: number | null, bound?: Target['bound']): Target => ({
  what: 'a value',
  value,
  n: '1',
  interval: null,
  unit: 'share',
  ...(bound && { bound }),
})

test.each([
  [0.9, { atLeast: 0.9 }, true],
  [0.89, { atLeast: 0.9 }, false],
  [0.06, { under: 0.06 }, false],
  [0.059, { under: 0.06 }, true],
  [5, { atMost: 5 }, true],
  [5.1, { atMost: 5 }, false],
  [null, { atLeast: 0.9 }, undefined],
  [0.5, undefined, undefined],
] as const)('of %s with the bound %o: met is %s', (figure, bound, expected) => {
  expect(isMet(target(figure, bound))).toBe(expected)
})

test('counts items over all photos, and skips photos without any', () => {
  const shares = [
    { right: 1, of: 2 },
    { right: 3, of: 3 },
    { right: 0, of: 0 },
  ]
  expect(shareWithin('beers', shares, (share) => share)).toMatchObject({ value: 0.8, n: '4 of 5, 2 photos' })
})

test('takes quantiles over the values of all photos', () => {
  expect(quantileOf('errors', [[1, 2], [], [3, 9]], 0.5, 'ofFrame')).toMatchObject({ value: 2, n: '4' })
  expect(quantileOf('errors', [[]], 0.5, 'ofFrame')).toMatchObject({ value: null, interval: null })
})

test('counts photos, with the interval as a number of photos', () => {
  const counted = countOfPhotos('wrong', { right: 1, of: 20 }, { atMost: 0 })
  expect(counted).toMatchObject({ value: 1, n: '20 photos', unit: 'count' })
  expect(counted.interval?.low).toBeCloseTo(0.18, 2)
  expect(counted.interval?.high).toBeCloseTo(4.72, 2)
  expect(countOfPhotos('wrong', { right: 0, of: 0 })).toMatchObject({ value: null, interval: null })
})

test('a blind run has bounds of its own, where they differ', () => {
  const both = { ...target(0.85, { atLeast: 0.9 }), blindBound: { atLeast: 0.8 } }
  expect(isMet(boundFor(false, both))).toBe(false)
  expect(isMet(boundFor(true, both))).toBe(true)
  expect(boundFor(false, both)).not.toHaveProperty('blindBound')
  expect(boundFor(true, target(0.85, { atLeast: 0.9 })).bound).toEqual({ atLeast: 0.9 })
})
