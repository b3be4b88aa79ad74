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
