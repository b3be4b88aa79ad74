import { afterEach, expect, it, vi } from 'vitest'
import { loadLanguage } from '#web/language/language.ts'
import { whenText } from './when.ts'

afterEach(async () => {
  vi.unstubAllEnvs()
  await loadLanguage('en')
})

/** 20:00 on a Monday. */
const scanned = new Date(2026, 2, 2, 20)
const textAt = (month: number, day: number, hour: number, minute = 0) =>
  whenText(scanned.toISOString(), new Date(2026, month, day, hour, minute).getTime())

it.each([
  [[2, 2, 20], 'just now'],
  [[2, 2, 20, 5], '5 minutes ago'],
  [[2, 3, 10], '14 hours ago'],
  [[2, 3, 20], 'yesterday'],
  [[2, 3, 23, 59], 'yesterday'],
  [[2, 4, 0], '2 days ago'],
  [[2, 4, 10], '2 days ago'],
  [[2, 8, 23], '6 days ago'],
  [[2, 9, 0], 'Mar 2, 2026'],
] as const)('counts days by the calendar: at %j', (now, text) => {
  const [month, day, hour, minute] = now
  expect(textAt(month, day, hour, minute)).toBe(text)
})

it.each([
  ['de', 'vorgestern'],
  ['fr', 'avant-hier'],
  ['ja', '一昨日'],
] as const)('names the day before yesterday in %s', async (code, text) => {
  await loadLanguage(code)
  expect(textAt(2, 4, 10)).toBe(text)
})

it('counts the days on which the clocks change as one', () => {
  vi.stubEnv('TZ', 'America/New_York')
  const text = (then: Date, now: Date) => whenText(then.toISOString(), now.getTime())
  // November 1 has 25 hours, March 8 has 23.
  expect(text(new Date(2026, 9, 31, 23), new Date(2026, 10, 2, 9))).toBe('2 days ago')
  expect(text(new Date(2026, 10, 1, 0, 10), new Date(2026, 10, 1, 23, 30))).toBe('24 hours ago')
  expect(text(new Date(2026, 2, 7, 12), new Date(2026, 2, 9, 0, 10))).toBe('2 days ago')
  expect(whenText('no time')).toBe('')
})
