/** The numbers of a printed list whose meaning only the whole list shows: bare prices, and ABVs in a column. */
import { anyOf, WORD_END, WORDS } from '#catalogue/words'
import { ABV_MAX, isInCrowns, printedFacts } from '../label/printed-facts.ts'
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
const PRICE_HEADER = new RegExp(`^${anyOf(otherHeaders.filter((header) => header !== 'ibu'))}${WORD_END}`, 'iu')
const LEADING_ABV = /^\s*([\dZSBGO]{1,2}[.,]\d)\s*(?=\p{L})/u
/** Minimum number of rows that begin with their ABV, for a lost decimal point to be restored. */
const LEADING_ABVS_MIN = 4
/** OCR confusions: the digit for each capital. */
const DIGITS: Readonly<Record<string, string>> = { Z: '7', S: '5', B: '8', G: '6', O: '0' }
/** '6.4' read without its decimal point. */
const ABV_WITHOUT_POINT = /^\s*([2-9]\d)\s+(?=\p{L}{2})/u
/** 'Helles 4.9%', and the same without the sign. */
const TRAILING_ABV = /(?<![\d.,])\d{1,2}(?:[.,]\d)?\s?%\s{0,3}$/u
const TRAILING_BARE_ABV = /(?<=[\p{L})\]]\s?|\d\s)([2-9]|1[0-5])[.,](\d)\s*$/u
/** Minimum number, and share, of rows that end in their ABV. */
const TRAILING_ABVS = { min: 4, share: 0.2 }
const BARE_AMOUNT = String.raw`[1-9]\d{0,2}(?:[.,](?:5|\d{3}))?`
/** Prices without a currency, after a word, a percentage or a closing bracket: '7', '6.5', '1,100', or '6/18' and '5 7 9' for several sizes. */
const BARE_PRICES = new RegExp(
  String.raw`(?<=[\p{L}%\])】）][\s.|·•–—-]{0,9}|^\s{0,9})(${BARE_AMOUNT}(?:(?:\s?[/|]\s?|\s{1,3})${BARE_AMOUNT}){0,3})\s*$`,
  'u',
)
/** The same in front of the words. */
const LEADING_PRICE = new RegExp(String.raw`^\s*(${BARE_AMOUNT})\s+(?=\p{L})`, 'u')
const ONLY_BARE = new RegExp(String.raw`^${BARE_AMOUNT}(?:(?:\s?[/|]\s?|\s{1,3})${BARE_AMOUNT}){0,3}$`, 'u')
/** '45' in '5.6% 45 $6.50' */
const BETWEEN_ABV_AND_PRICE = /%[\s|·,–-]{1,5}(\d{1,3})[\s|·,–-]{1,5}(?:\p{Sc}\s?)?\d/u
/** A bare decimal that is no price: without cents, prices are whole or end in a half. */
const NO_BARE_PRICE = /(?<![\d.,])\d{1,2}[.,][0-46-9]\s*$/u
const AMOUNT_BEHIND_ABV = String.raw`[1-9]\d?(?:[.,]\d)?`
/** What stands behind an ABV is no ABV, so that bare decimals are prices: 'Helles 4.9% 6.2', 'Helles 4.9% 3.2 / 6.2'. */
const PRICES_BEHIND_ABV = new RegExp(
  String.raw`\d\s?%[\s|·•–—-]{1,9}(${AMOUNT_BEHIND_ABV}(?:(?:\s?[/|]\s?|\s{1,3})${AMOUNT_BEHIND_ABV}){0,2})\s*$`,
  'u',
)
/** Minimum number of rows that end so with a decimal, for whole numbers to be prices, too: elsewhere they may be the bitterness. */
const PRICES_BEHIND_ABV_MIN = 3
/** Minimum number, and share, of rows that end in a bare number, for those numbers to be prices. */
const BARE_PRICES_MIN = 4
const BARE_PRICES_SHARE = 0.25
/** Minimum share of rows that begin with their price. */
const LEADING_PRICES_SHARE = 0.6
/** Bitterness without a header: minimum number of rows that have it, its range, and the minimum share of different values. */
const BARE_IBUS = { min: 4, from: 5, to: 150, different: 0.5 }

/** A bare number behind a vertical line is a price in a list where enough rows end so: 'Helles | 7'. */
const BEHIND_LINE = /\p{L}\s?\|\s?\d{1,3}\s*$/u

/** The number of an item in the list: '3. Helles', '3 Helles', '#3 Helles', '3 · Helles'. */
const LIST_NUMBER = /^\s*#?(\d{1,2})(?:[.):]\s?|\s(?:[·•|–—-]\s)?)(?=\p{L})/u
const NUMBERED_MIN = 4

/** What bare numbers mean in this list. */
export interface NumberColumns {
  /** The headers of its columns of numbers. */
  headers: readonly PlacedLine[]
  /** A row may begin with its ABV. */
  abvs: boolean
  /** Enough rows begin with an ABV to restore a lost decimal point. */
  leadingAbvs: boolean
  /** Rows end in their ABV, whose percent sign may be lost, and none has a price. */
  trailingAbvs: boolean
  /** Whole numbers at the end of a row are its prices: most rows have so many. 0 if they are none. */
  prices: number
  /** Whole numbers behind the ABV at the end of a row are its prices, as decimals always are. */
  pricesBehindAbvs: boolean
  /** Rows begin with a bare price. */
  leadingPrices: boolean
  /** A whole number between ABV and price is the bitterness. */
  ibus: boolean
  /** Prices may end in a half, '6.5': no row ends in another bare decimal. */
  halves: boolean
  /** Rows begin with their number in the list. */
  numbered: boolean
}

export function numberColumnsOf(rows: readonly RowLines[], all: readonly PlacedLine[]): NumberColumns {
  const texts = rows.map(({ segments }) => textOf(segments))
  const headers = all.filter(({ line }) => COLUMN_HEADER.test(line.text))
  const behindAbvs = rows.map((row) => pricesBehindAbv(row, { headers, pricesBehindAbvs: false }))
  const pricesBehindAbvs = behindAbvs.filter((prices) => prices !== undefined).length >= PRICES_BEHIND_ABV_MIN
  const halves = !rows.some((row, at) => NO_BARE_PRICE.test(endOf(row, headers).text) && behindAbvs[at] === undefined)
  const bare = rows.map((row) => barePricesOf(row, { headers, halves }).length).filter((count) => count > 0)
  const priced = rows.filter((row) => factsOf(row).price !== null)
  const abvs = all.some(({ line }) => ABV_HEADER.test(line.text))
  const leading = rows.flatMap((row) => leadingPriceOf(row)?.price ?? [])
  const numbered = areListNumbers(texts.flatMap((text) => LIST_NUMBER.exec(text)?.[1] ?? []).map(Number))
  const havePrices =
    texts.filter((text) => BEHIND_LINE.test(text)).length >= BARE_PRICES_MIN ||
    bare.length >= Math.max(BARE_PRICES_MIN, rows.length * BARE_PRICES_SHARE, priced.length * 2)
  const trailing = texts.filter((text) => TRAILING_ABV.test(text)).length
  const areTrailingAbvs = trailing >= Math.max(TRAILING_ABVS.min, rows.length * TRAILING_ABVS.share)
  const columns = {
    headers,
    abvs,
    leadingAbvs: abvs && texts.filter((text) => LEADING_ABV.test(text)).length >= LEADING_ABVS_MIN,
    trailingAbvs: priced.length === 0 && !havePrices && areTrailingAbvs,
    prices: havePrices ? mostFrequent(bare) : 0,
    pricesBehindAbvs,
    // Numbers of a list and those of taps differ, prices recur.
    leadingPrices:
      !numbered &&
      !havePrices &&
      new Set(leading).size < leading.length &&
      leading.length >= Math.max(BARE_PRICES_MIN, rows.length * LEADING_PRICES_SHARE, priced.length * 2),
    halves,
    numbered,
  }
  const ibus = rows.flatMap((row) => bareIbuOf(row, columns) ?? [])
  const { min, different } = BARE_IBUS
  return { ...columns, ibus: ibus.length >= min && new Set(ibus).size > ibus.length * different }
}

function factsOf({ segments, numbers }: RowLines) {
  return printedFacts(textOf([...segments, ...numbers]))
}

/** The largest of several that are as frequent. */
function mostFrequent(values: readonly number[]): number {
  const times = (value: number) => values.filter((other) => other === value).length
  return values.toSorted((a, b) => times(b) - times(a) || b - a)[0] ?? 0
}

/** True if the numbers count: all are different, and few are missing. Prices in front of the names recur. */
function areListNumbers(numbers: readonly number[]): boolean {
  const range = Math.max(...numbers) - Math.min(...numbers)
  return numbers.length >= NUMBERED_MIN && new Set(numbers).size === numbers.length && range < numbers.length * 2
}

export function withoutListNumber(text: string): string {
  return text.replace(LIST_NUMBER, '')
}

/** The price without a currency that a row ends in. `inWords`: the part of its words that is the price. */
export function barePriceOf(
  row: RowLines,
  columns: Pick<NumberColumns, 'headers' | 'halves' | 'prices' | 'pricesBehindAbvs'>,
): { price: string; inWords: string } | null {
  const behindAbv = pricesBehindAbv(row, columns)
  if (behindAbv !== undefined) {
    const inWords = textOf(row.segments).trimEnd().endsWith(behindAbv) ? behindAbv : ''
    return { price: behindAbv.split(/\s?[/|]\s?|\s+/u).join(' / '), inWords }
  }
  const prices = barePricesOf(row, columns)
  if (columns.prices === 0 || prices.length === 0) return null
  const { text, inWords } = endOf(row, columns.headers)
  const printed = BARE_PRICES.exec(text)?.[1] ?? ''
  // '6/18' belongs together; of '10 5 7' one may be of the name.
  if (/[/|]/u.test(printed)) return { price: printed, inWords: inWords ? printed : '' }
  const own = prices.slice(-columns.prices)
  const asPrinted = printed.split(/(\s+)/u).slice(1 - 2 * own.length)
  return { price: own.join(' / '), inWords: inWords ? asPrinted.join('') : '' }
}

/** The numbers behind the ABV at the end of a row, as printed, if they are prices. */
function pricesBehindAbv(
  row: RowLines,
  { headers, pricesBehindAbvs }: Pick<NumberColumns, 'headers' | 'pricesBehindAbvs'>,
): string | undefined {
  const prices = PRICES_BEHIND_ABV.exec(textOf([...row.segments, ...numbersBehind(row, headers)]))?.[1]
  return prices !== undefined && (pricesBehindAbvs || /[.,]/u.test(prices)) ? prices : undefined
}

/** The bare numbers at the end of a row that may be its prices, from the lowest: those of larger servings are higher. */
function barePricesOf(row: RowLines, { headers, halves }: Pick<NumberColumns, 'headers' | 'halves'>): string[] {
  const { text } = endOf(row, headers)
  const numbers = BARE_PRICES.exec(text)?.[1]?.split(/\s?[/|]\s?|\s+/u) ?? []
  const last = numbers.at(-1)
  // Otherwise the number belongs to a word: 'IBU 35'.
  if (last === undefined || !printedFacts(text).rest.endsWith(last)) return []
  if (!halves && numbers.some((number) => /[.,]5$/u.test(number))) return []
  const amountOf = (number: string | undefined) => Number(number?.replace(/[.,](?=\d{3})/u, '').replace(',', '.'))
  const start = numbers.findLastIndex((number, index) => amountOf(number) >= amountOf(numbers[index + 1]))
  return numbers.slice(start + 1)
}

/** The bare number in front of the words of a row; `inWords` if it is part of them. */
export function leadingPriceOf({ segments, numbers }: RowLines): { price: string; inWords: string } | null {
  const inWords = LEADING_PRICE.exec(textOf(segments))
  if (inWords?.[1]) return { price: inWords[1], inWords: inWords[0] }
  const start = Math.min(...segments.map(({ left }) => left))
  const before = numbers.filter((number) => number.right <= start).map((number) => textOf([number]).trim())
  const [price] = before.filter((text) => ONLY_BARE.test(text))
  return price === undefined ? null : { price, inWords: '' }
}

/** The whole number between the ABV and the price of a row. */
export function bareIbuOf(row: RowLines, columns: Omit<NumberColumns, 'ibus'>): number | null {
  const { abv, price } = factsOf(row)
  const bare = price === null ? barePriceOf(row, columns)?.price : undefined
  if (abv === null || (price === null && bare === undefined)) return null
  const inWords = BETWEEN_ABV_AND_PRICE.exec(textOf(row.segments))?.[1]
  const beside = numbersBehind(row, columns.headers).map((number) => textOf([number]).trim())
  const numbers = inWords ? [inWords] : beside.filter((text) => /^\d{1,3}$/u.test(text) && text !== bare)
  const ibu = Number(numbers[0])
  return numbers.length === 1 && ibu >= BARE_IBUS.from && ibu <= BARE_IBUS.to ? ibu : null
}

export function withoutBareIbu(text: string): string {
  return text.replace(BETWEEN_ABV_AND_PRICE, (between, ibu: string) => between.replace(ibu, ''))
}

/** The last numbers of a row that may be its prices, else its words. A number in front of the words counts the rows. */
function endOf(row: RowLines, headers: readonly PlacedLine[]): { text: string; inWords: boolean } {
  const behind = numbersBehind(row, headers)
  const last = behind.findLastIndex((number) => !ONLY_BARE.test(textOf([number]).trim()))
  const end = behind.slice(last + 1)
  return {
    text: textOf(end.length > 0 ? end : behind.length > 0 ? behind.slice(-1) : row.segments),
    inWords: behind.length === 0,
  }
}

/** The numbers behind the words of a row that are in no column of ABVs or IBUs, from left to right. */
function numbersBehind({ segments, numbers }: RowLines, headers: readonly PlacedLine[]): PlacedLine[] {
  const start = Math.min(...segments.map(({ left }) => left))
  return numbers
    .filter((number) => number.right > start && columnOf(number, headers) === 'other')
    .sort((a, b) => a.right - b.right)
}

/** What a number is by the nearest header above it. */
export function columnOf(number: PlacedLine, headers: readonly PlacedLine[]): 'abv' | 'ibu' | 'price' | 'other' {
  const [nearest] = headers
    .filter((header) => header.bottom <= number.top && overlapX(header, number) > 0.3)
    .sort((a, b) => b.bottom - a.bottom)
  if (nearest === undefined) return 'other'
  const { text } = nearest.line
  if (ABV_HEADER.test(text)) return 'abv'
  return IBU_HEADER.test(text) ? 'ibu' : PRICE_HEADER.test(text) ? 'price' : 'other'
}

/** Hardly a price is this many times another one of its row: '182' beside '£4.50' is something else. */
const PRICES_RATIO_MAX = 6
const WHOLE = /^[1-9]\d?$/u

/**
 * The prices among numbers that stand side by side, from left to right, if whole ones right of a price are prices, too: '6.50' and '26',
 * for a pitcher. Null if none are.
 */
export function pricesWithWhole(numbers: readonly PlacedLine[]): string | null {
  const texts = numbers.map((number) => textOf([number]).trim())
  if (!texts.some((text) => WHOLE.test(text))) return null
  const prices: string[] = []
  let hasWhole = false
  for (const text of texts) {
    const { price } = printedFacts(text)
    const isWhole = price === null && WHOLE.test(text) && isLike(prices.at(-1), text)
    hasWhole ||= isWhole
    prices.push(...(isWhole ? [text] : price === null ? [] : [price]))
  }
  return hasWhole ? prices.join(' / ') : null
}

function isLike(price: string | undefined, number: string): boolean {
  const amount = /^\d{1,2}(?:[.,]\d{2})?$/u.test(price ?? '') ? Number(price?.replace(',', '.')) : Number.NaN
  return Number(number) <= amount * PRICES_RATIO_MAX && amount <= Number(number) * PRICES_RATIO_MAX
}

const COLUMN_VALUE = /^\s*(\d{1,3}(?:[.,]\d)?)\s*$/u

/** The ABV and the IBU among the numbers of a row by the headers of their columns, and the other numbers. */
export function numbersByColumn(
  numbers: readonly PlacedLine[],
  { headers }: NumberColumns,
): { abv: number | null; ibu: number | null; price: string | null; others: PlacedLine[] } {
  const printedIn = (column: 'abv' | 'ibu' | 'price') => {
    const number = numbers.find((one) => columnOf(one, headers) === column)
    return COLUMN_VALUE.exec(number?.line.text ?? '')?.[1] ?? null
  }
  const valueIn = (column: 'abv' | 'ibu') => {
    const printed = printedIn(column)
    return printed === null ? null : Number(printed.replace(',', '.'))
  }
  const abv = valueIn('abv')
  const others = numbers.filter(
    (number) => !['abv', 'ibu'].includes(columnOf(number, headers)) || !COLUMN_VALUE.test(number.line.text),
  )
  return { abv: abv !== null && abv <= ABV_MAX ? abv : null, ibu: valueIn('ibu'), price: printedIn('price'), others }
}

/** A price that runs into leader dots: '.9..80', '3.9.5'. Its last two digits are the cents. */
const DOTTED_PRICE = /^[\s.·…]*(?:\d[\s.·…]*){3,4}$/u
/** '12.50', '7', and what may be an ABV or thousands: '10.5', '4.500'. */
const PLAIN_NUMBER = /^\s*\d+(?:[.,]\d+)?\s*$|^\s*\d{1,3}(?:[ .,]\d{3})+\s*$/u

/** '5 7 9' and '6 12' are several. */
const SEVERAL_NUMBERS = /^\s*\d{1,3}(?:\s+\d{1,3}){2,3}\s*$|^\s*\d+\s+\d\s*$|^\s*\d{1,2}\s+\d[1-46-9]\s*$/u

function withoutLeaderDots(text: string): string {
  if (!DOTTED_PRICE.test(text) || PLAIN_NUMBER.test(text) || SEVERAL_NUMBERS.test(text)) return text
  const digits = text.replace(/\D/gu, '')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export function textOf(lines: readonly PlacedLine[]): string {
  return lines.map(({ line }) => withoutLeaderDots(line.text)).join(' ')
}

const DEGREES = /(?<![\d.,])(\d{1,2}(?:[.,]\d)?)\s?[°º](?!\s?(?:[cfp](?!\p{L})|blg|plato|\d))/giu
/** Degrees from here on are those of the wort. */
const WORT_DEGREES_FROM = 10
const DEGREES_MIN = 2

/**
 * The lines with '%' for degrees if they are those of alcohol, as on menus in French: 'Quilleur 8°'. Those of the wort, as on Czech
 * menus, are mostly higher.
 */
export function withAbvOfDegrees(lines: readonly PlacedLine[]): PlacedLine[] {
  const texts = lines.map(({ line }) => line.text)
  const values = texts.flatMap((text) =>
    [...text.matchAll(DEGREES)].map(([, value = '']) => Number(value.replace(',', '.'))),
  )
  const low = values.filter((value) => value < WORT_DEGREES_FROM).length
  if (values.length < DEGREES_MIN || low * 2 <= values.length || texts.some(isInCrowns)) return [...lines]
  return lines.map((one) => ({ ...one, line: { ...one.line, text: one.line.text.replace(DEGREES, '$1 %') } }))
}

/** A line between two columns, as it is read: 'Helles |5.2%|', 'Helles I 5.2% l', 'Helles [5.2%]'. */
const RULE = String.raw`(?:[|[\]]|(?<!\p{L})[lI!](?!\p{L}))`
const RULED_ABV = new RegExp(String.raw`${RULE}\s?(\d{1,2}(?:[.,]\d)?\s?%)\s?${RULE}`, 'gu')
const BEHIND_RULE = new RegExp(String.raw`${RULE}\s?\d{1,2}(?:[.,]\d)?\s?%`, 'u')
const WITHOUT_RULE = new RegExp(String.raw`(?<![\d.,])(?<!${RULE}\s?)1(?=[2-9][.,]\d\s?%)`, 'gu')
/** Minimum number, and share, of ABVs behind a line between columns. */
const RULED_ABVS = { min: 3, share: 0.5 }

/** The lines without what was read of those between columns. Where most ABVs are behind one, it is the 1 of '15.2%'. */
export function withoutRules(lines: readonly PlacedLine[]): PlacedLine[] {
  const abvs = lines.filter(({ line }) => /\d\s?%/u.test(line.text))
  const ruled = abvs.filter(({ line }) => BEHIND_RULE.test(line.text)).length
  const areRuled = ruled >= Math.max(RULED_ABVS.min, abvs.length * RULED_ABVS.share)
  return lines.map((one) => {
    const text = areRuled ? one.line.text.replace(WITHOUT_RULE, '| ') : one.line.text
    return { ...one, line: { ...one.line, text: text.replace(RULED_ABV, ' | $1 | ') } }
  })
}

/** Splits the ABV without a percent sign that a row ends in from its text, in a list whose rows end so. */
export function splitTrailingAbv(text: string, { trailingAbvs }: NumberColumns): [rest: string, abv: number | null] {
  const found = trailingAbvs ? TRAILING_BARE_ABV.exec(text) : null
  return found ? [text.slice(0, found.index), Number(`${found[1]}.${found[2]}`)] : [text, null]
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
