import { expect, test } from 'vitest'
import { aTextLine as aLine } from '#testing/text-line.ts'
import type { TextLine } from '#vision'
import { menuRows } from './menu-rows.ts'

const PAGE = { width: 1_000, height: 1_000 }

const factsOf = (lines: readonly TextLine[]) =>
  menuRows(lines, PAGE).map(({ text, facts: { abv, price } }) => [text, abv, price])

test('assigns a price to the row at its height, however far the row below it extends', () => {
  const lines = [
    aLine('Kwispel', 10, 10),
    aLine('5.50', 80, 10.4),
    aLine('Brouwerij Kwispel - Strong Golden Ale', 10, 12.1),
  ]
  expect(factsOf(lines)).toEqual([
    ['Kwispel', null, '5.50'],
    ['Brouwerij Kwispel - Strong Golden Ale', null, null],
  ])
})

test('straightens a page whose lines converge towards the bottom', () => {
  const rows = Array.from({ length: 10 }, (_, index) => 8 + index * 8)
  const lines = rows.flatMap((y, index) => {
    const slope = (y - 50) * -0.001
    const lowered = (x: number) => y + (x - 50) * slope
    return [
      aLine(`Zwartgans Number ${'abcdefghij'[index]}`, 8, lowered(8), { slope }),
      aLine('Kwispel - Strong Golden Ale', 8, lowered(8) + 2.2, { slope }),
      aLine(`${index + 1}.50`, 85, lowered(85), { slope }),
    ]
  })
  const priced = factsOf(lines).filter(([, , price]) => price !== null)
  expect(priced).toEqual(rows.map((_, index) => [`Zwartgans Number ${'abcdefghij'[index]}`, null, `${index + 1}.50`]))
})

test('reads whole numbers at the ends of rows as prices if the menu has no other prices', () => {
  const lines = [
    aLine('Kwispel [Nowhere] 7', 10, 10),
    aLine('Zwartgans IPA 6/18', 10, 14),
    aLine('Harbour Lantern', 10, 18),
    aLine('8', 70, 18),
    aLine('Moorhen Stout 12', 10, 22),
    aLine('Quillfeather Pils 0', 10, 26),
  ]
  expect(factsOf(lines)).toEqual([
    ['Kwispel [Nowhere]', null, '7'],
    ['Zwartgans IPA', null, '6/18'],
    ['Harbour Lantern', null, '8'],
    ['Moorhen Stout', null, '12'],
    ['Quillfeather Pils 0', null, null],
  ])
})

test('reads bare prices in thousands, of several sizes as well', () => {
  const names = ['Kwispel', 'Zwartgans', 'Harbour Lantern', 'Moorhen Stout']
  const [tens, both] = [
    names.flatMap((name, index) => [aLine(name, 10, 10 + index * 4), aLine('45.000', 80, 10 + index * 4)]),
    names.flatMap((name, index) => [
      aLine(name, 10, 10 + index * 4),
      aLine(`${index + 6}00`, 60, 10 + index * 4),
      aLine('1,150', 80, 10 + index * 4),
    ]),
  ]
  expect(factsOf(tens).map(([, , price]) => price)).toEqual(names.map(() => '45.000'))
  expect(factsOf(both).map(([, , price]) => price)).toEqual(names.map((_, index) => `${index + 6}00 / 1,150`))
})

test.each(['1 · ', '#1 ', '1: ', '1 - ', '1) '])(
  'takes the number of a tap in front of a name for none of its words: %s',
  (first) => {
    const names = ['Kwispel', 'Zwartgans', 'Harbour Lantern', 'Moorhen Stout']
    const lines = names.map((name, index) =>
      aLine(`${first.replace('1', `${index + 1}`)}${name} 5,2%`, 10, 10 + index * 4),
    )
    expect(factsOf(lines).map(([text]) => text)).toEqual(names)
  },
)

test('reads a whole number behind a price as another price, unless it is of another order', () => {
  const row = (y: number, ...numbers: string[]) => [
    aLine('Kwispel', 10, y),
    ...numbers.map((number, index) => aLine(number, 50 + index * 12, y)),
  ]
  const lines = [
    row(10, '9.25', '6.50', '26'),
    row(14, '8.75', '6', '25'),
    row(18, '4.50', '82'),
    row(22, '45', '4.50'),
  ]
  expect(factsOf(lines.flat()).map(([, , price]) => price)).toEqual([
    '9.25 / 6.50 / 26',
    '8.75 / 6 / 25',
    '4.50',
    '4.50',
  ])
})

test('takes a decimal beside a price with a currency for none', () => {
  expect(factsOf([aLine('Kwispel 5.9% 3.82', 10, 10), aLine('£5.80', 80, 10)])).toEqual([['Kwispel', 5.9, '£5.80']])
})

/** Rows of two fields with what is beside the first and the second. */
const fieldRows = (names: readonly string[], besideFirst: string | null) => [
  aLine('Beer', 10, 6),
  aLine('Brewery', 40, 6),
  aLine('ABV', 70, 6),
  ...names.flatMap((name, index) => [
    aLine(name, 10, 10 + index * 4),
    ...(besideFirst === null ? [] : [aLine(besideFirst, 30, 10 + index * 4)]),
    aLine('Brouwerij Zwartgans', 40, 10 + index * 4),
    aLine('5.2%', 70, 10 + index * 4),
    aLine('$5.00', 80, 10 + index * 4),
  ]),
]

test('joins the fields of a table into rows, without its headers', () => {
  const names = ['Harbour Lantern', 'Quiet Evening', 'Moorhen', 'Quillfeather']
  expect(factsOf(fieldRows(names, null))).toEqual(names.map((name) => [`${name} | Brouwerij Zwartgans`, 5.2, '$5.00']))
})

test('joins the fields of a table whose ABVs are between them', () => {
  const names = ['Harbour Lantern', 'Quiet Evening', 'Moorhen', 'Quillfeather']
  const fields = names.flatMap((name, index) =>
    [name, '5.2%', 'Bristol, UK', 'Helles', '$5.00'].map((text, at) => aLine(text, 10 + at * 18, 10 + index * 4)),
  )
  expect(factsOf(fields)).toEqual(names.map((name) => [`${name} | Bristol, UK | Helles`, 5.2, '$5.00']))
})

test('reads bare numbers of a table by the headers above them', () => {
  const names = ['Harbour Lantern', 'Quiet Evening', 'Moorhen', 'Quillfeather']
  const rows = [
    ['Name', 'Style', 'ABV', 'Glass', 'Price'],
    ...names.map((name) => [name, 'Helles', '5.2', 'Pint', '6.5']),
  ]
  const fields = rows.flatMap((row, index) => row.map((text, at) => aLine(text, 10 + at * 18, 10 + index * 4)))
  expect(factsOf(fields)).toEqual(names.map((name) => [`${name} | Helles`, 5.2, '6.5']))
})

test('joins what follows names at a distance and begins with a number, and nothing that begins with a name', () => {
  const beside = (of: (index: number) => string) =>
    ['Harbour Lantern', 'Quiet Evening', 'Moorhen', 'Quillfeather'].flatMap((name, index) => [
      aLine(name, 10, 10 + index * 4),
      aLine(of(index), 60, 10 + index * 4),
    ])
  expect(factsOf(beside((index) => `4.${index}% Amber`))).toEqual([
    ['Harbour Lantern | Amber', 4, null],
    ['Quiet Evening | Amber', 4.1, null],
    ['Moorhen | Amber', 4.2, null],
    ['Quillfeather | Amber', 4.3, null],
  ])
  expect(factsOf(beside(() => '$7 pint')).map(([, , price]) => price)).toEqual(['$7', '$7', '$7', '$7'])
  expect(factsOf(beside(() => 'Zwartgans 5.2%')).map(([text]) => text)).not.toContain('Moorhen | Zwartgans')
  for (const name of ['$6 Zwartgans Nacht', '0,5 l Zwartgans 4,90', '12. Zwartgans 5.2%', '805 Blonde $6'])
    expect(factsOf(beside(() => name)).filter(([text]) => /\|/u.test(`${text}`))).toEqual([])
  const strong = beside((index) => `4.${index}% Amber`).flatMap((line, index) =>
    index % 2 ? [line] : [line, aLine('5.5%', 45, 10 + index * 2)],
  )
  expect(factsOf(strong).filter(([text]) => /\|/u.test(`${text}`))).toEqual([])
  expect(
    factsOf(beside(() => '0,5 l Zwartgans Nacht vom Fass 5,20')).filter(([text]) => /\|/u.test(`${text}`)),
  ).toEqual([])
})

test('keeps a row that begins with numbers below the name that it is printed below', () => {
  const lines = ['Kwispel', 'Zwartgans', 'Moorhen'].flatMap((name, index) => [
    aLine(name, 10, 10 + index * 8),
    aLine('7.00', 60, 10 + index * 8),
    aLine('3.3 dl', 10, 13 + index * 8),
    aLine(`5.${index}% (BEL)`, 60, 13 + index * 8),
  ])
  expect(factsOf(lines)).toEqual([
    ['Kwispel', null, '7.00'],
    ['(BEL)', 5, null],
    ['Zwartgans', null, '7.00'],
    ['(BEL)', 5.1, null],
    ['Moorhen', null, '7.00'],
    ['(BEL)', 5.2, null],
  ])
})

test('joins no rows of two lists side by side, nor a few that are level by chance', () => {
  const names = ['Harbour Lantern', 'Quiet Evening', 'Moorhen', 'Quillfeather']
  expect(factsOf(fieldRows(names, '$4.00')).filter(([text]) => /\|/u.test(`${text}`))).toEqual([])
  expect(factsOf(fieldRows(names.slice(1), null)).filter(([text]) => /\|/u.test(`${text}`))).toEqual([])
})

test('reads lines between columns as no part of a name or of an ABV', () => {
  const rows = [
    'Kwispel |5.1%| 5.20',
    'Zwartgans I 5.2% l 5.20',
    'Moorhen [5.3%] 5.20',
    'Harbour Lantern | 13.5% | 5.20',
    'Harbour Beacon 15.4% 5.20',
  ]
  expect(factsOf(rows.map((text, index) => aLine(text, 10, 10 + index * 4)))).toEqual([
    ['Kwispel', 5.1, '5.20'],
    ['Zwartgans', 5.2, '5.20'],
    ['Moorhen', 5.3, '5.20'],
    ['Harbour Lantern', 13.5, '5.20'],
    ['Harbour Beacon', 5.4, '5.20'],
  ])
  const [, strong] = factsOf([aLine('Kwispel |5.1%| 5.20', 10, 10), aLine('Harbour Beacon 15.4% 5.20', 10, 14)])
  expect(strong).toEqual(['Harbour Beacon', 15.4, '5.20'])
})

test('reads 0,50 in front of a price as a size', () => {
  const lines = [
    aLine('Kwispel 0,50', 10, 10),
    aLine('€5,00', 80, 10),
    aLine('Zwartgans 0,40 4,20', 10, 14),
    aLine('Moorhen', 10, 18),
    aLine('0,50', 60, 18),
    aLine('4,80', 80, 18),
    aLine('Quillfeather 0,50', 10, 22),
  ]
  expect(menuRows(lines, PAGE).map(({ facts: { price, size } }) => [price, size])).toEqual([
    ['€5,00', '0,50'],
    ['4,20', '0,40'],
    ['4,80', '0,50'],
    ['0,50', null],
  ])
})

test('reads a price with what it says of taxes, and no row of its own', () => {
  const prices = ['¥980 (税込)', '¥650（税込）', '5,00 € TTC', '¥650 tax included']
  const lines = prices.flatMap((price, index) => [
    aLine(`Kwispel ${'abcd'[index]}oek`, 10, 10 + index * 4),
    aLine(price, 70, 10 + index * 4),
  ])
  expect(factsOf(lines)).toEqual([
    ['Kwispel aoek', null, '¥980'],
    ['Kwispel boek', null, '¥650'],
    ['Kwispel coek', null, '5,00 €'],
    ['Kwispel doek', null, '¥650'],
  ])
  const twice = ['Kwispel 1,080円 (税込1,188円)', 'Zwartgans ¥900（税込 ¥990）', 'Harbour (税込1,100円)']
  expect(factsOf(twice.map((text, index) => aLine(text, 10, 10 + index * 4)))).toEqual([
    ['Kwispel', null, '1,080円'],
    ['Zwartgans', null, '¥900'],
    ['Harbour', null, '1,100円'],
  ])
})

test('reads prices that absorbed dots of their leaders', () => {
  const lines = ['.9..80', '3.9.5', '12.50.', '. 4.20'].flatMap((price, index) => [
    aLine(`Kwispel ${'abcd'[index]}oek . . . . .`, 10, 10 + index * 4),
    aLine(price, 80, 10 + index * 4),
  ])
  expect(factsOf(lines).map(([, , price]) => price)).toEqual(['9.80', '3.95', '12.50', '4.20'])
})

test('adds no decimal point to a number of three or four digits that has one', () => {
  const lines = ['10.5', '12.0', '5.2'].flatMap((abv, index) => [
    aLine(`Kwispel ${'abc'[index]}oek`, 10, 10 + index * 4),
    aLine(abv, 60, 10 + index * 4),
  ])
  expect(factsOf([aLine('ABV', 60, 6), ...lines])).toEqual([
    ['Kwispel aoek', 10.5, null],
    ['Kwispel boek', 12, null],
    ['Kwispel coek', 5.2, null],
  ])
  const prices = ['12.5', '4.500', '12.50'].flatMap((price, index) => [
    aLine(`Kwispel ${'abc'[index]}oek`, 10, 10 + index * 4),
    aLine(price, 80, 10 + index * 4),
  ])
  expect(factsOf(prices).map(([, , price]) => price)).toEqual([null, null, '12.50'])
})

test('keeps the number in a name if the menu has other prices', () => {
  const names = ['Rochefort 10', 'Labatt 50', 'Firemans 4', 'Prior 8']
  const lines = names.flatMap((name, index) => [aLine(name, 10, 10 + index * 4), aLine('$5.00', 70, 10 + index * 4)])
  expect(factsOf(lines)).toEqual(names.map((name) => [name, null, '$5.00']))
})

test('reads an ABV column in which a value lost its decimal point or a digit became a letter', () => {
  const lines = [
    aLine('Alc', 10, 6),
    aLine('5.0 Kwispel', 10, 10),
    aLine('4.5 Zwartgans', 10, 14),
    aLine('6.1 Harbour Lantern', 10, 18),
    aLine('B.5 Moorhen', 10, 22),
    aLine('64 Fresh Wind', 10, 26),
  ]
  expect(factsOf(lines)).toEqual([
    ['Kwispel', 5, null],
    ['Zwartgans', 4.5, null],
    ['Harbour Lantern', 6.1, null],
    ['Moorhen', 8.5, null],
    ['Fresh Wind', 6.4, null],
  ])
})

test('returns no row for the header of a number column', () => {
  const lines = [aLine('ABV', 60, 6), aLine('Price', 75, 6), aLine('Kwispel 8.4%', 10, 10), aLine('$5.00', 75, 10)]
  expect(factsOf(lines)).toEqual([['Kwispel', 8.4, '$5.00']])
})

test('lowers the confidence of a line that has room for more letters than were read', () => {
  const [complete, cut] = [aLine('Kwispel Tripel', 10, 10), aLine('Kwispel Tripel', 10, 20, { width: 40 })]
  const [high, low] = menuRows([complete, cut], PAGE).map(({ confidence }) => confidence)
  expect(high).toBe(0.97)
  expect(low).toBeLessThan(0.5)
})

test('keeps the degrees in a name, and reads a price without cents', () => {
  const lines = [aLine('Moorhen 11°', 10, 10), aLine('45,-', 70, 10), aLine('Kwispel Stout 52,-', 10, 14)]
  expect(factsOf(lines)).toEqual([
    ['Moorhen 11°', null, '45,-'],
    ['Kwispel Stout', null, '52,-'],
  ])
})

/** Names and, to their right, columns of numbers with or without headers. */
function aTable(rows: readonly (readonly string[])[], headers: readonly string[] = []) {
  return [headers, ...rows].flatMap((cells, row) =>
    cells.flatMap((text, column) => (text === '' ? [] : aLine(text, 10 + column * 20, 6 + row * 4))),
  )
}

const NAMES = ['Kwispel', 'Zwartgans', 'Harbour Lantern', 'Moorhen', 'Fresh Wind']
const priceOf = (lines: readonly TextLine[]) => menuRows(lines, PAGE).map(({ facts: { price } }) => price)

test.each([
  [
    'apart',
    (name: string, y: number, numbers: string[]) => [
      aLine(name, 10, y),
      ...numbers.map((number, at) => aLine(number, 60 + at * 8, y)),
    ],
  ],
  [
    'read as one',
    (name: string, y: number, numbers: string[]) => [aLine(name, 10, y), aLine(numbers.join(' '), 60, y)],
  ],
  [
    'in the line of the name',
    (name: string, y: number, numbers: string[]) => [aLine(`${name}  ${numbers.join(' ')}`, 10, y)],
  ],
])('reads several bare prices in a row, %s', (_, row) => {
  const names = ['Kwispel', 'Zwartgans Nacht', 'Harbour Lantern', 'Rochefort 10']
  const lines = names.flatMap((name, index) => row(name, 10 + index * 4, ['5', '7', `${9 + index}`]))
  expect(factsOf(lines)).toEqual(names.map((name, index) => [name, null, `5 / 7 / ${9 + index}`]))
})

test.each([
  ['apart', (price: string, name: string, y: number) => [aLine(price, 5, y), aLine(name, 10, y)]],
  ['in the line of the name', (price: string, name: string, y: number) => [aLine(`${price} ${name}`, 5, y)]],
])('reads the prices in front of the names, %s', (_, row) => {
  const prices = ['5', '6', '5', '7', '6']
  const lines = NAMES.flatMap((name, index) => row(prices[index] ?? '', name, 10 + index * 4))
  expect(factsOf(lines)).toEqual(NAMES.map((name, index) => [name, null, prices[index]]))
})

test.each(['$6.50', '$6.30', '6'])('reads whole numbers between ABVs and prices like %s as IBUs', (price) => {
  const ibus = [45, 30, 35, 30, 70]
  const table = aTable(NAMES.map((name, index) => [name, '5.6%', `${ibus[index]}`, price]))
  const inWords = NAMES.map((name, index) => aLine(`${name} 5.6% ${ibus[index]} ${price}`, 10, 10 + index * 4))
  for (const lines of [table, inWords])
    expect(menuRows(lines, PAGE).map(({ text, facts: { ibu } }) => [text, ibu])).toEqual(
      NAMES.map((name, index) => [name, ibus[index]]),
    )
})

test('takes sizes between ABVs and prices for no IBUs', () => {
  const lines = aTable(NAMES.map((name, index) => [name, '5.6%', index === 0 ? '12' : '16', '$6.50']))
  expect(menuRows(lines, PAGE).map(({ facts: { ibu } }) => ibu)).toEqual(NAMES.map(() => null))
})

test('reads degrees as ABV where most are lower than those of the wort', () => {
  const menu = (degrees: string[]) =>
    factsOf(degrees.map((each, index) => aLine(`${NAMES[index]} ${each}`, 10, 10 + index * 4)))
  expect(menu(['8°', '6,7°', '10°'])).toEqual([
    ['Kwispel', 8, null],
    ['Zwartgans', 6.7, null],
    ['Harbour Lantern', 10, null],
  ])
  expect(menu(['10°', '12°', '8°']).map(([, abv]) => abv)).toEqual([null, null, null])
  expect(menu(['8° 45 Kč', '8° 52 Kč']).map(([, abv]) => abv)).toEqual([null, null])
})

test('tells the IBUs and whole ABVs below their headers from prices', () => {
  const rows = NAMES.map((name, index) => [name, ['9', '5.4', '6', '4.8', '5.5'][index] ?? '', `${30 + index}`])
  const facts = (lines: readonly TextLine[]) =>
    menuRows(lines, PAGE).map(({ facts: { abv, ibu, price } }) => [abv, ibu, price])
  expect(facts(aTable(rows, ['', 'ABV', 'IBU']))).toEqual([
    [9, 30, null],
    [5.4, 31, null],
    [6, 32, null],
    [4.8, 33, null],
    [5.5, 34, null],
  ])
  const priced = rows.map((cells, index) => [...cells, `${index + 5}`])
  expect(facts(aTable(priced, ['', 'ABV', 'IBU', 'Price'])).map(([, , price]) => price)).toEqual([
    '5',
    '6',
    '7',
    '8',
    '9',
  ])
})

test('takes the number of an IBU or an ABV at the end of a row for no price', () => {
  const lines = NAMES.map((name, index) => aLine(`${name} ABV 6% IBU ${30 + index}`, 10, 10 + index * 4))
  expect(menuRows(lines, PAGE).map(({ text, facts: { ibu, price } }) => [text, ibu, price])).toEqual(
    NAMES.map((name, index) => [name, 30 + index, null]),
  )
})

test.each([
  ['%', '7'],
  ['% -', '6.5'],
  ['% |', '6'],
])('reads the bare price behind %j', (between, price) => {
  const lines = NAMES.map((name, index) => aLine(`${name} 5.4${between} ${price}`, 10, 10 + index * 4))
  expect(factsOf(lines)).toEqual(NAMES.map((name) => [name, 5.4, price]))
})

test('reads halves as prices, unless other decimals are beside them', () => {
  const prices = ['6.5', '6', '5.5', '7', '6.5']
  const table = (column: readonly string[]) => aTable(NAMES.map((name, index) => [name, column[index] ?? '']))
  expect(priceOf(table(prices))).toEqual(prices)
  expect(priceOf(table(['6.5', '4.8', '5.5', '7.5', '5.5']))).toEqual(Array(5).fill(null))
})

test.each([
  ['1. ', '2. ', '3. ', '4. ', '6. '],
  ['1 ', '2 ', '3 ', '4 ', '5 '],
])('removes the numbers of a list in front of the names: %j ...', (...numbers) => {
  const lines = NAMES.map((name, index) => aLine(`${numbers[index]}${name}`, 10, 10 + index * 4))
  expect(factsOf(lines)).toEqual(NAMES.map((name) => [name, null, null]))
})

test('reads decimals behind ABVs as prices, of two sizes as well', () => {
  const listWith = (ends: readonly string[]) =>
    factsOf(NAMES.map((name, index) => aLine(`${name} ${ends[index]}`, 10, 10 + index * 4)))
  const facts = (prices: readonly (string | null)[]) => NAMES.map((name, index) => [name, 4.5 + index, prices[index]])
  expect(listWith(['4.5% 6.2', '5.5% 6', '6.5% 5.8', '7.5% | 6.4', '8.5% 7.1'])).toEqual(
    facts(['6.2', '6', '5.8', '6.4', '7.1']),
  )
  expect(listWith(['4.5% 3.2/6.2', '5.5% 3/6', '6.5% 2.9 5.8', '7.5% 3.3 | 6.4', '8.5% 3.6 / 7.1'])).toEqual(
    facts(['3.2 / 6.2', '3 / 6', '2.9 / 5.8', '3.3 / 6.4', '3.6 / 7.1']),
  )
  expect(listWith(['4.5% 6.2', '5.5% 38', '6.5% 40', '7.5% €5,50', '8.5%']).map(([, , price]) => price)).toEqual([
    '6.2',
    null,
    null,
    '€5,50',
    null,
  ])
})

test('keeps the numbers in names that count nothing', () => {
  const names = ['60 Minute', '90 Minute', '75 Minute', '12 Dozen']
  expect(factsOf(names.map((name, index) => aLine(name, 10, 10 + index * 4))).map(([text]) => text)).toEqual(names)
})

test('takes the numbers of taps in front of the names for no prices', () => {
  const lines = NAMES.flatMap((name, index) => [
    aLine(`${index + 1}`, 5, 10 + index * 4),
    aLine(name, 10, 10 + index * 4),
  ])
  expect(priceOf(lines)).toEqual(Array(5).fill(null))
})

test.each([
  ['1664', '3,80'],
  ['1664 3,80', ''],
])('reads the number of %j as a name in front of a price', (number, price) => {
  const lines = aTable([
    ['Kwispel', '4,20'],
    [number, price],
    ['Zwartgans', '4,80'],
  ])
  expect(factsOf(lines)).toEqual([
    ['Kwispel', null, '4,20'],
    ['1664', null, '3,80'],
    ['Zwartgans', null, '4,80'],
  ])
})

test('reads a price that lost its sign as no name', () => {
  const lines = [aLine('¥800', 30, 10), aLine('800', 50, 10), aLine('¥800', 70, 10), aLine('Kwispel ¥700', 10, 20)]
  expect(factsOf(lines).map(([text]) => text)).toEqual(['Kwispel'])
})

test('reads a decimal at the end of a row as its ABV where other rows end in one and none has a price', () => {
  const rows = [
    'Kwispel Dubbel (BE) 6.8%',
    'Harbour Lantern 6%',
    'Zwartgans (VT)4.6',
    'Harbour Beacon (OR)5.4%',
    'Moorhen Nest 5.2%',
  ]
  expect(factsOf(rows.map((text, index) => aLine(text, 10, 10 + index * 4)))[2]).toEqual(['Zwartgans (VT)', 4.6, null])
  expect(factsOf(rows.slice(2, 4).map((text, index) => aLine(text, 10, 10 + index * 4)))[0]).toEqual([
    'Zwartgans (VT)4.6',
    null,
    null,
  ])
})
