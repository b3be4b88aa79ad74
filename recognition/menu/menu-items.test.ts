import { expect, test } from 'vitest'
import { openCatalogue } from '#catalogue'
import { loadShipped } from '#catalogue/shipped'
import { aTextLine } from '#testing/text-line.ts'
import { menuItems } from './menu-items.ts'
import { menuRows } from './menu-rows.ts'
import { namesOf, type Printed, sightingsFor } from './printed-menu.fixture.ts'
import type { RowLabel } from './row-labels.ts'

const breweries = ['Pinta', 'Kwispel', 'Moorhen', 'To Øl'].map((name, index) => ({
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
  ['Harbour Beacon - Vat 44', 'Harbour Beacon - Vat 44'],
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

test('takes a brewery that is called like a heading for none', () => {
  expect(
    pricesOf([
      ['name', 'To Øl', 10, 10],
      ['name', 'Vom Fass', 10, 14],
      ['name', 'Kwispel 5,50', 10, 18],
    ]),
  ).toEqual([
    ['To Øl', null],
    ['Kwispel', '5,50'],
  ])
})

test('adds the price of a serving that has a row of its own to the beer above it', () => {
  const item = (name: string, style: string, serving: string, y: number): Printed[] => [
    [name, 10, y],
    [style, 10, y + 2.8, 1.5],
    [serving, 10, y + 5, 1.5],
  ]
  const sightings = sightingsFor([
    ['DRAFT BEER', 10, 4, 4],
    ...item('Kwispel Dubbel', 'Dubbel 6.8%', 'Draft $7 Pitcher $22', 10),
    ...item('Kwispel Tripel', 'Tripel 8.4%', 'Draft $7 Pitcher $22', 17),
    ['Harbour Beacon', 10, 24],
    ['Porter 5.4%', 10, 26.8, 1.5],
    ['Pint $8', 10, 29, 1.5],
    ['Bottle $6', 10, 31.2, 1.5],
  ])
  expect(namesOf(sightings)).toEqual(['Kwispel Dubbel', 'Kwispel Tripel', 'Harbour Beacon'])
  expect(sightings.map(({ printed: { price } }) => price)).toEqual(['$7 / $22', '$7 / $22', '$8'])
})

test('takes notes on prices and allergens for no details of the beer above them', () => {
  const sightings = sightingsFor([
    ['BEERS', 10, 4, 4],
    ['Kwispel Dubbel 6.8% £5.00', 10, 10],
    ['Harbour Lantern 6.1% £5.00', 10, 13],
    ['All prices in pounds, adults need around 2000 kcal a day', 10, 15.5, 1.2],
    ['Allergens are listed behind the bar of the old boathouse', 10, 17, 1.2],
  ])
  expect(namesOf(sightings)).toEqual(['Kwispel Dubbel', 'Harbour Lantern'])
  expect(sightings[1]?.evidence.join(' ')).not.toMatch(/prices|Allergens/)
  expect(sightings[1]?.box?.height).toBeCloseTo(sightings[0]?.box?.height ?? 0, 0)
})

test('reads a request to the reader as no detail of the item above it', () => {
  const sightings = sightingsFor([
    ['DRAUGHT BEER', 10, 4, 3],
    ['Kwispel Dubbel 6.8% 2.30', 10, 10],
    ['Zwartgans 4.5% 2.55', 10, 14],
    ['Please ask for details of our Real Ale and', 10, 18],
    ['Stout or see the blackboard', 10, 22],
  ])
  expect(sightings.map(({ printed: { name, style } }) => [name, style])).toEqual([
    ['Kwispel Dubbel', 'Dubbel'],
    ['Zwartgans', null],
  ])
})

test('does not add the address at the foot of a menu to its last item', () => {
  const sightings = sightingsFor([
    ['Beer: Smoked Stout', 10, 10],
    ['12 Kwispel Avenue, Nowhere', 10, 13],
  ])
  expect(sightings.map(({ printed, evidence }) => [printed.brewery, evidence])).toEqual([
    [null, ['Beer: Smoked Stout']],
  ])
})

test('takes a description behind a colon for no part of the name', () => {
  const rows = [
    'Kwispel Dubbel: dark and full of plums 6.8%',
    'Mahlab Oslet: brewed in time for summer - and winter 5.1%',
    'Harbour Beacon - bitter with a hint of smoke 5.4%',
  ]
  const sightings = sightingsFor([['BEERS', 10, 4, 3], ...rows.map((row, at): Printed => [row, 10, 10 + at * 4])])
  expect(sightings.map(({ printed: { name, abv } }) => [name, abv])).toEqual([
    ['Kwispel Dubbel', 6.8],
    ['Mahlab Oslet', 5.1],
    ['Harbour Beacon', 5.4],
  ])
})

test.each([
  ['Kwispel - La Fin de la Nuit', 'La Fin de la Nuit'],
  ['Kwispel - La fin de la nuit', 'La fin de la nuit'],
  ['Kwispel: The Long And Quiet Night', 'The Long And Quiet Night'],
  ['Zwartgans Reserve: Cuvée van de Burggraaf', 'Zwartgans Reserve: Cuvée van de Burggraaf'],
])('takes a name with small words for no description: %s', (printed, name) => {
  const rows = [`${printed} 7.2%`, 'Kwispel Dubbel 6.8%', 'Harbour Beacon 5.4%']
  const [first] = sightingsFor([['BEERS', 10, 4, 3], ...rows.map((row, at): Printed => [row, 10, 10 + at * 4])])
  expect(first?.printed.name).toBe(name)
})

test('finds the name below the kind of beer and its price', () => {
  const rows: Printed[] = [
    ['BIRRE', 10, 4, 3],
    ['Birra alla spina chiara 4,50', 10, 10],
    ['Harbour Keeper', 10, 14],
    ['Birra alla spina rossa 5,00', 10, 18],
    ['Zwartgans Maximilian', 10, 22],
  ]
  const sightings = sightingsFor(rows)
  expect(namesOf(sightings)).toEqual(['Harbour Keeper', 'unlisted: Zwartgans Maximilian'])
  expect(sightings.map(({ printed: { price } }) => price)).toEqual(['4,50', '5,00'])
})

test('keeps the names of beers called by their kind, above a few words about their taste', () => {
  const rows: Printed[] = [
    ['Unsere Biere', 10, 4, 3],
    ['Pils 3,90', 10, 10],
    ['herb feinwürzig', 10, 14, 1.5],
    ['Helles 3,80', 10, 18],
    ['süffig spritzig', 10, 22, 1.5],
    ['Weizen 4,20', 10, 26],
    ['fruchtig hefig', 10, 30, 1.5],
  ]
  expect(namesOf(sightingsFor(rows))).toEqual(['unlisted: Pils', 'unlisted: Helles', 'unlisted: Weizen'])
})

test('gives the price of a heading to the beers below it that have none', () => {
  const rows: Printed[] = [
    ['Wine', 10, 4],
    ['$10', 70, 4],
    ['House Cabernet', 10, 8],
    ['House Chardonnay', 10, 12],
    ['Beer', 10, 16],
    ['$6', 70, 16],
    ['Kwispel Dubbel', 10, 20],
    ['Harbour Lantern', 10, 24],
    ['Harbour Beacon', 10, 28],
    ['Food', 10, 32],
    ['$15', 70, 32],
    ['Escargots', 10, 36],
    ['Mussels', 10, 40],
  ]
  const sightings = sightingsFor(rows)
  expect(namesOf(sightings)).toEqual(['Kwispel Dubbel', 'Harbour Lantern', 'Harbour Beacon'])
  expect(sightings.map(({ printed: { price } }) => price)).toEqual(['$6', '$6', '$6'])
})

test('gives a beer the price of the serving below it, above a description', () => {
  const rows: Printed[] = [
    ['BEERS', 10, 4, 3],
    ['Kwispel Dubbel', 10, 10],
    ['Bottle $7', 10, 14],
    ['Dubbel', 10, 18],
    ['Harbour Lantern', 10, 22],
    ['Draft $5', 10, 26],
    ['American IPA', 10, 30],
    ['Harbour Beacon', 10, 34],
    ['Draft $6', 10, 38],
  ]
  const sightings = sightingsFor(rows)
  expect(namesOf(sightings)).toEqual(['Kwispel Dubbel', 'Harbour Lantern', 'Harbour Beacon'])
  expect(sightings.map(({ printed: { price, section } }) => [price, section])).toEqual([
    ['$7', 'BEERS'],
    ['$5', 'BEERS'],
    ['$6', 'BEERS'],
  ])
})

test('finds the beers below a heading that says only how those of the heading above are served', () => {
  const rows: Printed[] = [
    ['Bier', 10, 4, 3],
    ['Flaschen', 10, 8],
    ['Zwartgans Quartzjubel 4,50', 10, 12],
    ['Zwartgans Oslet 4,80', 10, 16],
    ['Wein', 10, 20, 3],
    ['Flaschen', 10, 24],
    ['Zwartgans Trollinger 5,80', 10, 28],
  ]
  expect(namesOf(sightingsFor(rows))).toEqual(['unlisted: Zwartgans Quartzjubel', 'unlisted: Zwartgans Oslet'])
})

test('finds the beers below a heading that says only how they are served, behind other drinks', () => {
  const rows: Printed[] = [
    ['COCKTAILS', 10, 4],
    ['Negroni 9.00', 10, 8],
    ['BOTTLES', 10, 12],
    ['Kwispel Dubbel 5.00', 10, 16],
    ['Harbour Lantern 6.00', 10, 20],
  ]
  expect(namesOf(sightingsFor(rows))).toEqual(['Kwispel Dubbel', 'Harbour Lantern'])
})
