import { expect, test } from 'vitest'
import {
  calibrationTarget,
  isMet,
  quantileOf,
  shareOfPhotos,
  shareWithin,
  type Target,
  targetTable,
} from './targets.ts'

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

test('pools the answers of all modes for calibration', () => {
  const sure = { confidence: 1, isRight: true }
  const photos = [
    { single: [sure], group: [], menu: [] },
    { single: [], group: [{ confidence: 1, isRight: false }], menu: [sure, sure] },
  ]
  expect(calibrationTarget(photos)).toMatchObject({ value: 0.25, n: '4 answers, 2 photos' })
})

test('prints each target with bound, value, count, interval and whether it is met', () => {
  const lines = targetTable([
    shareOfPhotos('one', { right: 9, of: 10 }, { atLeast: 0.9 }),
    shareOfPhotos('other', { right: 1, of: 10 }, { under: 0.06 }),
    shareOfPhotos('third', { right: 0, of: 0 }, { atLeast: 0.5 }),
    shareOfPhotos('answered beside', { right: 1, of: 1 }),
  ]).split('\n')
  expect(lines[2]).toMatch(/^one +>= 90.0 % +90.0 % +9 of 10 +59.6 % - 98.2 % +met$/)
  expect(lines[3]).toMatch(/^other +< 6.0 % +10.0 % +1 of 10 .* MISSED$/)
  expect(lines[4]).toMatch(/^third +>= 50.0 % +- +0 of 0 +- +not measured$/)
  expect(lines[5]).toMatch(/^answered beside +100.0 % +1 of 1 +20.7 % - 100.0 %$/)
})
