/** Names of countries in the language of the page. */
import { language } from './language.ts'

/** Of the catalogue's countries, those that browsers name differently in English. */
const CODES: Readonly<Record<string, string>> = {
  'Democratic Republic of the Congo': 'CD',
  'Hong Kong': 'HK',
  'Ivory Coast': 'CI',
  Macau: 'MO',
  Myanmar: 'MM',
  Palestine: 'PS',
  'Republic of the Congo': 'CG',
  'Saint Vincent and the Grenadines': 'VC',
  Türkiye: 'TR',
}

/** Of an ISO 3166 code; the code itself if the browser does not know it. */
export function regionText(code: string): string {
  return new Intl.DisplayNames(language(), { type: 'region', fallback: 'code' }).of(code) ?? code
}

/** Of the English name that the catalogue gives a country; the same name if it is not known. */
export function countryText(english: string): string
export function countryText(english: string | null): string | null
export function countryText(english: string | null): string | null {
  if (english === null || language() === 'en') return english
  const code = CODES[english] ?? codesByName().get(folded(english))
  return code === undefined ? english : regionText(code)
}

/** Of the place of a beer, which ends with its country: 'Cornwall, United Kingdom'. */
export function placeText(place: string): string {
  const [country = '', ...others] = place.split(', ').reverse()
  return [countryText(country), ...others].reverse().join(', ')
}

let byName: ReadonlyMap<string, string> | undefined

/** There is no list of codes to ask for: this tries all pairs of letters, once, in some milliseconds. */
function codesByName(): ReadonlyMap<string, string> {
  if (byName) return byName
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  byName = new Map(codes.map((code) => [folded(names.of(code) ?? code), code]))
  return byName
}

/** Browsers write 'Bosnia & Herzegovina' and 'St. Lucia'. */
function folded(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/^St\. /, 'Saint ')
    .replace('&', 'and')
    .replace(/\W+/g, ' ')
    .toLowerCase()
}
