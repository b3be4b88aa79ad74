import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { guessLanguage } from '#contracts'
import { countryText, regionText } from './countries.ts'
import { dateText, listText, numberText } from './formats.ts'
import { i18n, language, loadLanguage } from './language.ts'
import { LOADERS } from './load-messages.ts'

afterEach(() => loadLanguage('en'))

it.each([
  [['de-AT', 'en'], 'de'],
  [['pt-BR', 'FR-ca', 'de'], 'fr'],
  [['en-GB', 'de'], 'en'],
  [['pt', 'sv'], 'en'],
  [[], 'en'],
] as const)('takes the first language of the browser that is offered: of %j %s', (preferred, guessed) => {
  expect(guessLanguage(preferred, ['en', 'de', 'fr'])).toBe(guessed)
})

it('offers no language that lacks messages', () => {
  expect(guessLanguage(['ja'], ['en', 'de'])).toBe('en')
})

it('shows messages, numbers, dates and lists in the loaded language, and names it in the document', async () => {
  await loadLanguage('de')
  expect(document.documentElement.lang).toBe('de')
  expect(i18n._('search/beerCount', { count: 1 })).toBe('1 Bier')
  expect(i18n._('search/beerCount', { count: 1234 })).toBe('1.234 Biere')
  expect(numberText(5.5)).toBe('5,5')
  expect(dateText('2026-03-01T12:00:00Z')).toBe('1. März 2026')
  expect(listText(['Pils', 'Bock'])).toBe('Pils und Bock')
})

it.each([
  ['cs', [1, 2, 5], ['one', 'few', 'other']],
  ['fr', [0, 1, 2], ['one', 'one', 'other']],
  ['ja', [1, 2], ['other', 'other']],
] as const)('uses the plural rules of %s', async (code, counts, forms) => {
  await loadLanguage(code)
  i18n.load(code, { forms: [['n', 'plural', { one: ['one'], few: ['few'], other: ['other'] }]] })
  expect(counts.map((n) => i18n._('forms', { n }))).toEqual(forms)
})

it('falls back to English when a language cannot be loaded', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(LOADERS, 'fr').mockRejectedValue(new Error('no network'))
  await loadLanguage('fr')
  expect(language()).toBe('en')
  expect(document.documentElement.lang).toBe('en')
  vi.restoreAllMocks()
})

describe('countries', () => {
  const DATA = join(import.meta.dirname, '../../catalogue/data/beers')
  const named = readdirSync(DATA, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yaml'))
    .flatMap((path) => /^country: (.+)$/m.exec(readFileSync(join(DATA, path), 'utf8'))?.[1] ?? [])

  it('are named in the language of the page, and in English as the catalogue names them', async () => {
    expect(countryText('Ivory Coast')).toBe('Ivory Coast')
    await loadLanguage('de')
    expect(countryText('United Kingdom')).toBe('Vereinigtes Königreich')
    expect(countryText('Bosnia and Herzegovina')).toBe('Bosnien und Herzegowina')
    expect(countryText('Pub land')).toBe('Pub land')
    expect(countryText(null)).toBeNull()
    expect(regionText('CZ')).toBe('Tschechien')
  })

  it('are all known that the catalogue has', async () => {
    await loadLanguage('ja')
    expect(named.length).toBeGreaterThan(150)
    expect(named.filter((country) => countryText(country) === country)).toEqual([])
  })
})
