import { expect, test } from 'vitest'
import { namesOf, type Printed, sightingsFor } from './printed-menu.fixture.ts'

test.each([
  'Bottles: Kwispel Dubbel, Kwispel Tripel, Quillfeather Stout and Harbour Beacon $5',
  'Bottles - Kwispel Dubbel · Kwispel Tripel · Quillfeather Stout · Harbour Beacon $5',
  'Kwispel Dubbel, Kwispel Tripel, Quillfeather Stout, and Harbour Beacon $5',
  'Kwispel Dubbel/Kwispel Tripel/Quillfeather Stout/Harbour Beacon $5',
])('finds each beer of a row that lists several: %s', (row) => {
  const sightings = sightingsFor([
    ['BEERS', 10, 4, 3],
    [row, 10, 10],
  ])
  expect(namesOf(sightings)).toEqual([
    'Kwispel Dubbel',
    'Kwispel Tripel',
    'unlisted: Quillfeather Stout',
    'Harbour Beacon',
  ])
  expect(sightings.map(({ printed: { price } }) => price)).toEqual(Array(4).fill('$5'))
  expect(sightings.map(({ position }) => position?.x ?? 0)).toEqual(
    sightings.map(({ position }) => position?.x ?? 0).toSorted((a, b) => a - b),
  )
})

test.each([
  ['Kwispel Dubbel $4, Kwispel Tripel $5, Harbour Beacon $6', ['$4', '$5', '$6'], [null, null, null]],
  ['Kwispel Dubbel, Kwispel Tripel $5, Harbour Beacon $6', ['$5', '$5', '$6'], [null, null, null]],
  ['Kwispel Dubbel 6.8%, Kwispel Tripel 8.4%, Harbour Beacon 5.4% $6', ['$6', '$6', '$6'], [6.8, 8.4, 5.4]],
  ['Kwispel Dubbel, Kwispel Tripel, Harbour Beacon $5/$7', ['$5/$7', '$5/$7', '$5/$7'], [null, null, null]],
])('gives each beer of a row the numbers behind it: %s', (row, prices, abvs) => {
  const sightings = sightingsFor([
    ['BEERS', 10, 4, 3],
    [row, 10, 10],
  ])
  expect(sightings.map(({ printed: { price } }) => price)).toEqual(prices)
  expect(sightings.map(({ printed: { abv } }) => abv)).toEqual(abvs)
})

test('continues a list in the rows below, whose price is that of all', () => {
  const sightings = sightingsFor([
    ['BEERS', 10, 4, 3],
    ['Kwispel Dubbel, Quillfeather Stout, Harbour Beacon,', 10, 10],
    ['Kwispel Tripel, Zwartgans Porter and', 10, 13],
    ['Harbour Keeper $5', 10, 16],
    ['Harbour Lantern $6', 10, 21],
  ])
  expect(namesOf(sightings)).toEqual([
    'Kwispel Dubbel',
    'unlisted: Quillfeather Stout',
    'Harbour Beacon',
    'Kwispel Tripel',
    'unlisted: Zwartgans Porter',
    'Harbour Keeper',
    'Harbour Lantern',
  ])
  expect(sightings.map(({ printed: { price } }) => price)).toEqual(['$5', '$5', '$5', '$5', '$5', '$5', '$6'])
})

test('gives a list the price beside the row above it, and no other item', () => {
  const sightings = sightingsFor([
    ['Premium', 10, 4],
    ['$6.50', 70, 4],
    ['Kwispel Dubbel, Kwispel Tripel, Harbour Beacon.', 10, 8],
    ['Harbour Lantern', 10, 12],
    ['Harbour Keeper', 10, 16],
  ])
  expect(namesOf(sightings)).toEqual([
    'Kwispel Dubbel',
    'Kwispel Tripel',
    'Harbour Beacon',
    'Harbour Lantern',
    'Harbour Keeper',
  ])
  expect(sightings.map(({ printed: { price } }) => price)).toEqual(['$6.50', '$6.50', '$6.50', null, null])
  expect(sightings.map(({ printed: { section } }) => section)).toEqual(['Premium', 'Premium', 'Premium', null, null])
})

test.each(['House Merlot', 'Chicken wings'])('gives a list no price of the %s above it', (other) => {
  const sightings = sightingsFor([
    ['BAR', 10, 4, 3],
    [`${other} $7`, 10, 10],
    ['Kwispel Dubbel, Kwispel Tripel, Harbour Beacon', 10, 14],
  ])
  expect(namesOf(sightings)).toEqual(['Kwispel Dubbel', 'Kwispel Tripel', 'Harbour Beacon'])
  expect(sightings.map(({ printed: { price } }) => price)).toEqual([null, null, null])
})

test('finds beers of two sizes in a list, and kinds of beer beside them', () => {
  const row =
    'Vom Fass: Kwispel Dubbel 0,3l 3,80 € / 0,5l 4,80 €, Radler 0,5l 4,50 €, Harbour Beacon 0,5l 5,20 €, Weizen 0,5l 4,90 €'
  const sightings = sightingsFor([
    ['GETRÄNKE', 10, 4, 3],
    [row, 10, 10],
  ])
  expect(namesOf(sightings)).toEqual(['Kwispel Dubbel', 'unlisted: Radler', 'Harbour Beacon', 'unlisted: Weizen'])
  expect(sightings.map(({ printed: { price } }) => price)).toEqual(['3,80 € / 4,80 €', '4,50 €', '5,20 €', '4,90 €'])
})

test('takes what is in brackets for no list', () => {
  const rows = ['Quartz Stout (Harbour Beacon/Harbour Keeper/Kwispel Dubbel) $7', 'Harbour Lantern $5']
  const sightings = sightingsFor([['BEERS', 10, 4, 3], ...rows.map((row, at): Printed => [row, 10, 10 + at * 4])])
  expect(sightings.map(({ printed: { name } }) => name)).toEqual(['Quartz Stout', 'Harbour Lantern'])
})

test('takes ingredients for no list of beers', () => {
  const rows = ['Kwispel Dubbel $5', 'Harbour Beacon $5', 'Citra, Mosaic, Simcoe, Amarillo', 'Kwispel Tripel $5']
  const sightings = sightingsFor(rows.map((row, at): Printed => [row, 10, 10 + at * 3]))
  expect(namesOf(sightings)).toEqual(['Kwispel Dubbel', 'Harbour Beacon', 'Kwispel Tripel'])
})
