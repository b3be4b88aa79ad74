import { expect, test } from 'vitest'
import type { TextLine } from '#vision'
import { menuRows } from './menu-rows.ts'

const PAGE = { width: 1_000, height: 1_000 }

interface Set {
  height?: number
  width?: number
  slope?: number
}

/** Text with its top left corner at (x, y), percent of the page; `slope` lowers its right end. */
function aLine(text: string, x: number, y: number, { height = 2, width, slope = 0 }: Set = {}): TextLine {
  const long = width ?? text.length * height * 0.55
  const corners = [
    { x, y },
    { x: x + long, y: y + long * slope },
    { x: x + long, y: y + height + long * slope },
    { x, y: y + height },
  ] as const
  return { text, confidence: 0.97, corners, turned: 0 }
}

const factsOf = (lines: readonly TextLine[]) =>
  menuRows(lines, PAGE).map(({ text, facts: { abv, price } }) => [text, abv, price])

test('gives a price to the row at its height, however far the row below it reaches', () => {
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

test('levels a page whose lines draw together the further down they stand', () => {
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

test('takes whole numbers at the ends of rows for prices where a list tells no others', () => {
  const lines = [
    aLine('Kwispel [Nowhere] 7', 10, 10),
    aLine('Zwartgans IPA 6/18', 10, 14),
    aLine('Harbour Lantern', 10, 18),
    aLine('8', 70, 18),
    aLine('Moorhen Stout 12', 10, 22),
  ]
  expect(factsOf(lines)).toEqual([
    ['Kwispel [Nowhere]', null, '7'],
    ['Zwartgans IPA', null, '6/18'],
    ['Harbour Lantern', null, '8'],
    ['Moorhen Stout', null, '12'],
  ])
})

test('reads prices into which the dots of their leaders run', () => {
  const lines = ['.9..80', '3.9.5', '12.50.', '. 4.20'].flatMap((price, index) => [
    aLine(`Kwispel ${'abcd'[index]}oek . . . . .`, 10, 10 + index * 4),
    aLine(price, 80, 10 + index * 4),
  ])
  expect(factsOf(lines).map(([, , price]) => price)).toEqual(['9.80', '3.95', '12.50', '4.20'])
})

test('leaves the number of a name where prices are told', () => {
  const names = ['Rochefort 10', 'Labatt 50', 'Firemans 4', 'Prior 8']
  const lines = names.flatMap((name, index) => [aLine(name, 10, 10 + index * 4), aLine('$5.00', 70, 10 + index * 4)])
  expect(factsOf(lines)).toEqual(names.map((name) => [name, null, '$5.00']))
})

test('reads the strengths of a column that lost their point, or a figure to a letter', () => {
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

test('makes no row of what stands over a column of figures', () => {
  const lines = [aLine('ABV', 60, 6), aLine('Price', 75, 6), aLine('Kwispel 8.4%', 10, 10), aLine('$5.00', 75, 10)]
  expect(factsOf(lines)).toEqual([['Kwispel', 8.4, '$5.00']])
})

test('is less sure of a line that has room for more letters than were read', () => {
  const [whole, cut] = [aLine('Kwispel Tripel', 10, 10), aLine('Kwispel Tripel', 10, 20, { width: 40 })]
  const [sure, unsure] = menuRows([whole, cut], PAGE).map(({ confidence }) => confidence)
  expect(sure).toBe(0.97)
  expect(unsure).toBeLessThan(0.5)
})
