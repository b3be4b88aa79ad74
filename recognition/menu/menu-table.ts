/**
 * Tables: lists with names, breweries or styles in columns of their own, and numbers behind them. Two lists side by side are none, as each
 * has prices or ABVs of its own.
 */
import { anyOf, WORDS } from '#catalogue/words'
import { printedFacts } from '../label/printed-facts.ts'
import { overlapY, type PlacedLine } from '../lines/layout.ts'
import { textOf } from './menu-numbers.ts'

/** Minimum number of rows of a table, and their share of those that have words side by side. */
const TABLE = { min: 4, share: 0.8 }
/** The fields of a table are short. */
const FIELD_LENGTH_MAX = 40
/** The fields of a column begin within this many text heights of each other. */
const ALIGNED = 1.5
const LEVEL_MIN = 0.5
const WORDS_BEHIND_VALUE_MAX = 2
/** 'pint' */
const SERVING = new RegExp(
  `^${anyOf([...WORDS.generic.packaging, ...WORDS.generic.menu, ...WORDS.sizes.packages, ...WORDS.menu.glasses])}$`,
  'iu',
)

/** What is printed side by side, from left to right; the lines of each field belong together. */
interface Level {
  start: PlacedLine
  fields: PlacedLine[][]
}

export type NumberKind = 'price' | 'abv' | 'ibu'

export interface BesideFields {
  /** Lines of numbers alone. */
  numbers: readonly PlacedLine[]
  /** Lines that have a price, an ABV or a bitterness, with which of them. */
  valued: ReadonlyMap<PlacedLine, NumberKind>
  /** Lines that are headers of columns. */
  headers: readonly PlacedLine[]
}

/**
 * Joins the fields of each row of a table, and leaves out the row of its headers. Rows that belong to no table stay as they are.
 * `rows`: the lines of each piece of text, from left to right.
 */
export function joinFields(rows: readonly PlacedLine[][], beside: BesideFields): PlacedLine[][] {
  const levels = levelsOf(rows)
  const candidates = levels.filter((level) => mayBeOfTable(level, beside))
  const table = new Set(candidates.filter((one) => candidates.filter(isAlignedWith(one)).length >= TABLE.min))
  const isOfHeaders = (level: Level) =>
    beside.headers.some((header) => isLevel(header, level.start)) && [...table].some((row) => hasFieldsOf(row, level))
  const body = levels.filter((level) => !isOfHeaders(level))
  const sideBySide = body.filter(({ fields }) => fields.length > 1)
  if (table.size < Math.max(TABLE.min, sideBySide.length * TABLE.share)) return [...rows]
  return body.flatMap((level) => (table.has(level) ? [level.fields.flatMap(asField)] : level.fields))
}

function levelsOf(rows: readonly PlacedLine[][]): Level[] {
  const levels: Level[] = []
  for (const row of rows) {
    const [start] = row
    const level = levels.find((other) => start && isLevel(other.start, start))
    if (level) level.fields.push(row)
    else if (start) levels.push({ start, fields: [row] })
  }
  return levels
}

/**
 * True if several short fields have all numbers behind them, or some of them and between the fields another kind: ABV, town, price. The last
 * field may also begin with a number: '4.6% Amber', '$7 pint', but not '$7 Quiet Night'.
 */
function mayBeOfTable({ start, fields }: Level, { numbers, valued }: BesideFields): boolean {
  if (fields.length < 2 || fields.some((field) => textOf(field).length > FIELD_LENGTH_MAX)) return false
  if (fields.slice(0, -1).some((field) => field.some((line) => valued.has(line)))) return false
  const lastField = fields.at(-1)?.[0]?.left ?? 0
  const level = numbers.filter((line) => isLevel(line, start))
  const values = fields.at(-1)?.filter((line) => valued.has(line) && isValue(line)) ?? []
  const behind = [...level.filter((line) => line.left > lastField), ...values]
  const between = level.filter((line) => line.left > start.right && line.left < lastField)
  const kinds = new Set(behind.map((line) => valued.get(line)))
  return behind.length > 0 && between.every((line) => valued.has(line) && !kinds.has(valued.get(line)))
}

/** True for a strength with a word or two behind it, or a price with how the beer is served. */
function isValue({ line: { text } }: PlacedLine): boolean {
  const { rest, price } = printedFacts(text)
  if (/^[^\p{L}\d]{0,3}\d{1,2}(?:[.,]\d+)?\s?%/u.test(text)) return rest.split(' ').length <= WORDS_BEHIND_VALUE_MAX
  return price !== null && /^[^\p{L}]{0,3}\d/u.test(text) && SERVING.test(rest)
}

function isLevel(a: PlacedLine, b: PlacedLine): boolean {
  return overlapY(a, b) >= LEVEL_MIN
}

/** True for rows with as many fields at the same places. */
function isAlignedWith(one: Level): (other: Level) => boolean {
  return (other) => one.fields.length === other.fields.length && hasFieldsOf(one, other)
}

/** True if the other, such as the headers of the row, has a field at the place of each of its fields. */
function hasFieldsOf(row: Level, other: Level): boolean {
  return row.fields.every(([a]) =>
    other.fields.some(([b]) => a !== undefined && b !== undefined && Math.abs(a.left - b.left) < a.height * ALIGNED),
  )
}

/** A field behind a separator, unless it is the first. */
function asField(segments: readonly PlacedLine[], at: number): PlacedLine[] {
  return segments.map((one, index) =>
    at === 0 || index > 0 ? one : { ...one, line: { ...one.line, text: `| ${one.line.text}` } },
  )
}
