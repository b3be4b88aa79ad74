import { expect, test } from 'vitest'
import { inTitleCase, isInCapitals } from './title-case.ts'

test.each([
  ['WORKING HORSE', 'Working Horse'],
  ["MOORHEN'S NEST", "Moorhen's Nest"],
  ['HARBOUR IPA', 'Harbour IPA'],
  ['KÖNIGSRÄUBER', 'Königsräuber'],
  ['Zwarte gans', 'Zwarte gans'],
  ['McHeron', 'McHeron'],
  ['TAP 5', 'Tap 5'],
  ['DDH MOORHEN NEIPA', 'DDH Moorhen NEIPA'],
  ['HARBOUR XPA & WCIPA', 'Harbour XPA & WCIPA'],
  ['FINCH ESB, 5% ABV', 'Finch ESB, 5% ABV'],
  ['MOORHEN DIPA-APA', 'Moorhen DIPA-APA'],
  ['MOORHEN III', 'Moorhen III'],
  ['MOORHEN XIV DARK MIX', 'Moorhen XIV Dark Mix'],
  ['XX MOORHEN DI LAGO', 'XX Moorhen Di Lago'],
  ['IPANEMA', 'Ipanema'],
  ["O'HARROW'S STOUT", "O'Harrow's Stout"],
  ['BRASSERIE D’ARBELLE', 'Brasserie D’Arbelle'],
  ["FINCH'N'HERON", "Finch'n'Heron"],
  ['ST. ALDER BRB', 'St. Alder BRB'],
])('writes %s as %s', (printed, written) => {
  expect(inTitleCase(printed)).toBe(written)
})

test.each([
  ['MOORHEN', true],
  ['MOORHEN 5', true],
  ['Moorhen', false],
  ['GROßE GANS', false],
  ['4.5 %', false],
  ['黒ビール', false],
])('finds whether %s is in capitals: %s', (text, found) => {
  expect(isInCapitals(text)).toBe(found)
})
