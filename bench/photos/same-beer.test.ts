import { expect, test } from 'vitest'
import { isListedAs, isProposedName, isReadIn, isSameBeer, isSameBrewery } from './same-beer.ts'

test.each([
  [
    'accents and spelling',
    { name: 'Kwispel Triple', brewery: 'Kwispel' },
    { name: 'Kwispèl Tripel', brewery: 'Brouwerij Kwispel' },
  ],
  [
    'the brewery in the name',
    { name: 'Kwispel Dubbel', brewery: 'Kwispel' },
    { name: 'Dubbel', brewery: 'Brouwerij Kwispel' },
  ],
  ['a repeated style', { name: 'Lantern', brewery: 'Alder', style: 'IPA' }, { name: 'Lantern IPA', brewery: 'Alder' }],
  ['a slip of reading', { name: 'Harbour Lantern' }, { name: 'HARBOUR LANTEPN' }],
  ['words run together', { name: 'Harbour Lantern' }, { name: 'harbourlantern' }],
  ['an amount', { name: 'Lantern 16oz.', brewery: 'Alder' }, { name: 'Lantern', brewery: 'Alder' }],
])('accepts %s', (_, truth, found) => {
  expect(isSameBeer(truth, [], found)).toBe(true)
})

test.each([
  ['another number', { name: 'Abt 10', brewery: 'Kwispel' }, { name: 'Abt 8', brewery: 'Kwispel' }],
  [
    'another style of one brewery',
    { name: 'Kwispel Dubbel', brewery: 'Kwispel' },
    { name: 'Kwispel Tripel', brewery: 'Kwispel' },
  ],
  [
    'a generic name of another brewery',
    { name: 'Pale Ale', brewery: 'Alder' },
    { name: 'Pale Ale', brewery: 'Kwispel' },
  ],
  ['a light version', { name: 'Lantern', brewery: 'Alder' }, { name: 'Lantern Light', brewery: 'Alder' }],
  ['another word', { name: 'Harbour Lantern', brewery: 'Alder' }, { name: 'Harbour Beacon', brewery: 'Alder' }],
])('refuses %s', (_, truth, found) => {
  expect(isSameBeer(truth, [], found)).toBe(false)
})

test('accepts other correct names of either side', () => {
  expect(isSameBeer({ name: 'Lanterne Rouge' }, ['Red Lantern'], { name: 'Red Lantern' })).toBe(true)
  expect(isSameBeer({ name: 'Red Lantern' }, [], { name: 'Lanterne Rouge', aliases: ['Red Lantern'] })).toBe(true)
})

test('treats breweries that share a distinctive token as the same', () => {
  expect(isSameBrewery('De Hoorn (Kwispel Group)', 'Brouwerij Kwispel')).toBe(true)
  expect(isSameBrewery('Alder Brewing Company', 'Finch Brewing Company')).toBe(false)
})

test('a name that differs in letters is listed only with its brewery', () => {
  expect(isListedAs({ name: 'Vinter Varmer', brewery: 'Alder' }, [], { name: 'Winter Warmer', brewery: 'Finch' })).toBe(
    false,
  )
})

test('recognises that a name was read despite edits and missing spaces', () => {
  expect(isReadIn('Harbour Lantern', 'HARB0UR something LANTRN 5%')).toBe(true)
  expect(isReadIn('Harbour Lantern', 'THEHARBOURLANTERN')).toBe(true)
  expect(isReadIn('Harbour Lantern', 'a quite different text')).toBe(false)
  expect(isReadIn('Pale Ale', 'an ale')).toBe(false)
  expect(isReadIn('Pale Ale', 'pale ale')).toBe(true)
})

const LANTERN = { name: 'Kwispel Harbour Lantern IPA', brewery: 'Brouwerij Kwispel', style: 'Gruit' }

test.each([
  ['with one edit per word', 'Harbur Lanterm'],
  ['with style and brewery', 'HARBOUR LANTERN Gruit Ale Kwispel Brewing'],
  ['with one more word', 'Harbour Lantern Vintage'],
  ['by another correct name', 'Havenlicht'],
])('accepts a proposed name %s', (_, name) => {
  expect(isProposedName(LANTERN, ['Havenlicht'], { name })).toBe(true)
})

test.each([
  ['lacks a word', 'Lantern'],
  ['has two edits in a word', 'Harbour Lanrem'],
  ['has two more words', 'Harbour Lantern Vintage Reserve'],
  ['is the brewery alone', 'Kwispel'],
  ['is empty', ''],
])('refuses a proposed name that %s', (_, name) => {
  expect(isProposedName(LANTERN, ['Havenlicht'], { name })).toBe(false)
})

test('a proposed number is exact, and a name of style words needs them all', () => {
  const number = { name: 'Abt 12', brewery: 'Kwispel' }
  expect(isProposedName(number, [], { name: 'Abt 12' })).toBe(true)
  expect(isProposedName(number, [], { name: 'Abt 10' })).toBe(false)
  const style = { name: 'Pale Ale', brewery: 'Kwispel' }
  expect(isProposedName(style, [], { name: 'Kwispel Pale Ale' })).toBe(true)
  expect(isProposedName(style, [], { name: 'Kwispel Stout' })).toBe(false)
})
