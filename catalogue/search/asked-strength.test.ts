import { expect, it } from 'vitest'
import { askedStrength } from './asked-strength.ts'

it.each([
  ['ipa under 5', 'ipa', 0, 4.99],
  ['IPA UNDER 5%', 'ipa', 0, 4.99],
  ['ipa <5', 'ipa', 0, 4.99],
  ['session ipa less than 4.5 percent', 'session ipa', 0, 4.49],
  ['Stout über 8,5 %', 'stout', 8.51, 70],
  ['stout over 10% abv', 'stout', 10.01, 70],
  ['ipa over 5 under 7', 'ipa', 5.01, 6.99],
  ['lager 3.5% or less', 'lager', 0, 3.5],
  ['max 5 % Pils', 'pils', 0, 5],
  ['≥ 10 stout', 'stout', 10, 70],
  ['bière à moins de 5', 'biere a', 0, 4.99],
  ['birra sotto i 5', 'birra', 0, 4.99],
  ['ležák méně než 4,5', 'lezak', 0, 4.49],
  ['5%以下 ipa', 'ipa', 0, 5],
  ['ｉｐａ ５％以下', 'ipa', 0, 5],
  ['under 3%', '', 0, 2.99],
  ['stout under 16.2', 'stout', 0, 16.19],
  ['stout over 16.1', 'stout', 16.11, 70],
])('finds the strength in a query: %s', (query, others, min, max) => {
  const asked = askedStrength(query)
  expect(asked?.others.trim().replace(/\s+/g, ' ')).toBe(others)
  expect(asked?.strengths).toEqual({ min, max })
})

it.each([
  '3 floyds',
  'from 3 floyds',
  'rochefort 10',
  'over the top',
  'under 5th',
  'under 500',
  'minder 5',
  'ipa 7%',
  '',
])('finds none in a query that has none: %s', (query) => expect(askedStrength(query)).toBeUndefined())
