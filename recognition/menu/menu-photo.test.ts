import { expect, test } from 'vitest'
import type { VisionEngine } from '#vision'
import { aLine, aMenu, anEngine, namesOf, outcomeOf, stepsOf, upright } from '../given-lines.fixture.ts'

test('returns the box of every beer of a menu', async () => {
  const lines = [
    ...[aLine('BEER', 10, 5), aLine('Kwispel Tripel 8.4% 5.50', 10, 20), aLine('Harbour Lantern 6.1% 4.50', 10, 30)],
    aLine('Moorhen Pale Ale 5.0% 4.80', 10, 40),
  ]
  const { sightings } = await outcomeOf(anEngine(upright(lines)), 'menu')
  expect(sightings.length).toBe(3)
  const tops = sightings.map(({ box }) => box?.y ?? Number.NaN)
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
})

test('counts the rows of a menu that are printed like its beers and were not read', async () => {
  const rows = ['Kwispel Tripel 8.4% 5.50', 'Harbour Lantern 6.1% 4.50', 'Harbour Beacon 5.4% 4.80']
  const lines = [aLine('BEERS', 10, 5), ...rows.map((row, index) => aLine(row, 10, 20 + 10 * index))]
  expect((await outcomeOf(anEngine(upright(lines)), 'menu')).detected).toBe(3)
  const blurred = aLine('Moorhen Wayfarer 5.9% 4.20', 10, 50, { confidence: 0.6 })
  const outcome = await outcomeOf(anEngine(upright([...lines, blurred])), 'menu')
  expect([outcome.sightings.length, outcome.detected]).toEqual([3, 4])
})

test('reads a menu in printed order, with ABV and price of the same row, and drops the wine', async () => {
  const outcome = await outcomeOf(anEngine(upright(aMenu())), 'menu')
  expect(namesOf(outcome)).toEqual(['Kwispel Dubbel', 'unlisted: Moorhen Oatmeal Stout', 'Harbour Beacon'])
  expect(outcome.sightings.map(({ printed: { abv, price, section } }) => [abv, price, section])).toEqual([
    [6.8, '$5.50', 'Draft Beer'],
    [4.9, '$6.00', 'Draft Beer'],
    [null, '$6.20', 'Draft Beer'],
  ])
  expect(outcome.title).toBe('House Beers')
})

test('reads a menu photographed at an angle', async () => {
  const outcome = await outcomeOf(anEngine(upright(aMenu(0.07))), 'menu')
  expect(namesOf(outcome)).toEqual(['Kwispel Dubbel', 'unlisted: Moorhen Oatmeal Stout', 'Harbour Beacon'])
  expect(outcome.sightings.map(({ printed }) => printed.price)).toEqual(['$5.50', '$6.00', '$6.20'])
})

test.each([
  ['no beer while a detail may still follow', 24, []],
  ['a beer once its end on the photo is well above the lines to come', 30, ['row']],
])('emits of a page photographed at an angle %s', async (_, next, emitted) => {
  const turned = (text: string, y: number) => aLine(text, 70, y, { height: 2, slope: 0.1 })
  const piece = [turned('Draft Beer', 12), turned('Kwispel Dubbel', 20), turned('Harbour Lantern', next)]
  const whole = anEngine(upright([...piece, turned('Kwispel Tripel', 40)]))
  const inPieces: VisionEngine = {
    ...whole,
    async *read(...asked) {
      yield { kind: 'progress', done: 3, total: 4, lines: piece }
      yield* whole.read(...asked)
    },
  }
  const kinds = (await stepsOf(inPieces, 'menu')).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'row')).toEqual(emitted)
})

const textsOf = (rows: [text: string, x: number, y: number, height?: number][]) =>
  rows.map(([text, x, y, height = 2]) => aLine(text, x, y, { height }))

test('reads the second half of a section before the next section', async () => {
  const lines = textsOf([
    ['The Reed', 10, 2, 6],
    ['BOTTLES', 10, 10, 4],
    ['Kwispel Dubbel', 10, 16],
    ['Harbour Beacon', 10, 20],
    ['Kwispel Tripel', 50, 16],
    ['Harbour Lantern', 50, 20],
    ['CANS', 10, 30, 4],
    ['Moorhen Stout 5.1%', 10, 36],
    ['Zwartgans Porter 5.5%', 10, 40],
  ])
  const { sightings } = await outcomeOf(anEngine(upright(lines)), 'menu')
  expect(sightings.map(({ printed }) => printed.section)).toEqual([...Array(4).fill('BOTTLES'), 'CANS', 'CANS'])
})

test('reads a cider among beers as an item, not as a heading', async () => {
  const lines = textsOf([
    ['Bottled Beer', 10, 10],
    ['Kwispel Dubbel', 10, 16],
    ['Strongmoor Cider', 10, 20],
    ['Kwispel Tripel', 10, 24],
  ])
  expect(namesOf(await outcomeOf(anEngine(upright(lines)), 'menu'))).toEqual(['Kwispel Dubbel', 'Kwispel Tripel'])
})

test('joins the prices of three sizes printed between a name and its details', async () => {
  const lines = textsOf([
    ['Kwispel Dubbel', 10, 10],
    ['dubbel 6.8% Nowhere', 10, 12.2],
    ['3.10', 55, 11],
    ['4.95', 65, 11.3],
    ['10.90', 75, 10.8],
    ['Kwispel Tripel', 10, 17],
    ['tripel 8.4% Nowhere', 10, 19.2],
    ['3.50', 55, 18],
    ['5.20', 65, 18.3],
    ['11.40', 75, 17.8],
  ])
  const { sightings } = await outcomeOf(anEngine(upright(lines)), 'menu')
  expect(sightings.map(({ printed }) => [printed.abv, printed.price])).toEqual([
    [6.8, '3.10 / 4.95 / 10.90'],
    [8.4, '3.50 / 5.20 / 11.40'],
  ])
})

test('reports every row of a bulleted list of beers', async () => {
  const lines = textsOf([
    ['Tasting with the Brewer', 10, 10, 4],
    ['· Smoked Golden Ale', 10, 18],
    ['· Free Range Red', 10, 23],
    ['· Oatmeal Stout', 10, 28],
    ['· Harvest Porter', 10, 33],
    ['Tickets at the door', 10, 60],
  ])
  expect(namesOf(await outcomeOf(anEngine(upright(lines)), 'menu'))).toEqual([
    'unlisted: Smoked Golden Ale',
    'unlisted: Free Range Red',
    'unlisted: Oatmeal Stout',
    'unlisted: Harvest Porter',
  ])
})

test.each([
  ['wine', ['Red Wine', 'Merlot $7.00', 'Pinot Noir $8.50', 'Shiraz $9.00']],
  ['dishes', ['Starters', 'Tomato Soup $6.00', 'Beer Battered Fish $14.00', 'Caesar Salad $9.50']],
  ['cocktails', ['Cocktails', 'Ginger Beer Mule, vodka $9.00', 'Margarita $10.00', 'Negroni $11.00']],
])('finds no beer on a menu of %s', async (_, texts) => {
  const lines = texts.map((text, index) => aLine(text, 10, 10 + index * 6, { height: 2 }))
  expect(namesOf(await outcomeOf(anEngine(upright(lines)), 'menu'))).toEqual([])
})
