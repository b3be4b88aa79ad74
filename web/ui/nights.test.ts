import { expect, it } from 'vitest'
import { nightsOf, nightText, timeInNight } from './nights.ts'

const night = new Date(2026, 2, 3)

it.each([
  [new Date(2026, 2, 3, 12), 'Today'],
  [new Date(2026, 2, 3, 17), 'Tonight'],
  [new Date(2026, 2, 4, 5, 59), 'Tonight'],
  [new Date(2026, 2, 4, 6), 'Last night'],
  [new Date(2026, 2, 5, 5), 'Last night'],
  [new Date(2026, 2, 5, 6), 'Tuesday, March 3'],
  [new Date(2027, 2, 3, 12), 'Tuesday, March 3, 2026'],
])('is named by its age: %s', (now, text) => {
  expect(nightText(night, now)).toBe(text)
})

it('counts all rows of a night, of which only the first are shown', () => {
  const late = new Date(2026, 2, 4, 1).toISOString()
  const evening = new Date(2026, 2, 3, 21).toISOString()
  const before = new Date(2026, 2, 2, 21).toISOString()
  const nights = nightsOf([late, evening, evening, before], [late, evening], (time) => time)
  expect(nights).toEqual([{ night, count: 3, items: [late, evening] }])
})

it.each([
  [new Date(2026, 2, 4, 5, 30), /^2 hours ago$/],
  [new Date(2026, 2, 4, 7), /^3:05\sAM$/],
  [new Date(2026, 2, 5, 12), /^3:05\sAM$/],
])('of a moment is its age until the night ends, then the time of day: %s', (now, text) => {
  expect(timeInNight(new Date(2026, 2, 4, 3, 5).toISOString(), now)).toMatch(text)
})
