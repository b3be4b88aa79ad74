/** The numbers of a printed list whose meaning only the whole list shows: bare prices, and ABVs in a column. */
import { anyOf, WORD_END, WORDS } from '#catalogue/words'
import { printedFacts } from '../label/printed-facts.ts'
import type { PlacedLine } from '../lines/layout.ts'

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
const LEADING_ABV = /^\s*([\dZSBGO]{1,2}[.,]\d)\s*(?=\p{L})/u
/** OCR confusions: the digit for each capital. */
const DIGITS: Readonly<Record<string, string>> = { Z: '7', S: '5', B: '8', G: '6', O: '0' }
/** '6.4' read without its decimal point. */
const ABV_WITHOUT_POINT = /^\s*([2-9]\d)\s+(?=\p{L}{2})/u
/** A price without a currency, after a word or a closing bracket: '7', or '6/18' for two sizes. */
export const BARE_PRICE = /(?<=[\p{L}\])】）][\s.|]{0,9}|^\s{0,9})([1-9]\d{0,2}(?:\s?[/|]\s?[1-9]\d{0,2}){0,3})\s*$/u
/** Minimum number, and share, of rows that end in a bare number, for those numbers to be prices. */
const BARE_PRICES_MIN = 4
const BARE_PRICES_SHARE = 0.25

/** A bare number behind a vertical line is a price in a list where enough rows end so: 'Helles | 7'. */
const BEHIND_LINE = /\p{L}\s?\|\s?\d{1,3}\s*$/u

/** What bare numbers mean in this list. */
export interface NumberColumns {
  /** A row may begin with its ABV. */
  abvs: boolean
  /** Enough rows begin with an ABV to restore a lost decimal point. */
  leadingAbvs: boolean
  /** An integer at the end of a row is its price. */
  prices: boolean
}

export function numberColumnsOf(rows: readonly RowLines[], all: readonly PlacedLine[]): NumberColumns {
  const texts = rows.map(({ segments }) => textOf(segments))
  const bare = rows.filter((row) => barePriceOf(row) !== null).length
  const priced = rows.filter(({ segments, numbers }) => printedFacts(textOf([...segments, ...numbers])).price !== null)
  const abvs = all.some(({ line }) => ABV_HEADER.test(line.text))
  return {
    abvs,
    leadingAbvs: abvs && texts.filter((text) => LEADING_ABV.test(text)).length >= BARE_PRICES_MIN,
    prices:
      texts.filter((text) => BEHIND_LINE.test(text)).length >= BARE_PRICES_MIN ||
      bare >= Math.max(BARE_PRICES_MIN, rows.length * BARE_PRICES_SHARE, priced.length * 2),
  }
}

export function barePriceOf({ segments, numbers }: RowLines): string | null {
  const [last] = [...numbers].sort((a, b) => b.right - a.right)
  return BARE_PRICE.exec(last ? textOf([last]) : textOf(segments))?.[1] ?? null
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
