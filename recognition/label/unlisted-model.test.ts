import { expect, test } from 'vitest'
import { type Catalogue, openCatalogue } from '#catalogue'
import { loadShipped } from '#catalogue/shipped'
import { aTextLine, type TextShape } from '#testing/text-line.ts'
import { placeLines } from '../lines/layout.ts'
import { matchLines } from './sighting.ts'
import { describeLabel } from './unlisted-model.ts'

type Printed = readonly [text: string, y: number, shape?: TextShape]

const catalogue = openCatalogue({ version: 1, breweries: [], beers: [] }, loadShipped())

const described = (...printed: readonly Printed[]) => describedBy(catalogue, ...printed)

function describedBy(catalogue: Catalogue, ...printed: readonly Printed[]) {
  const placed = placeLines(
    printed.map(([text, y, shape]) => aTextLine(text, 20, y, { height: 5, ...shape })),
    { width: 1_000, height: 1_000 },
  )
  const match = matchLines(catalogue, placed, { shape: 'single', photoWords: { beer: 0, other: 0, food: 0 } })
  return describeLabel(catalogue, placed, match)
}

test('finds the brewery above its trade word and the name in the largest letters', () => {
  const label = described(
    ['SEVEN HERONS', 20],
    ['BREWING CO', 26, { height: 4 }],
    ['MOORHEN', 45, { height: 12 }],
    ['brewed with love by the lake', 70, { height: 2 }],
    ['330 ml', 80, { height: 2 }],
  )
  expect(label).toMatchObject({ brewery: 'SEVEN HERONS BREWING CO', name: 'MOORHEN' })
  expect(label?.beerProbability).toBeGreaterThan(0.7)
})

test('finds the brewery next to a trade word of which the first letter is out of sight', () => {
  const label = described(['SEVEN HERONS', 20], ['REWING COMPANY', 26], ['MOORHEN', 45, { height: 12 }])
  expect(label?.brewery).toMatch(/^SEVEN HERONS/)
})

test.each([
  ['RAUEREI', 'SEVEN HERONS Brauerei'],
  ['ROUWERIJ', 'SEVEN HERONS Brouwerij'],
  ['HAUSBRAUEREI', 'SEVEN HERONS HAUSBRAUEREI'],
  ['MIKROBRYGGERI', 'SEVEN HERONS MIKROBRYGGERI'],
])('finds the brewery above %s', (word, brewery) => {
  const label = described(['SEVEN HERONS', 20], [word, 26, { height: 4 }], ['MOORHEN', 45, { height: 12 }])
  expect(label).toMatchObject({ brewery, name: 'MOORHEN' })
})

test('finds the brewery in a line about who brewed and bottled the beer, and not the importer', () => {
  const line = 'Brewed and bottled by Quillfeather Brewery, 12 High Street, Quillport'
  expect(described(['MOORHEN', 40, { height: 12 }], [line, 80])?.brewery).toBe('Quillfeather Brewery')
  const importer = 'Imported by Quillfeather Brewery Imports Ltd'
  expect(described(['MOORHEN', 40, { height: 12 }], [importer, 80])?.brewery).toBeUndefined()
})

test('prefers the printed brewery to a known one that is named after its town', () => {
  const breweries = [{ id: 1, name: 'Quillport Brewing', aliases: [], country: 'Nowhere' }]
  const known = openCatalogue({ version: 1, breweries, beers: [] }, loadShipped())
  const line = 'Brewed by Quillfeather Brewing Co., Quillport OR'
  expect(describedBy(known, ['MOORHEN', 40, { height: 12 }], [line, 80])?.brewery).toBe('Quillfeather Brewing Co.')
})

test('joins two lines of a name', () => {
  const label = described(
    ['ZWARTE', 40, { height: 9 }],
    ['MOORHEN', 50, { height: 9 }],
    ['5.6% vol', 80, { height: 2 }],
  )
  expect(label?.name).toBe('ZWARTE MOORHEN')
})

test.each(['HERBSTGLUT', 'TDH MOORHEN'])('proposes the name %s, whatever its consonants', (name) => {
  expect(described(['SEVEN HERONS BREWING CO', 20], [name, 45, { height: 12 }])?.name).toBe(name)
})

test('adds the style to a brand without a brewery', () => {
  expect(described(['MOORHEN', 40, { height: 9 }], ['TRIPEL', 60])?.name).toBe('MOORHEN TRIPEL')
})

test('uses the style as the name if nothing but the brewery is printed next to it', () => {
  const label = described(['SEVEN HERONS', 20], ['BREWERY', 26, { height: 4 }], ['BOCK', 45, { height: 12 }])
  expect(label).toMatchObject({ brewery: 'SEVEN HERONS BREWERY', name: 'BOCK' })
})

test.each([
  ['a line that was read badly', { confidence: 0.72 }, 'MOORHEN'],
  ['letters that are no word', {}, 'XKVRTZ'],
  ['a word of three letters', {}, 'MOO'],
])('proposes no name from %s', (_, shape, text) => {
  expect(described([text, 40, { height: 9, ...shape }], ['5.6% vol', 60])?.name).toBeUndefined()
})

test.each([
  [
    'a wine',
    [
      ['Domaine Heron', 20],
      ['Merlot', 40],
      ['13% vol', 60],
    ],
  ],
  [
    'a birthday label',
    [
      ['HAPPY BIRTHDAY', 20],
      ['Moorhen', 40],
      ['special edition', 60],
    ],
  ],
  [
    'a menu of dishes',
    [
      ['Onion soup', 20],
      ['Grilled salmon', 30],
      ['Steak and fries', 40],
      ['Apple cake', 50],
    ],
  ],
] as const)('takes %s for no beer', (_, printed) => {
  expect(described(...printed)?.beerProbability).toBeLessThan(0.5)
})

test.each([
  ['a shampoo', ['Moorhen', 'Shampoo for dry hair', 'with orange oil', '250 ml']],
  ['a shampoo of beer', ['Moorhen', 'BEER SHAMPOO', 'with hops', '250 ml']],
  ['a cola', ['Moorhen Cola', 'with caffeine', 'Please recycle', '330 ml']],
  ['a root beer', ['Moorhen', 'ROOT BEER', '355 ml']],
  ['a ginger beer', ['Moorhen', 'Ginger-Beer', '275 ml']],
  ['a mustard', ['Moorhen', 'Biersenf', 'Senf mit Bier', '200 ml']],
])('takes %s for no beer, even with a volume and the word', (_, texts) => {
  const label = described(...texts.map((text, index) => [text, 20 + 12 * index] as const))
  expect(label?.beerProbability).toBeLessThan(0.5)
})

test.each([
  '5.2 %',
  'hard root beer 5 % alc.',
  '5,2 % vol',
  'alc. 5.2% by vol.',
  'Tripel',
  'Brauerei',
  'olut',
  'õlu',
  '生ビール',
  'Blondbier',
  'hops and malt',
])('takes a label with a volume for a beer if it also prints %j', (text) => {
  expect(described(['MOORHEN', 40, { height: 12 }], [text, 60], ['330 ml', 80])?.beerProbability).toBeGreaterThan(0.5)
})

test.each([
  'Store cool and dark',
  'Bitte hell lagern',
  'À conserver au frais, à l’abri de la lumière brune',
  'Donker bewaren',
  'Conservar en lugar oscuro',
  'Skladujte v temném a suchém místě',
  'Conservare al buio, luogo scuro',
  'water, pilsner malt, hops, yeast',
  'www.stout-moorhen.com',
])('takes neither name nor style from the small print %j', (text) => {
  const label = described(['MOORHEN', 40, { height: 9 }], [text, 60, { height: 8 }], ['5 % vol', 80, { height: 2 }])
  expect(label?.name).toBe('MOORHEN')
})

test('describes nothing without legible text', () => {
  expect(described(['moo', 20, { confidence: 0.4 }])).toBeUndefined()
})
