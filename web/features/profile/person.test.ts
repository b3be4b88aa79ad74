import { expect, it } from 'vitest'
import { spec } from '#testing/spec.ts'
import { fullName, initials } from './person.ts'

it.each([
  ['Jana', 'Nováková', 'JN'],
  ['żaneta', null, 'Ż'],
  [null, 'Smith', 'S'],
  [null, null, 'BG'],
  ['', ' ', 'BG'],
])('abbreviates %s %s as %s', spec('2.10.1', '2.10.2'), (firstName, lastName, expected) => {
  expect(initials({ firstName, lastName })).toBe(expected)
})

it('has a name for users without one', () => {
  expect(fullName({ firstName: null, lastName: null })).toBe('Beer lover')
})
