import { expect, it } from 'vitest'
import { boundsOfYear, dayAfter, isTimeZone, lastMonday, weekBefore } from './week.ts'

it.each([
  ['2026-05-04T08:00:00Z', null, '2026-05-04'],
  ['2026-05-04T07:59:59Z', null, '2026-04-27'],
  ['2026-05-10T23:00:00Z', null, '2026-05-04'],
  ['2026-05-04T06:00:00Z', 'Europe/Berlin', '2026-05-04'],
  ['2026-05-04T05:59:00Z', 'Europe/Berlin', '2026-04-27'],
  ['2026-05-04T14:59:00Z', 'America/Los_Angeles', '2026-04-27'],
  ['2026-05-04T15:00:00Z', 'America/Los_Angeles', '2026-05-04'],
  ['2026-05-03T20:00:00Z', 'Pacific/Auckland', '2026-05-04'],
])('at %s in %s, the last digest was due on %s', (now, timeZone, monday) => {
  expect(lastMonday(Date.parse(now), timeZone)).toBe(monday)
})

it('bounds a week by midnights of the time zone, also when the clocks change', () => {
  const bounds = (monday: string, timeZone: string | null) => {
    const { from, to } = weekBefore(monday, timeZone)
    return [from.toISOString(), to.toISOString()]
  }
  expect(bounds('2026-05-04', null)).toEqual(['2026-04-27T00:00:00.000Z', '2026-05-04T00:00:00.000Z'])
  expect(bounds('2026-03-30', 'Europe/Berlin')).toEqual(['2026-03-22T23:00:00.000Z', '2026-03-29T22:00:00.000Z'])
  expect(bounds('2026-11-02', 'America/New_York')).toEqual(['2026-10-26T04:00:00.000Z', '2026-11-02T05:00:00.000Z'])
  expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01')
})

it.each([
  [null, '2025-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'],
  ['America/New_York', '2025-01-01T05:00:00.000Z', '2026-01-01T05:00:00.000Z'],
  ['Pacific/Auckland', '2024-12-31T11:00:00.000Z', '2025-12-31T11:00:00.000Z'],
])('bounds a year by midnights of the time zone %s', (timeZone, from, to) => {
  expect(boundsOfYear(2025, timeZone)).toEqual({ from: new Date(from), to: new Date(to) })
})

it('knows the names of time zones', () => {
  expect([isTimeZone('Asia/Kathmandu'), isTimeZone('Mars/Olympus'), isTimeZone('')]).toEqual([true, false, false])
})
