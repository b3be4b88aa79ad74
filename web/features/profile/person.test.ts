import { expect, it } from 'vitest'
import { fullName, initials } from './person.ts'

it.each([
  ['Jana', 'Nováková', 'JN'],
  ['żaneta', null, 'Ż'],
  [null, 'Smith', 'S'],
  [null, null, 'BG'],
  ['', ' ', 'BG'],
])('abbreviates %s %s as %s', (firstName, lastName, expected) => {
  expect(initials({ firstName, lastName })).toBe(expected)
})

it('names who has no name', () => {
  expect(fullName({ firstName: null, lastName: null })).toBe('Beer lover')
})
