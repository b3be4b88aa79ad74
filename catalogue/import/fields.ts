/** One field of a foreign row -> a value of ours, or null where the source says nothing: text, figures, years, barcodes. */
import { repairMojibake } from './mojibake.ts'

const SAYS_NOTHING = /^(?:|null|undefined|n\/?a|none|unknown|not available|-+|\?+)$/i
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
/** Stronger than the strongest beer that was ever sold. */
const ABV_MAX = 70
const ALCOHOL_FREE =
  /(?<![\d.,])0[.,]0{1,2}(?!\d)|alcohol[- ]?free|non[- ]?alcoholic|alkoholfrei|alkoholfri|sans[- ]alcool|sin[- ]alcohol|sem [aá]lcool|senza alcol|analcolic|alcoholvrij|bezalko|nealko|alkoholiton|безалкогол|ノンアルコール/iu

/** Text on one line: entities resolved, mojibake repaired, control characters and doubled blanks gone; null when it says nothing. */
export function textIn(value: unknown): string | null {
  const text = flowingTextIn(value)?.replace(/\s+/gu, ' ') ?? null
  return text === null || SAYS_NOTHING.test(text) ? null : text
}

/** The same with its line breaks. */
export function flowingTextIn(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return null
  const text = repairMojibake(withoutEntities(String(value)))
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to go, the database takes no NUL and no half of a pair.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufeff\ufffd\p{Surrogate}]/gu, '')
    .trim()
  return text === '' ? null : text
}

function withoutEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,5}));/giu, (whole, decimal, hex, name) => {
    if (name) return ENTITIES[name.toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/** The first number of a text; a comma is a decimal point: '6,6', '4.2 % vol', 35. */
export function numberIn(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  const text = textIn(value)
  const match = text?.match(/-?\d+(?:[.,]\d+)?/u)
  return match ? Number(match[0].replace(',', '.')) : null
}

export function saysAlcoholFree(...texts: (string | null)[]): boolean {
  return texts.some((text) => text !== null && ALCOHOL_FREE.test(text))
}

/** Percent by volume. 0 means unknown unless the beer says that it has none; `wrong` when the figure cannot be one. */
export function abvIn(value: unknown, alcoholFree: boolean): number | null | 'wrong' {
  const abv = numberIn(value)
  if (abv === null || (abv === 0 && !alcoholFree)) return null
  return abv < 0 || abv > ABV_MAX ? 'wrong' : rounded(abv, 2)
}

/** 0 means unknown. Joke beers go beyond 1,000, written '1,000' at times. */
export function ibuIn(value: unknown): number | null {
  const text = typeof value === 'string' ? value.replace(/^\s*(\d{1,2}),(\d{3})(?!\d)/u, '$1$2') : value
  const ibu = numberIn(text)
  return ibu !== null && ibu > 0 && ibu < 10_000 ? rounded(ibu, 1) : null
}

export function yearIn(value: unknown): number | null {
  const year = numberIn(value)
  return year !== null && Number.isInteger(year) && year >= 700 && year <= 2100 ? year : null
}

/** An address with its protocol; null when it is none. */
export function websiteIn(value: unknown): string | null {
  const text = textIn(value)
  if (text === null || /\s/u.test(text)) return null
  const address = /^https?:\/\//iu.test(text) ? text : `http://${text}`
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  return url.hostname.includes('.') && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : null
}

/**
 * The digits of an EAN, UPC or GTIN whose check digit is right, the same for every way to write it: 8 digits for EAN-8,
 * otherwise 13, so that a UPC gets its leading 0. Null for anything else.
 */
export function barcodeIn(value: unknown): string | null {
  const digits = textIn(value)?.replace(/[\s-]/gu, '') ?? ''
  if (!/^(?:\d{8}|\d{12,14})$/u.test(digits) || !hasRightCheckDigit(digits)) return null
  if (digits.length === 14) return digits.startsWith('0') ? digits.slice(1) : null
  if (digits.length === 8) return digits
  return digits.padStart(13, '0')
}

function hasRightCheckDigit(digits: string): boolean {
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) sum += Number(digit) * (index % 2 === 0 ? 1 : 3)
  return sum % 10 === 0 && Number(digits) > 0
}

export function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}
