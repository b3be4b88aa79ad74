/** Parses single fields of source rows: text, numbers, years, barcodes. Returns null where the source states no value. */
import { ABV_MAX_PERCENT } from '#contracts'
import { canonicalBarcode } from '../identity/barcode.ts'
import { foldText } from '../text/normalise.ts'
import { anyOf, WORDS } from '../words/word-lists.ts'
import { repairMojibake } from './mojibake.ts'

const PLACEHOLDER = /^(?:|null|undefined|n\/?a|none|unknown|not available|-+|\?+)$/i
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
/** Longest field that is read, a description; and longest text that can be a name. */
const FIELD_MAX_CHARS = 10_000
export const NAME_MAX_CHARS = 200
/** Degrees Plato or Balling are those of the wort: '12°', '11,5 °P'. With 'vol' or 'GL' (Gay-Lussac) they are percent by volume. */
const DEGREES_OF_WORT = /(?<![\d.,])\d+(?:[.,]\d+)?\s{0,3}(?:[°º](?!\s{0,3}(?:vol|alc|alk|gl))|plato|balling|bllg)/giu
const ZERO = /(?<![\d.,])0[.,]0{1,2}(?!\d)/u
const ALCOHOL_FREE = new RegExp(anyOf(WORDS.imports.alcoholFree).replaceAll(' ', '[- ]?'), 'u')

/**
 * Returns the text on one line: HTML entities decoded, mojibake repaired, control characters removed, white space collapsed.
 * Returns null for an empty value or a placeholder such as 'N/A'. Ignores what follows the first 10,000 characters.
 */
export function parseText(value: unknown): string | null {
  const text = parseMultilineText(value)?.replace(/\s+/gu, ' ') ?? null
  return text === null || PLACEHOLDER.test(text) ? null : text
}

/** Like `parseText`, but null for a text that is too long for a name or an id. */
export function parseShortText(value: unknown): string | null {
  const text = parseText(value)
  return text !== null && text.length > NAME_MAX_CHARS ? null : text
}

/** Like `parseText`, but keeps line breaks and placeholders. */
export function parseMultilineText(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return null
  const text = repairMojibake(decodeEntities(String(value).slice(0, FIELD_MAX_CHARS)))
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL accepts neither NUL nor unpaired surrogates.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufeff\ufffd\p{Surrogate}]/gu, '')
    .trim()
  return text === '' ? null : text
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,5}));/giu, (whole, decimal, hex, name) => {
    if (name) return ENTITIES[name.toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/** Returns the first number in a text; a comma is read as a decimal point: '6,6', '4.2 % vol', '.5', 35. */
export function parseNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  const text = parseText(value)
  const match = text?.match(/-?(?:\d+(?:[.,]\d+)?|(?<![\p{L}.,])[.,]\d+)/u)
  return match ? Number(match[0].replace(',', '.')) : null
}

/** True if a text calls the beer alcohol-free, in any of the common languages, or states '0.0'. */
export function mentionsAlcoholFree(...texts: (string | null)[]): boolean {
  return texts.some((text) => text !== null && (ZERO.test(text) || ALCOHOL_FREE.test(foldText(text))))
}

/** Percent by volume. 0 means unknown, except for alcohol-free beers; `invalid` if the number cannot be an ABV, like '12°'. */
export function parseAbv(value: unknown, alcoholFree: boolean): number | null | 'invalid' {
  const stated = typeof value === 'string' ? value.replace(DEGREES_OF_WORT, ' ') : value
  const abv = parseNumber(stated)
  if (abv === null && stated !== value) return 'invalid'
  if (abv === null || (abv === 0 && !alcoholFree)) return null
  return abv < 0 || abv > ABV_MAX_PERCENT ? 'invalid' : rounded(abv, 2)
}

/** 0 means unknown. Some beers claim more than 1,000, sometimes written '1,000'. */
export function parseIbu(value: unknown): number | null {
  const text = typeof value === 'string' ? value.replace(/^\s*(\d{1,2}),(\d{3})(?!\d)/u, '$1$2') : value
  const ibu = parseNumber(text)
  return ibu !== null && ibu > 0 && ibu < 10_000 ? rounded(ibu, 1) : null
}

/** Returns a plausible founding year (700-2100), otherwise null. */
export function parseYear(value: unknown): number | null {
  const year = parseNumber(value)
  return year !== null && Number.isInteger(year) && year >= 700 && year <= 2100 ? year : null
}

/** Returns an absolute http(s) URL, with `http://` added if the protocol is missing; null for anything else. */
export function parseWebsite(value: unknown): string | null {
  const text = parseText(value)
  if (text === null || /\s/u.test(text)) return null
  const address = /^https?:\/\//iu.test(text) ? text : `http://${text}`
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  return url.hostname.includes('.') && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : null
}

/** Returns a product barcode in its canonical form, null for anything else; see `canonicalBarcode`. */
export function parseBarcode(value: unknown): string | null {
  return canonicalBarcode(parseText(value) ?? '')
}

export function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}
