/** The numbers of a printed list whose meaning only the whole list shows: bare prices, and ABVs in a column. */
import { anyOf, WORD_END, WORDS } from '#catalogue/words'
import { ABV_MAX, printedFacts } from '../label/printed-facts.ts'
import { overlapX, type PlacedLine } from '../lines/layout.ts'

/** The lines of one row: its words, and the lines beside them that hold numbers only. */
export interface RowLines {
  segments: PlacedLine[]
  numbers: PlacedLine[]
}

const { abvHeaders, otherHeaders } = WORDS.menu
/** A line that is only the header of a column. */
export const COLUMN_HEADER = new RegExp(String.raw`^[\s.:%]*${anyOf([...abvHeaders, ...otherHeaders])}[\s.:%]*$`, 'iu')
/** The header of a column of bare ABVs: '5.0'. */
const ABV_HEADER = new RegExp(`^${anyOf(abvHeaders)}${WORD_END}`, 'iu')
const IBU_HEADER = /^[\s.:]*[ei]bus?(?!\p{L})/iu
const LEADING_ABV = /^\s*([\dZSBGO]{1,2}[.,]\d)\s*(?=\p{L})/u
/** OCR confusions: the digit for each capital. */
const DIGITS: Readonly<Record<string, string>> = { Z: '7', S: '5', B: '8', G: '6', O: '0' }
/** '6.4' read without its decimal point. */
const ABV_WITHOUT_POINT = /^\s*([2-9]\d)\s+(?=\p{L}{2})/u
const BARE_AMOUNT = String.raw`[1-9]\d{0,2}(?:[.,]5)?`
/** A price without a currency, after a word, a percentage or a closing bracket: '7', '6.5', or '6/18' for two sizes. */
export const BARE_PRICE = new RegExp(
  String.raw`(?<=[\p{L}%\])】）][\s.|·•–—-]{0,9}|^\s{0,9})(${BARE_AMOUNT}(?:\s?[/|]\s?${BARE_AMOUNT}){0,3})\s*$`,
  'u',
)
/** A bare decimal that is no price: without cents, prices are whole or end in a half. */
const NO_BARE_PRICE = /(?<![\d.,])\d{1,2}[.,][0-46-9]\s*$/u
/** Minimum number, and share, of rows that end in a bare number, for those numbers to be prices. */
const BARE_PRICES_MIN = 4
const BARE_PRICES_SHARE = 0.25

/** A bare number behind a vertical line is a price in a list where enough rows end so: 'Helles | 7'. */
const BEHIND_LINE = /\p{L}\s?\|\s?\d{1,3}\s*$/u

/** The number of an item in the list: '3. Helles', '3 Helles'. */
const LIST_NUMBER = /^\s*(\d{1,2})(?:[.)]\s?|\s)(?=\p{L})/u
const NUMBERED_MIN = 4

/** What bare numbers mean in this list. */
export interface NumberColumns {
  /** The headers of its columns of numbers. */
  headers: readonly PlacedLine[]
  /** A row may begin with its ABV. */
  abvs: boolean
  /** Enough rows begin with an ABV to restore a lost decimal point. */
  leadingAbvs: boolean
  /** A whole number at the end of a row is its price. */
  prices: boolean
  /** So is '6.5', because no row ends in another bare decimal. */
  halves: boolean
  /** Rows begin with their number in the list. */
  numbered: boolean
}

export function numberColumnsOf(rows: readonly RowLines[], all: readonly PlacedLine[]): NumberColumns {
  const texts = rows.map(({ segments }) => textOf(segments))
  const headers = all.filter(({ line }) => COLUMN_HEADER.test(line.text))
  const halves = !rows.some((row) => NO_BARE_PRICE.test(endOf(row, headers).text))
  const bare = rows.filter((row) => barePriceOf(row, { headers, halves }) !== null).length
  const priced = rows.filter(({ segments, numbers }) => printedFacts(textOf([...segments, ...numbers])).price !== null)
  const abvs = all.some(({ line }) => ABV_HEADER.test(line.text))
  return {
    headers,
    abvs,
    leadingAbvs: abvs && texts.filter((text) => LEADING_ABV.test(text)).length >= BARE_PRICES_MIN,
    prices:
      texts.filter((text) => BEHIND_LINE.test(text)).length >= BARE_PRICES_MIN ||
      bare >= Math.max(BARE_PRICES_MIN, rows.length * BARE_PRICES_SHARE, priced.length * 2),
    halves,
    numbered: areListNumbers(texts.flatMap((text) => LIST_NUMBER.exec(text)?.[1] ?? []).map(Number)),
  }
}

/** True if the numbers count: all are different, and few are missing. Prices in front of the names recur. */
function areListNumbers(numbers: readonly number[]): boolean {
  const range = Math.max(...numbers) - Math.min(...numbers)
  return numbers.length >= NUMBERED_MIN && new Set(numbers).size === numbers.length && range < numbers.length * 2
}

export function withoutListNumber(text: string): string {
  return text.replace(LIST_NUMBER, '')
}

/** The price without a currency that a row ends in; `inWords` if it is part of the words. */
export function barePriceOf(
  row: RowLines,
  { headers, halves }: Pick<NumberColumns, 'headers' | 'halves'>,
): { price: string; inWords: boolean } | null {
  const { text, inWords } = endOf(row, headers)
  const price = BARE_PRICE.exec(text)?.[1]
  if (price === undefined || (!halves && /[.,]/u.test(price))) return null
  // Otherwise the number belongs to a word: 'IBU 35'.
  return printedFacts(text).rest.endsWith(price) ? { price, inWords } : null
}

/** The last number of a row that may be its price, else its words. A number in front of the words counts the rows. */
function endOf({ segments, numbers }: RowLines, headers: readonly PlacedLine[]): { text: string; inWords: boolean } {
  const start = Math.min(...segments.map(({ left }) => left))
  const [last] = numbers
    .filter((number) => number.right > start && columnOf(number, headers) === 'other')
    .sort((a, b) => b.right - a.right)
  return { text: textOf(last ? [last] : segments), inWords: last === undefined }
}

/** What a number is by the nearest header above it. */
function columnOf(number: PlacedLine, headers: readonly PlacedLine[]): 'abv' | 'ibu' | 'other' {
  const [nearest] = headers
    .filter((header) => header.bottom <= number.top && overlapX(header, number) > 0.3)
    .sort((a, b) => b.bottom - a.bottom)
  if (nearest === undefined) return 'other'
  return ABV_HEADER.test(nearest.line.text) ? 'abv' : IBU_HEADER.test(nearest.line.text) ? 'ibu' : 'other'
}

const COLUMN_VALUE = /^\s*(\d{1,3}(?:[.,]\d)?)\s*$/u

/** The ABV and the IBU among the numbers of a row by the headers of their columns, and the other numbers. */
export function numbersByColumn(
  numbers: readonly PlacedLine[],
  { headers }: NumberColumns,
): { abv: number | null; ibu: number | null; others: PlacedLine[] } {
  const valueIn = (column: 'abv' | 'ibu') => {
    const number = numbers.find((one) => columnOf(one, headers) === column)
    const digits = COLUMN_VALUE.exec(number?.line.text ?? '')?.[1]
    return digits === undefined ? null : Number(digits.replace(',', '.'))
  }
  const abv = valueIn('abv')
  const others = numbers.filter(
    (number) => columnOf(number, headers) === 'other' || !COLUMN_VALUE.test(number.line.text),
  )
  return { abv: abv !== null && abv <= ABV_MAX ? abv : null, ibu: valueIn('ibu'), others }
}

/** A price that runs into leader dots: '.9..80', '3.9.5'. Its last two digits are the cents. */
const DOTTED_PRICE = /^[\s.·…]*(?:\d[\s.·…]*){3,4}$/u
/** '12.50', '7', and what may be an ABV or thousands: '10.5', '4.500'. */
const PLAIN_NUMBER = /^\s*\d+(?:[.,]\d+)?\s*$|^\s*\d{1,3}(?:[ .,]\d{3})+\s*$/u

function withoutLeaderDots(text: string): string {
  if (!DOTTED_PRICE.test(text) || PLAIN_NUMBER.test(text)) return text
  const digits = text.replace(/\D/gu, '')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export function textOf(lines: readonly PlacedLine[]): string {
  return lines.map(({ line }) => withoutLeaderDots(line.text)).join(' ')
}

/** Splits the ABV that a row begins with from its text, in a list with a column of ABVs. */
export function splitLeadingAbv(
  text: string,
  { abvs, leadingAbvs }: NumberColumns,
): [rest: string, abv: number | null] {
  const found = abvs ? LEADING_ABV.exec(text) : null
  if (found?.[1]) {
    const digits = found[1].replace(/[ZSBGO]/gu, (letter) => DIGITS[letter] ?? letter).replace(',', '.')
    return [text.slice(found[0].length), Number(digits)]
  }
  const withoutPoint = leadingAbvs ? ABV_WITHOUT_POINT.exec(text) : null
  if (withoutPoint?.[1]) return [text.slice(withoutPoint[0].length), Number(withoutPoint[1]) / 10]
  return [text, null]
}
