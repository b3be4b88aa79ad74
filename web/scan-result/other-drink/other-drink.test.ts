import { expect, it } from 'vitest'
import { otherDrinkText } from './other-drink.ts'

it.each([
  ['Cider', 'a cider'],
  ['Energy Drink', 'an energy drink'],
  ['Water', 'water'],
])('names a drink of the kind %s', (kind, named) => {
  expect(otherDrinkText({ name: 'Fizz', kind })).toBe(`That looks like Fizz, ${named}. Not a beer.`)
})
