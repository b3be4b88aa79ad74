import { expect, test } from 'vitest'
import { printedFacts } from './printed-facts.ts'

test.each([
  ['alc. 5,2% vol', 5.2],
  ['ALC.5.9%VOL.', 5.9],
  ['7.0 % ABV', 7],
  ['pale lager 4.9% germany', 4.9],
  ['honey beer5.2%salt lake city', 5.2],
  ['the profile.4.4%ABV8IBU', 4.4],
  ['ABV5% / 12 IBU', 5],
  ['abv: 6.5', 6.5],
])('reads the ABV in %j', (text, abv) => {
  expect(printedFacts(text).abv).toBe(abv)
})

test.each(['100% malt', 'brewed since 1842', '50 % off', 'Rochefort 10', 'IPA 6'])('finds no ABV in %j', (text) => {
  expect(printedFacts(text).abv).toBeNull()
})

test('extracts every value of a menu line and returns the remaining words', () => {
  expect(printedFacts('Punk IPA . . . . . . . . 5.4% ABV 35 IBU 330 ml $6.50')).toEqual({
    abv: 5.4,
    ibu: 35,
    size: '330 ml',
    price: '$6.50',
    rest: 'Punk IPA',
  })
})

test.each([
  ['Duvel 33cl', '33cl'],
  ['Pils 0,25 l', '0,25 l'],
  ['Rochefort 8 0.375 l', '0.375 l'],
  ['Stout half pint pint', 'half pint / pint'],
  ['Lager 16 oz', '16 oz'],
])('reads the size in %j', (text, size) => {
  expect(printedFacts(text).size).toBe(size)
})

test.each(['Pilsner Urquell 12', 'Old 1.000 Lager', 'Saison 75'])('reads no size in %j', (text) => {
  expect(printedFacts(text).size).toBeNull()
})

test('keeps numbers that belong to a name', () => {
  expect(printedFacts('Kronenbourg 1664').rest).toBe('Kronenbourg 1664')
  expect(printedFacts('Saison 1900 €4,50')).toMatchObject({ rest: 'Saison 1900', price: '€4,50' })
})

test('does not read a date as a price, and reads a Y before hundreds as the yen sign', () => {
  expect(printedFacts('Enjoy By 01.01.21')).toMatchObject({ price: null, rest: 'Enjoy By 01.01.21' })
  expect(printedFacts('Glass Y690/¥990')).toMatchObject({ price: '¥690/¥990', rest: 'Glass' })
})
