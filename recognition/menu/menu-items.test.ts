import { expect, test } from 'vitest'
import { openCatalogue } from '#catalogue'
import { loadShipped } from '#catalogue/shipped'
import { aTextLine } from '#testing/text-line.ts'
import { menuItems } from './menu-items.ts'
import { menuRows } from './menu-rows.ts'
import type { RowLabel } from './row-labels.ts'

const breweries = ['Pinta', 'Kwispel', 'Moorhen'].map((name, index) => ({
  id: index + 1,
  name,
  aliases: [],
  country: 'Nowhere',
}))
const kwispel = {
  id: 1,
  breweryId: 2,
  name: 'Kwispel',
  aliases: [],
  style: 'Tripel',
  abv: 8,
  ibu: null,
  popularity: 45,
}
const catalogue = openCatalogue({ version: 1, breweries, beers: [kwispel] }, loadShipped())

/** Name and price of each item of some rows, given by label, text and place. */
function pricesOf(rows: readonly [label: RowLabel, text: string, x: number, y: number, height?: number][]) {
  const lines = rows.map(([, text, x, y, height]) => aTextLine(text, x, y, { height }))
  const read = menuRows(lines, { width: 1_000, height: 1_000 })
  const labels = new Map(read.map((row) => [row, rows.find(([, text]) => row.read.includes(text))?.[0] ?? 'other']))
  const { items } = menuItems(catalogue, read, labels)
  return items.map(({ name, facts }) => [name, facts.price])
}

test('applies the price of a heading to the items below it', () => {
  expect(
    pricesOf([
      ['heading', 'All bottles $5', 10, 4],
      ['name', 'Kwispel Dubbel', 10, 10],
      ['name', 'Harbour Beacon $6', 10, 14],
    ]),
  ).toEqual([
    ['Kwispel Dubbel', '$5'],
    ['Harbour Beacon', '$6'],
  ])
})

test.each([
  ['Caña Harbour Beacon', 'Harbour Beacon'],
  ['Harbour Beacon vom Fass', 'Harbour Beacon'],
  ['Harbour Beacon alla spina', 'Harbour Beacon'],
  ['Radler groß', 'Radler'],
  ['Harbour Beacon | Bottle', 'Harbour Beacon'],
  ['Harbour Beacon - Tall Can', 'Harbour Beacon'],
  ['Harbour Beacon Tallboy', 'Harbour Beacon'],
  ['Harbour Beacon - Can of Worms', 'Harbour Beacon - Can of Worms'],
  ['Genuine Draft', 'Genuine Draft'],
  ['Pinta Kwispel Dubbel', 'Kwispel Dubbel'],
  ['Pinta Harbour Beacon', 'Pinta Harbour Beacon'],
])('separates how a beer is served from its name: %s', (printed, name) => {
  expect(pricesOf([['name', `${printed} 3,20 €`, 10, 10]])).toEqual([[name, '3,20 €']])
})

test('applies no price of a heading in another column', () => {
  expect(
    pricesOf([
      ['heading', 'ALL JUICES $3', 10, 4, 4],
      ['name', 'Tomato', 10, 10],
      ['heading', 'DRAFT BEER', 60, 4],
      ['name', 'Kwispel Dubbel', 60, 10],
    ]),
  ).toEqual([
    ['Tomato', '$3'],
    ['Kwispel Dubbel', null],
  ])
})

test('applies no price of a heading whose items mostly have their own', () => {
  expect(
    pricesOf([
      ['heading', 'Quiet Tonics $2.25', 10, 4],
      ['name', 'Kwispel Dubbel', 10, 10],
      ['name', 'Harbour Beacon $6', 10, 14],
      ['name', 'Harbour Lantern $7', 10, 18],
    ]),
  ).toEqual([
    ['Kwispel Dubbel', null],
    ['Harbour Beacon', '$6'],
    ['Harbour Lantern', '$7'],
  ])
})

test('takes the name below a brewery, unless a beer is called like the brewery', () => {
  expect(
    pricesOf([
      ['name', 'Moorhen 4,50', 10, 10],
      ['detail', 'Quiet Night', 10, 14],
      ['name', 'Kwispel 5,50', 10, 18],
      ['detail', 'Quiet City', 10, 22],
    ]),
  ).toEqual([
    ['Quiet Night', '4,50'],
    ['Kwispel', '5,50'],
  ])
})
