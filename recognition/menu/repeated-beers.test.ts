import { expect, test } from 'vitest'
import { namesOf, type Printed, sightingsFor } from './printed-menu.fixture.ts'

test.each([
  ['in another script', 'クヴィスペル・トリペル'],
  ['with its size', 'Kwispel Tripel 330 ml'],
])('joins a beer to its name above, which is printed again %s', (_, again) => {
  const rows: Printed[] = [
    ['BEERS', 10, 4, 3],
    ['Kwispel Dubbel', 10, 10],
    ['4,50 €', 10, 14],
    ['Kwispel Tripel', 10, 18],
    [again, 10, 22],
    ['5,50 €', 10, 26],
    ['Harbour Beacon', 10, 30],
    ['6,50 €', 10, 34],
  ]
  const sightings = sightingsFor(rows)
  expect(namesOf(sightings)).toEqual(['Kwispel Dubbel', 'Kwispel Tripel', 'Harbour Beacon'])
  expect(sightings[1]?.printed).toMatchObject({ name: 'Kwispel Tripel', price: '5,50 €' })
})

test.each([
  ['at two prices', 'Kwispel Tripel 0,25 l 4,50 €', 'Kwispel Tripel 0,5 l 8,50 €'],
  ['in two sizes', 'Kwispel Tripel 0,25 l', 'Kwispel Tripel 0,5 l'],
])('keeps both rows of a beer %s', (_, ...rows) => {
  const sightings = sightingsFor([['BEERS', 10, 4, 3], ...rows.map((row, at): Printed => [row, 10, 10 + at * 4])])
  expect(namesOf(sightings)).toEqual(['Kwispel Tripel', 'Kwispel Tripel'])
})

test('keeps beers of several breweries that are named after their style', () => {
  const rows = ['Porter - Kwispel', 'Porter - Range', 'Tripel - Kwispel', 'Tripel - Range']
  const sightings = sightingsFor([['BEERS', 10, 4, 3], ...rows.map((row, at): Printed => [row, 10, 10 + at * 4])])
  expect(sightings.map(({ printed: { name } }) => name)).toEqual(['Porter', 'Porter', 'Tripel', 'Tripel'])
})
