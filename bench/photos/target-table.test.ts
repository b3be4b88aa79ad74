import { expect, test } from 'vitest'
import { shareOfPhotos, type Target } from './target.ts'
import { comparisonTable, targetTable } from './target-table.ts'

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

test('prints two runs side by side, with the gap between their values', () => {
  const time = (value: number): Target => ({ what: 'time', value, n: '9', interval: null, unit: 'time' })
  const a = [
    shareOfPhotos('one', { right: 9, of: 10 }, { atLeast: 0.9 }),
    time(800),
    shareOfPhotos('of A', { right: 1, of: 2 }),
  ]
  const b = [
    shareOfPhotos('one', { right: 15, of: 20 }, { atLeast: 0.82 }),
    time(2_000),
    shareOfPhotos('of B', { right: 1, of: 2 }),
    shareOfPhotos('empty', { right: 0, of: 0 }),
  ]
  const [head, , ...rows] = comparisonTable({ name: 'photos', targets: a }, { name: 'others', targets: b }).split('\n')
  expect(head).toMatch(/^target +bound +A: photos +n +met +bound +B: others +n +met +A - B$/)
  expect(rows[0]).toMatch(/^one +>= 90.0 % +90.0 % +9 of 10 +met +>= 82.0 % +75.0 % +15 of 20 +MISSED +\+15.0 points$/)
  expect(rows[1]).toMatch(/^time +800 ms +9 +2.00 s +9 +-1.20 s$/)
  expect(rows[2]).toMatch(/^of A +50.0 % +1 of 2 +- +-$/)
  expect(rows[3]).toMatch(/^of B +- +50.0 % +1 of 2 +-$/)
  expect(rows[4]).toMatch(/^empty +- +- +0 of 0 +-$/)
})
