import { expect, test } from 'vitest'
import { ratio, type Share, sumOf } from './shares.ts'
import { bootstrap, calibrationBins, calibrationError, type RatedAnswer, wilson } from './statistics.ts'

const answered = (confidence: number, rights: boolean[]): RatedAnswer[] =>
  rights.map((isRight) => ({ confidence, isRight }))

test.each([
  // The worked examples of Newcombe 1998, method 3.
  [{ right: 81, of: 263 }, 0.2553, 0.3662],
  [{ right: 15, of: 148 }, 0.0624, 0.1605],
  [{ right: 0, of: 20 }, 0, 0.1611],
  [{ right: 29, of: 29 }, 0.883, 1],
])('gives the interval of Wilson for %o', (share, low, high) => {
  const interval = wilson(share)
  expect(interval?.low).toBeCloseTo(low, 3)
  expect(interval?.high).toBeCloseTo(high, 3)
})

test('returns no interval and no error without data', () => {
  expect(wilson({ right: 0, of: 0 })).toBeNull()
  expect(bootstrap([], () => 1)).toBeNull()
  expect(bootstrap([1], () => null)).toBeNull()
  expect(calibrationError([])).toBeNull()
  expect(calibrationBins([])).toEqual([])
})

test('approximates the Wilson interval when every photo has one beer', () => {
  const photos = Array.from({ length: 80 }, (_, index): Share => ({ right: index < 60 ? 1 : 0, of: 1 }))
  const interval = bootstrap(photos, (drawn) => ratio(sumOf(drawn)))
  const expected = wilson({ right: 60, of: 80 })
  expect(interval?.low).toBeCloseTo(expected?.low ?? 0, 1)
  expect(interval?.high).toBeCloseTo(expected?.high ?? 0, 1)
})

test('is wider when the beers of a photo are right or wrong together', () => {
  const share = (drawn: readonly Share[]) => ratio(sumOf(drawn))
  const width = (photos: Share[]) => {
    const { low, high } = bootstrap(photos, share) ?? { low: 0, high: 0 }
    return high - low
  }
  const independent = Array.from({ length: 100 }, (_, index): Share => ({ right: index % 2, of: 1 }))
  const correlated = Array.from({ length: 10 }, (_, index): Share => ({ right: (index % 2) * 10, of: 10 }))
  expect(ratio(sumOf(independent))).toBe(ratio(sumOf(correlated)))
  expect(width(correlated)).toBeGreaterThan(2 * width(independent))
})

test('returns the same interval for the same seed', () => {
  const photos = [1, 5, 2, 8, 4, 4, 9]
  const median = (drawn: readonly number[]) => [...drawn].sort((a, b) => a - b)[3] ?? null
  expect(bootstrap(photos, median, 3)).toEqual(bootstrap(photos, median, 3))
})

test('returns no calibration error if confidence equals the share of right answers', () => {
  const answers = [...answered(0.25, [true, false, false, false]), ...answered(0.75, [true, true, true, false])]
  expect(calibrationError(answers, 2)).toBe(0)
})

test('weights the calibration error by the answers in each bin', () => {
  const answers = [...answered(0.9, [true, false]), ...answered(0.5, [true, true]), ...answered(0.2, [false, false])]
  expect(calibrationError(answers, 3)).toBeCloseTo((0.2 + 0.5 + 0.4) / 3)
})

test('fills bins evenly, independent of the order of equal confidences', () => {
  const answers = answered(0.6, [true, true, true, true, true, false, false, false, false, false, true])
  expect(calibrationBins(answers).map((bin) => bin.answers)).toEqual([2, 2, 3, 2, 2])
  expect(calibrationError([...answers].reverse())).toBeCloseTo(calibrationError(answers) ?? 1)
  expect(calibrationError(answers)).toBeCloseTo(Math.abs(0.6 - 6 / 11))
})
