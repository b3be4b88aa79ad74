import { expect, it } from 'vitest'
import { nightText } from './nights.ts'

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
