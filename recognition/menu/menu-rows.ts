/**
 * Lines -> the rows of a printed list: lines are deskewed, those that hold only numbers (prices, ABVs, sizes) are assigned to the
 * row beside them, and rows are put in reading order.
 */
import { CURRENCY } from '#contracts'
import type { Box, TextLine } from '#vision'
import { LITRES_AS_PRICE, type PrintedFacts, printedFacts } from '../label/printed-facts.ts'
import { deskewed } from '../lines/deskew.ts'
import {
  boundsOf,
  boxIn,
  type Frame,
  median,
  overlapX,
  overlapY,
  type PlacedLine,
  percentOf,
  placeLines,
  withoutDuplicates,
} from '../lines/layout.ts'
import { inReadingOrder } from '../lines/reading-order.ts'
import {
  bareIbuOf,
  barePriceOf,
  COLUMN_HEADER,
  columnOf,
  leadingPriceOf,
  type NumberColumns,
  numberColumnsOf,
  numbersByColumn,
  pricesWithWhole,
  type RowLines,
  splitLeadingAbv,
  splitTrailingAbv,
  textOf,
  withAbvOfDegrees,
  withoutBareIbu,
  withoutListNumber,
  withoutRules,
} from './menu-numbers.ts'
import { joinFields, type NumberKind } from './menu-table.ts'

/** Minimum OCR confidence of a line; most below it are smudges. */
const CONFIDENCE_MIN = 0.5
const SAME_ROW_MIN = 0.5
/** Pieces of one line: minimum ratio of their heights, and maximum gap in heights of the lower one. */
const PIECES = { heightMin: 0.7, gapMax: 0.4 }
/** Numbers beside a row overlap its height by at least this share, rows of one column and numbers below a row its width by more. */
const BESIDE_MIN = 0.3
const COLUMN_MIN = 0.3
/** Numbers below a row are at most this many of their heights away. */
const BELOW_GAP_MAX = 1.5
/** '0,50' behind a name is a size if there is a price beside it. */
const SIZE_AS_PRICE = new RegExp(`^${LITRES_AS_PRICE}$`, 'u')
/** Minimum share of a line that its words take, so that their places in its lattice are known. */
const WORDED_MIN = 0.6

export interface MenuRow {
  /** The words of the row, without its numbers. */
  text: string
  facts: PrintedFacts
  /** 0-1: the lowest confidence of its lines. */
  confidence: number
  /** Text height in pixels. */
  height: number
  /** Its place on the deskewed page, which decides the layout. */
  left: number
  right: number
  top: number
  bottom: number
  /** Its place on the upright photo. */
  onPhoto: Box
  /** Number of its block: rows directly below each other. */
  block: number
  /** The lines as read. */
  read: string[]
  /** Of the line that the row consists of; absent if there are several, or if much of the line is numbers. */
  lattice?: TextLine['lattice']
  /** Of a row that lists several beers (`beer-lists.ts`): true for one of them, false for what introduces them. */
  isOfList?: boolean
}

/** The rows of a list in reading order. */
export function menuRows(lines: readonly TextLine[], frame: Frame): MenuRow[] {
  const level = deskewed(placeLines(lines, frame), frame).filter(({ line }) => line.confidence >= CONFIDENCE_MIN)
  const unique = withoutRules(withAbvOfDegrees(withoutDuplicates(level)))
  const legible = unique
    .filter(({ line }) => !COLUMN_HEADER.test(line.text))
    .map((line) => ({ line, facts: printedFacts(line.line.text) }))
  const worded = legible.filter((one) => hasWords(one) || isNumberAsName(one, legible))
  const numbers = legible.filter((one) => !worded.includes(one))
  const words = worded.map(({ line }) => line)
  const numberLines = numbers.map(({ line }) => line)
  const headers = unique.filter(({ line }) => COLUMN_HEADER.test(line.text))
  const fields = {
    numbers: numberLines,
    valued: new Map(legible.flatMap((one) => kindsOf(one, headers).map((kind) => [one.line, kind] as const))),
    headers,
  }
  const rows = joinFields(joinSegments(words), fields).map((segments) => ({ segments, numbers: [] as PlacedLine[] }))
  for (const run of runsOf(numberLines, words)) rowBeside(run, rows)?.numbers.push(...run.numbers)
  const columns = numberColumnsOf(rows, unique)
  return inReadingOrder(rows.map((row) => rowOf(row, columns, frame)))
}

interface LegibleLine {
  line: PlacedLine
  facts: PrintedFacts
}

/** What a number is: by its own sign, or by the header above it. */
function kindsOf({ line, facts: { price, abv } }: LegibleLine, headers: readonly PlacedLine[]): NumberKind[] {
  if (price !== null) return ['price']
  if (abv !== null) return ['abv']
  const column = columnOf(line, headers)
  return column === 'other' ? [] : [column]
}

const hasWords = ({ facts }: LegibleLine) => /\p{L}{2}/u.test(facts.rest)

/** True for a number of three or four digits in front of a price, unless others cost as much: '1664', '805'. */
function isNumberAsName({ line, facts }: LegibleLine, lines: readonly LegibleLine[]): boolean {
  if (!/^\d{3,4}$/u.test(facts.rest)) return false
  const others = lines.filter((other) => other.line !== line)
  if (others.some((other) => other.facts.price?.includes(facts.rest))) return false
  const level = others.filter((other) => overlapY(other.line, line) >= SAME_ROW_MIN)
  const isBehindWords = level.some((other) => other.line.left < line.left && hasWords(other))
  const isPriced = [facts, ...level.filter((other) => other.line.left > line.right).map((other) => other.facts)].some(
    ({ price }) => price !== null,
  )
  return isPriced && !isBehindWords
}

/** Joins the pieces of one printed line: side by side, of similar height, less than a space apart. */
function joinSegments(lines: readonly PlacedLine[]): PlacedLine[][] {
  const rows: PlacedLine[][] = []
  for (const line of [...lines].sort((a, b) => a.left - b.left)) {
    const row = rows.find((segments) => {
      const last = segments.at(-1)
      return last !== undefined && continues(last, line)
    })
    if (row) row.push(line)
    else rows.push([line])
  }
  return rows
}

function continues(last: PlacedLine, next: PlacedLine): boolean {
  const gap = next.left - last.right
  const sizes = Math.min(last.height, next.height) / Math.max(last.height, next.height)
  return (
    overlapY(last, next) >= SAME_ROW_MIN &&
    sizes > PIECES.heightMin &&
    gap < Math.min(last.height, next.height) * PIECES.gapMax
  )
}

/** Numbers side by side with no words between them: three prices for three sizes belong to one row. */
interface NumberRun extends PlacedLine {
  numbers: PlacedLine[]
}

function runsOf(numbers: readonly PlacedLine[], words: readonly PlacedLine[]): NumberRun[] {
  const runs: NumberRun[] = []
  for (const number of [...numbers].sort((a, b) => a.left - b.left)) {
    const run = runs.find(
      (other) =>
        overlapY(other, number) >= SAME_ROW_MIN &&
        !words.some((word) => word.left < number.left && word.right > other.right && overlapY(word, number) > 0),
    )
    if (run) {
      run.numbers.push(number)
      run.right = Math.max(run.right, number.right)
      run.x = (run.left + run.right) / 2
    } else runs.push({ ...number, numbers: [number] })
  }
  return runs
}

/**
 * The row of some numbers: the row at their height in the nearest column to the left, else to the right, else the nearest row
 * above. Within a column the horizontal distance does not count, because a name may be shorter than the line below it.
 */
function rowBeside(numbers: PlacedLine, rows: readonly RowLines[]): RowLines | undefined {
  const level = rows.filter(({ segments }) => segments.some((line) => overlapY(line, numbers) >= BESIDE_MIN))
  // A row of a table may have words on both sides.
  const gapTo = ({ segments }: RowLines, towardsLeft: boolean) =>
    Math.min(
      ...segments
        .map((line) => (towardsLeft ? numbers.left - line.right : line.left - numbers.right))
        .filter((gap) => gap >= -numbers.height),
    )
  const distance = ({ segments }: RowLines) => Math.min(...segments.map((line) => Math.abs(line.y - numbers.y)))
  const nearest = (towardsLeft: boolean) => {
    const onSide = level.filter((row) => gapTo(row, towardsLeft) < Number.POSITIVE_INFINITY)
    const closest = onSide.sort((a, b) => gapTo(a, towardsLeft) - gapTo(b, towardsLeft))[0]
    return onSide.filter((row) => closest && isOneColumn(row, closest)).sort((a, b) => distance(a) - distance(b))[0]
  }
  return nearest(true) ?? nearest(false) ?? rowAbove(numbers, rows)
}

function isOneColumn(a: RowLines, b: RowLines): boolean {
  return a.segments.some((line) => b.segments.some((other) => overlapX(line, other) > COLUMN_MIN))
}

function rowAbove(numbers: PlacedLine, rows: readonly RowLines[]): RowLines | undefined {
  return rows
    .flatMap((row) => row.segments.map((line) => ({ row, line, gap: numbers.top - line.bottom })))
    .filter(
      ({ line, gap }) =>
        overlapX(line, numbers) > COLUMN_MIN && gap > -numbers.height && gap < numbers.height * BELOW_GAP_MAX,
    )
    .sort((a, b) => a.gap - b.gap)[0]?.row
}

function rowOf({ segments, numbers }: RowLines, columns: NumberColumns, frame: Frame): Omit<MenuRow, 'block'> {
  const row = { segments, numbers }
  const barePrice = columns.leadingPrices ? leadingPriceOf(row) : barePriceOf(row, columns)
  const bareIbu = columns.ibus ? bareIbuOf(row, columns) : null
  const unnumbered = columns.numbered ? withoutListNumber(textOf(segments)) : textOf(segments)
  const text = bareIbu === null ? unnumbered : withoutBareIbu(unnumbered)
  const unpriced = columns.leadingPrices
    ? text.slice(barePrice?.inWords.length ?? 0)
    : withoutLast(text, barePrice?.inWords ?? '')
  const [unled, leadingAbv] = splitLeadingAbv(unpriced, columns)
  const [wording, trailingAbv] = splitTrailingAbv(unled, columns)
  const words = printedFacts(wording)
  const { abv, ibu, price, others } = numbersByColumn(numbers, columns)
  const sideBySide = others.toSorted((a, b) => a.left - b.left)
  const beside = printedFacts(textOf(sideBySide))
  const besidePrice = pricesWithWhole(sideBySide) ?? beside.price
  const isSize = besidePrice !== null && words.price !== null && SIZE_AS_PRICE.test(words.price)
  const [wordsSize, wordsPrice] = isSize ? [words.price, null] : [words.size, words.price]
  const bareAbv = numbers
    .map((number) => splitLeadingAbv(`${textOf([number])} x`, columns)[1])
    .find((value) => value !== null)
  return {
    text: words.rest,
    facts: {
      rest: words.rest,
      abv: words.abv ?? beside.abv ?? leadingAbv ?? trailingAbv ?? abv ?? bareAbv ?? null,
      ibu: words.ibu ?? beside.ibu ?? ibu ?? bareIbu,
      price: joinPrices(wordsPrice, besidePrice) ?? price ?? barePrice?.price ?? null,
      size: wordsSize ?? beside.size,
    },
    confidence: Math.min(...segments.map((line) => line.line.confidence * shareRead(line))),
    height: median(segments.map(({ height }) => height)),
    ...placeOf(row),
    onPhoto: boundsOf(
      placeLines(
        segments.map(({ line }) => line),
        frame,
      ),
    ),
    read: [...segments, ...numbers].map(({ line }) => line.text),
    lattice: latticeOf(segments, words.rest),
  }
}

/** Of the words and the numbers in front of them, which are in line with the rows above. */
function placeOf({ segments, numbers }: RowLines): Box {
  const { left } = boundsOf(segments)
  return boundsOf([...segments, ...numbers.filter(({ right }) => right <= left)])
}

const HAS_CURRENCY = new RegExp(CURRENCY, 'iu')

/** The prices of a row, of its words and beside them. Beside one with a currency, a decimal without is something else: a rating. */
function joinPrices(words: string | null, beside: string | null): string | null {
  const prices = [words, beside].filter((price) => price !== null)
  const inCurrency = prices.filter((price) => HAS_CURRENCY.test(price))
  return (inCurrency.length > 0 ? inCurrency : prices).join(' / ') || null
}

/** The text without the last occurrence of a part of it. */
function withoutLast(text: string, part: string): string {
  const at = text.lastIndexOf(part)
  return part === '' || at === -1 ? text : `${text.slice(0, at)} ${text.slice(at + part.length)}`
}

function latticeOf([first, ...others]: readonly PlacedLine[], words: string): TextLine['lattice'] {
  if (!first || others.length > 0 || words.length < WORDED_MIN * first.line.text.length) return undefined
  return first.line.lattice
}

/** A line this many times wider than its text was read incompletely: it has letters of a script that the OCR does not know. */
const ROOM_MAX = 1.3
/** Scripts whose characters are as wide as high. */
const FULL_WIDTH = /[\u2e80-\u9fff\uac00-\ud7af]/u

function shareRead({ line, width, height }: PlacedLine): number {
  const letters = [...line.text.normalize('NFKC')]
  const filled = letters.reduce((sum, letter) => {
    if (FULL_WIDTH.test(letter)) return sum + 1
    return sum + (/[\p{Lu}\p{N}]/u.test(letter) ? 0.6 : /\p{L}/u.test(letter) ? 0.5 : 0.35)
  }, 0)
  return letters.length < 4 ? 1 : Math.min(1, (ROOM_MAX * filled * height) / width)
}

/** Where rows of one item are: their centre in percent of the upright photo, and the box around them. */
export function placementOf(rows: readonly MenuRow[], photo: Frame) {
  return {
    position: centreOf(rows, photo),
    box: boxIn(
      photo,
      rows.map(({ onPhoto }) => onPhoto),
    ),
  }
}

export function centreOf(rows: readonly MenuRow[], photo: Frame): { x: number; y: number } {
  const x = rows.reduce((sum, { onPhoto: { left, right } }) => sum + (left + right) / 2, 0) / rows.length
  const y = rows.reduce((sum, { onPhoto: { top, bottom } }) => sum + (top + bottom) / 2, 0) / rows.length
  return { x: percentOf(x, photo.width), y: percentOf(y, photo.height) }
}
