import { expect, it } from 'vitest'
import { languageOf } from './request-language.ts'
import { texts } from './texts.ts'

it.each([
  ['cs', 'cs'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['en;q=0.3, ja;q=0.7', 'ja'],
  ['pt-BR, fr;q=0, *;q=0.1', 'en'],
  [';;q=x,,', 'en'],
  [undefined, 'en'],
])('takes the language that the browser prefers of those that are offered: %s', (header, language) => {
  expect(languageOf({ headers: { 'accept-language': header } })).toBe(language)
})

it('words a text in the language, and in English what that one lacks', () => {
  const en = { beers: '{count, plural, one {# beer} other {# beers}}', menu: 'Menu' }
  const others = { de: {}, fr: {}, nl: {}, es: {}, it: {}, ja: {} }
  const textsIn = texts('menu', {
    en,
    cs: { beers: '{count, plural, one {# pivo} few {# piva} other {# piv}}' },
    ...others,
  })
  const t = textsIn('cs')
  expect([1, 2, 5].map((count) => t('beers', { count }))).toEqual(['1 pivo', '2 piva', '5 piv'])
  expect([t('menu'), t.language]).toEqual(['Menu', 'cs'])
})
