import { expect, it } from 'vitest'
import { sameAbv } from './abv.ts'

it.each([
  [5.4, 5.1, true],
  [5.1, 5.4, true],
  [5, 5.31, false],
  [null, 5, true],
  [5, null, true],
  [null, null, true],
])('sameAbv(%j, %j) is %j', (a, b, same) => expect(sameAbv(a, b)).toBe(same))

it('compares within the given tolerance', () => {
  expect(sameAbv(5.2, 5.25, 'rounding')).toBe(true)
  expect(sameAbv(5.2, 5.3, 'rounding')).toBe(false)
  expect(sameAbv(5.2, 5.3, 'lastDigit')).toBe(true)
  expect(sameAbv(5.1, 6.1, 'otherBeer')).toBe(true)
})
