import { expect, test } from 'vitest'
import { openCatalogue } from '#catalogue'
import { loadShipped } from '#catalogue/shipped'
import { menuRows } from './menu-rows.ts'
import { aBeer, BREWERIES, linesOf, namesOf, PAGE, type Printed, sightingsFor } from './printed-menu.fixture.ts'
import { menuSightings } from './read-menu.ts'

test('names no beer with alcohol below the heading of beers without', () => {
  const beers = [aBeer(1, 'Kwispel Blond', 'Belgian Blonde', 6.5), aBeer(1, 'Kwispel Blond 0.0', 'Alcohol-Free Ale', 0)]
  const numbered = beers.map((one, index) => ({ ...one, id: index + 1 }))
  const alike = openCatalogue({ version: 1, breweries: BREWERIES, beers: numbered }, loadShipped())
  const below = (heading: string) => {
    const rows = linesOf([
      ['Bier', 10, 4, 4],
      [heading, 10, 10, 3],
      ['Kwispel Blond', 10, 14],
      ['4,50', 80, 14],
    ])
    return menuSightings(alike, menuRows(rows, PAGE), PAGE).sightings[0]?.candidates[0]?.beerId
  }
  expect(['Vom Fass', 'Alkoholfreie Biere', 'Birre analcoliche', 'Bier & Alkoholfreies'].map(below)).toEqual([
    1, 2, 2, 1,
  ])
})

test('lists beers below headings of beer and of what is mixed with it', () => {
  const sightings = sightingsFor([
    ['WEINE', 10, 4, 3],
    ['Riesling 5,50', 10, 8],
    ['Silvaner 5,50', 10, 11],
    ['BIERGETRÄNKE', 10, 15, 3],
    ['Quartzjubel 4,50', 10, 19],
    ['BIERMISCHGETRÄNKE', 10, 23, 3],
    ['Zwartgans 4,20', 10, 27],
  ])
  expect(sightings.map(({ printed: { name, style } }) => [name, style])).toEqual([
    ['Quartzjubel', null],
    ['Zwartgans', 'Fruit Beer'],
  ])
})

test('applies sizes and prices in the brackets of a heading to its section', () => {
  const sightings = sightingsFor([
    ['SPECIAL BEER (Glass 100ml $4.90, Pint 200ml $7.90)', 10, 10],
    ['Kwispel Dubbel', 10, 14],
    ['Harbour Beacon $5.10', 10, 18],
  ])
  expect(namesOf(sightings)).toEqual(['Kwispel Dubbel', 'Harbour Beacon'])
  expect(sightings.map(({ printed: { section, price } }) => [section, price])).toEqual([
    ['SPECIAL BEER', '$4.90 / $7.90'],
    ['SPECIAL BEER', '$5.10'],
  ])
})

test('keeps a heading followed by a note about serving sizes', () => {
  const sightings = sightingsFor([
    ['LAGER', 10, 6, 3],
    ['(Glass 250ml, Pint 473ml)', 10, 11],
    ['Kwispel Dubbel', 10, 17],
  ])
  expect(sightings.map(({ printed: { section, size } }) => [section, size])).toEqual([['LAGER', null]])
})

test('reads a beer with an ABV below the heading of its brewery', () => {
  const sightings = sightingsFor([
    ['CANS', 10, 4, 4],
    ['Kwispel', 10, 9, 3],
    ['Kwispel Dubbel 6.8%', 10, 14],
    ['6.00', 80, 14],
    ['Quartzjubel 5.2%', 10, 17],
    ['6.80', 80, 17],
    ['Biscuits', 10, 20],
    ['2.80', 80, 20],
  ])
  expect(namesOf(sightings)).toEqual(['Kwispel Dubbel', 'unlisted: Quartzjubel'])
  expect(sightings[1]?.printed.brewery).toBe('Brouwerij Kwispel')
})

test('takes a mark of what is sold out for no heading', () => {
  const sightings = sightingsFor([
    ['BEERS', 10, 4, 4],
    ['On Tap', 10, 9, 3],
    ['Kwispel Dubbel 6.8% $5.00', 10, 14],
    ['SOLD OUT', 10, 17],
    ['Harbour Lantern 6.1% $5.00', 10, 20],
    ['Harbour Beacon 5.4% $5.00', 10, 23],
  ])
  expect(namesOf(sightings)).toEqual(['Kwispel Dubbel', 'Harbour Lantern', 'Harbour Beacon'])
  expect(sightings.map(({ printed: { section } }) => section)).toEqual(['On Tap', 'On Tap', 'On Tap'])
})

test('keeps a heading next to numbers whose item name was not read', () => {
  const sightings = sightingsFor([
    ['Bottles & Cans', 10, 10, 3],
    ['5.0%', 70, 11.5],
    ['$6.00', 80, 11.5],
    ['Kwispel Dubbel $4.00', 10, 17],
    ['Harbour Beacon $4.00', 10, 21],
    ['Kwispel Tripel $4.00', 10, 25],
  ])
  expect(sightings.map(({ printed }) => printed.section)).toEqual(Array(3).fill('Bottles & Cans'))
})

test('keeps the first beer below its heading, whatever section precedes it', () => {
  const sightings = sightingsFor([
    ['Starters', 10, 4, 3],
    ...['Tomato Soup', 'Grilled Salmon', 'Onion Soup'].map(
      (dish, index): Printed => [`${dish} $9.00`, 10, 9 + index * 4],
    ),
    ['Bottled Beer', 10, 24, 3],
    ['Zwartgans Nacht 5.2% $4.00', 10, 29],
    ['Kwispel Dubbel $4.00', 10, 33],
  ])
  expect(namesOf(sightings)).toEqual(['unlisted: Zwartgans Nacht', 'Kwispel Dubbel'])
})

/** A heading as tall as the rows and as near to them, between priced beers, with unlisted items below it. */
const withHeading = (heading: string) =>
  sightingsFor([
    ['Kwispel Dubbel 6.8% 5,00', 10, 10],
    ['Kwispel Tripel 8.4% 5,50', 10, 13],
    [heading, 10, 16],
    ['Quiet Morning 4,50', 10, 19],
    ['Harbour Beacon 4,80', 10, 22],
  ])

test.each([
  'Biere vom Fass',
  'Bières pression',
  'Flessenbier',
  'Cervezas',
  'Pivo čepované',
  'Birre alla spina',
  'Draught beers',
  'Cervejas',
  'Piwa',
])('reads %j as the heading of beers', (heading) => {
  const sightings = withHeading(heading)
  expect(namesOf(sightings)).toEqual(['Kwispel Dubbel', 'Kwispel Tripel', 'unlisted: Quiet Morning', 'Harbour Beacon'])
  expect(sightings.map(({ printed }) => printed.section)).toEqual([null, null, heading, heading])
})

test.each(['Vom Fass', 'On draught', 'Van het vat'])('reads %j above beers as their heading', (heading) => {
  const sightings = sightingsFor([
    [heading, 10, 4, 2.6],
    ['Quiet Morning 4,50', 10, 10],
    ['Harbour Beacon 4,80', 10, 13],
  ])
  expect(sightings.map(({ printed }) => printed.section)).toEqual([heading, heading])
})

test.each(['Tapas', 'Vorspeisen', 'Desserts', 'Wijnen', 'Soft Drinks', 'Předkrmy', 'Antipasti'])(
  'takes the rows below %j for no beers, and those below the next heading of beers for beers again',
  (heading) => {
    const sightings = sightingsFor([
      ['Harbour Lantern 4,80', 10, 4],
      [heading, 10, 9, 4],
      ['Quiet Morning 4,50', 10, 14],
      ['Silent Evening 5,50', 10, 17],
      ['Biere vom Fass', 10, 21, 4],
      ['Zwartgans Nacht 5,00', 10, 26],
      ['Harbour Beacon 4,80', 10, 29],
    ])
    expect(namesOf(sightings)).toEqual(['Harbour Lantern', 'unlisted: Zwartgans Nacht', 'Harbour Beacon'])
  },
)

test('reads a drink without a price as an item, and as a heading only if it is set like one', () => {
  const sightings = (height: number) =>
    sightingsFor([
      ['Kwispel Dubbel 5,00', 10, 10],
      ['Kaffee', 10, 16, height],
      ['Harbour Beacon 4,80', 10, 22],
    ])
  expect(namesOf(sightings(2))).toEqual(['Kwispel Dubbel', 'Harbour Beacon'])
  expect(namesOf(sightings(3.4))).toEqual(['Kwispel Dubbel'])
})

test.each(['Quilleur', 'Tapas Bar'])('keeps the beers below %j', (heading) => {
  expect(namesOf(withHeading(heading))).toContain('Harbour Beacon')
})

test('reads a Japanese menu: its headings, and what is sold beside beer', () => {
  const beers = ['生ビール', 'Kwispel Dubbel 生中 ¥780', 'ハーバー ペールエール 6% ¥900', 'Harbour IPA 6% ¥950']
  const others = ['ハイボール', '角ハイボール ¥500', 'レモンサワー ¥450', '日本酒 一合 ¥600', 'おつまみ', '枝豆 ¥300']
  const sightings = sightingsFor([...beers, ...others].map((text, at) => [text, 10, 6 + at * 5]))
  expect(sightings.map(({ printed: { name, style, price } }) => [name, style, price])).toEqual([
    ['Kwispel Dubbel', 'Dubbel', '¥780'],
    ['ハーバー ペールエール', 'Pale Ale', '¥900'],
    ['Harbour IPA', 'IPA', '¥950'],
  ])
})

test('takes no style from a heading of beers of all kinds', () => {
  const styleBelow = (heading: string) =>
    sightingsFor([
      [heading, 10, 6, 3],
      ['Zwartgans Dag 5.0%', 10, 12],
      ['Kwispel Dubbel', 10, 17],
    ])[0]?.printed.style
  expect(['CERVEZAS', 'BIRRE', '生ビール', 'LAGER'].map(styleBelow)).toEqual([null, null, null, 'Pale Lager'])
})

test('applies the price of a large heading to items of the smaller headings below it', () => {
  const sightings = sightingsFor([
    ['All Beers $6', 10, 4, 4],
    ['LAGER', 10, 10, 2.8],
    ['Kwispel Dubbel', 10, 14],
    ['STOUT', 10, 20, 2.8],
    ['Harbour Beacon', 10, 24],
  ])
  expect(sightings.map(({ printed }) => [printed.section, printed.price])).toEqual([
    ['LAGER', '$6'],
    ['STOUT', '$6'],
  ])
})

test('does not report a note under a priced heading as a beer', () => {
  const sightings = sightingsFor([
    ['Draft Beer $6', 10, 4, 4],
    ['Kwispel Dubbel', 10, 10],
    ['Ask for today’s offer', 10, 24],
  ])
  expect(namesOf(sightings)).toEqual(['Kwispel Dubbel'])
})

test('takes the brewery and the style from headings', () => {
  const sightings = sightingsFor([
    ['KWISPEL', 10, 6, 3],
    ['Zwartgans Nacht Stout 7.1%', 10, 11],
    ['PORTER', 10, 20, 3],
    ['Zwartgans Dag 5.0%', 10, 25],
    ['Harbour Beacon', 10, 29],
  ])
  expect(sightings.map(({ printed }) => [printed.name, printed.brewery, printed.style])).toEqual([
    ['Zwartgans Nacht Stout', 'Brouwerij Kwispel', 'Stout'],
    ['Zwartgans Dag', null, 'Porter'],
    ['Harbour Beacon', null, 'Porter'],
  ])
})

test('takes no note about charges for the heading of what follows', () => {
  const sightings = sightingsFor([
    ['Draft Beer', 10, 4, 3],
    ['perperson,gratuityincluded', 10, 10, 3],
    ['Kwispel Dubbel $4.00', 10, 17],
    ['Harbour Beacon $4.00', 10, 21],
  ])
  expect(sightings.map(({ printed }) => printed.section)).toEqual(['Draft Beer', 'Draft Beer'])
})
