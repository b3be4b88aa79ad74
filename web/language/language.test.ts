import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { guessLanguage } from '#contracts'
import { countryText, placeText, regionText } from './countries.ts'
import { dateText, listText, numberText, percentText } from './formats.ts'
import { i18n, language, loadLanguage } from './language.ts'
import { LOADERS } from './load-messages.ts'
import { texts } from './texts.ts'
import { hasWords } from './words.ts'

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
  expect(percentText(0.45)).toBe('45\u00a0%')
  expect(dateText('2026-03-01T12:00:00Z')).toBe('1. März 2026')
  expect(listText(['Pils', 'Bock'])).toBe('Pils und Bock')
})

it('keeps names that are written from right to left apart from what follows them', () => {
  i18n.load('en', { 'test/facts': [['name'], ', ', ['abv'], '%'] })
  const t = texts<'facts'>('test')
  expect(t('facts', { name: 'אלכסנדר', abv: 5 })).toBe('\u2068אלכסנדר\u2069, 5%')
  expect(t('facts', { name: 'Orval', abv: 5 })).toBe('Orval, 5%')
})

it.each([
  ['de', 'Orval + 1 weiteres', 'Orval + 2 weitere', '1 Bier auf der Karte gefunden', '1 Bier erkannt'],
  ['fr', 'Orval + 1 autre', 'Orval + 2 autres', '1 bière trouvée sur la carte', '1 bière détectée'],
  ['nl', 'Orval + nog 1', 'Orval + nog 2', '1 bier gevonden op de kaart', '1 bier herkend'],
  ['es', 'Orval + 1 más', 'Orval + 2 más', '1 cerveza encontrada en la carta', '1 cerveza detectada'],
  ['cs', 'Orval + další: 1', 'Orval + další: 2', 'Na lístku nalezeno 1 pivo', 'Rozpoznáno 1 pivo'],
  ['it', 'Orval + 1 altra', 'Orval + altre 2', '1 birra trovata nel menu', '1 birra rilevata'],
] as const)('words a count of one in %s, also where English does not', async (code, more, two, parsed, detected) => {
  await loadLanguage(code)
  expect(i18n._('scan-result/scanSummary.more', { name: 'Orval', count: 1 })).toBe(more)
  expect(i18n._('scan-result/scanSummary.more', { name: 'Orval', count: 2 })).toBe(two)
  expect(i18n._('scan/menuParsed.description', { count: 1 })).toBe(parsed)
  expect(i18n._('overlays/detected', { count: 1 })).toBe(detected)
})

it.each([
  ['nl', 'scan/historyWaiting', { count: 1 }, 'Scangeschiedenis, 1 wacht'],
  ['fr', 'menu/showing', { shown: 1, all: 5 }, '1 bière sur 5'],
  ['de', 'menu/showing', { shown: 0, all: 1 }, '0 von 1 Bier'],
  ['cs', 'menu/showing', { shown: 2, all: 3 }, '2 ze 3 piv'],
  ['cs', 'menu/round.people', { count: 2, names: 'Ada, Ben' }, 'U stolu (2): Ada, Ben'],
  ['it', 'scan-status/progress', { current: 1, total: 5 }, '1 birra su 5 elaborata'],
  ['es', 'scan-status/progress', { current: 0, total: 1 }, '0 de 1 cerveza procesada'],
  ['fr', 'overlays/packsRead', { read: 1, of: 5 }, '1 bouteille ou canette lue sur 5'],
  ['es', 'scan-result/scanSummary.someFound', { found: 1, of: 5 }, '1 de 5 encontrada'],
  ['it', 'scan-result/scanSummary.someFoundOnMenu', { found: 1, of: 5 }, '1 trovata su circa 5'],
  ['de', 'scan-result/shareCard.best', { shown: 1, all: 5 }, 'Das beste von 5 Bieren'],
  ['cs', 'scan-result/shareCard.best', { shown: 3, all: 5 }, 'Nejlepší 3 z 5 piv'],
  ['es', 'scan-result/pendingRatings', { seconds: 1 }, 'Sirviendo las notas: queda alrededor de 1\u00a0s'],
  ['it', 'brewery/tried', { tried: 1, of: 5 }, 'Ne hai bevuta 1 su 5'],
  ['de', 'data/import.start', { fresh: 1 }, '1 neuen Eintrag importieren'],
  ['fr', 'data/import.fresh', { n: 1 }, '1 nouveauté'],
  ['it', 'data/import.stored', { n: 1 }, '1 aggiunto'],
  ['es', 'data/import.known', { n: 1 }, '1 ya estaba'],
  [
    'fr',
    'refresh/done',
    { checked: 2, removed: 1, found: 1, unreachable: 0, left: 1 },
    'Images mises à jour\u00a0: 2 vérifiées, 1 retirée, 1 trouvée, 0 inaccessible, 1 restante.',
  ],
] as const)('agrees with its numbers in %s: %s', async (code, message, values, text) => {
  await loadLanguage(code)
  expect(i18n._(message, values)).toBe(text)
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
    expect(placeText('Cornwall, United Kingdom')).toBe('Cornwall, Vereinigtes Königreich')
    expect(placeText('Belgium')).toBe('Belgien')
    expect(countryText(null)).toBeNull()
    expect(regionText('CZ')).toBe('Tschechien')
  })

  it('are all known that the catalogue has', async () => {
    await loadLanguage('ja')
    expect(named.length).toBeGreaterThan(150)
    expect(named.filter((country) => countryText(country) === country)).toEqual([])
  })
})

it('shows a percentage in English without a space and decimals', () => {
  expect(percentText(0.454)).toBe('45%')
})

it.each([
  ['Nøgne Ø', 'nogne'],
  ['Browar Łódź', 'lodz'],
  ['Weißbier', 'weissbier'],
  ['Weißbier', 'WEISS'],
  ['Žatec', 'zatec'],
  ['Bière de Garde', 'garde bière'],
  ["O'Hara's Irish Stout", 'o’hara'],
  ['O’Hara’s Irish Stout', "o'hara's"],
  ["Fuller's ESB", 'fullers'],
  ['Ħal Pale Ale', 'hal'],
  ['ＩＰＡ', 'ipa'],
])('finds %s by %s', (text, words) => {
  expect(hasWords(text, words)).toBe(true)
})
