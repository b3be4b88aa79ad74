/**
 * The pattern that a list repeats: every second, third or fourth row has a price or an ABV, so every item has that many rows.
 * Which of them has the number is decided for the whole page, because a single item leaves it open.
 */
import type { MenuRow } from './menu-rows.ts'

/** What a row is within its item. */
export type Part = 'name' | 'detail'

interface Pattern {
  fact: 'price' | 'abv'
  /** Rows of an item. */
  rows: number
  /** The row of an item that has the number, counted from 0. */
  at: number
}

const ROWS_MAX = 4
/** A pattern needs this many numbers, this share of them equally far apart. */
const NUMBERS_MIN = 3
const REPEATED_MIN = 0.6
/** Minimum differences that are not measuring errors: of gaps in text heights, of heights as a share. */
const GAP_DIFFERS = 0.12
const HEIGHT_DIFFERS = 0.04

/**
 * The parts of the rows that follow a pattern; empty if each row is an item or nothing repeats. `sections`: the rows below each
 * heading, in printed order. `mayBeName`: true for rows with words that may be a name.
 */
export function partsByPattern(
  sections: readonly (readonly MenuRow[])[],
  mayBeName: (row: MenuRow) => boolean,
): ReadonlyMap<MenuRow, Part> {
  const parts = new Map<MenuRow, Part>()
  for (const fact of ['price', 'abv'] as const) {
    const pattern = patternOf(fact, sections, mayBeName)
    if (!pattern) continue
    for (const item of sections.flatMap((section) => itemsIn(section, pattern))) {
      if (item.some((row) => parts.has(row))) continue
      for (const [index, row] of item.entries()) parts.set(row, index === 0 ? 'name' : 'detail')
    }
  }
  return parts
}

function patternOf(
  fact: Pattern['fact'],
  sections: readonly (readonly MenuRow[])[],
  mayBeName: (row: MenuRow) => boolean,
): Pattern | undefined {
  const numbers = sections.flatMap((section) => section.filter((_, index) => hasOwnNumber(section, index, fact))).length
  const distances = sections.flatMap((section) => {
    const at = section.flatMap((_, index) => (hasOwnNumber(section, index, fact) ? [index] : []))
    return at.slice(1).map((index, before) => index - (at[before] ?? 0))
  })
  const rows = mostFrequent(distances)
  const repeated = distances.filter((distance) => distance === rows).length
  if (numbers < NUMBERS_MIN || rows < 2 || rows > ROWS_MAX || repeated < distances.length * REPEATED_MIN)
    return undefined
  const votes = Array.from({ length: rows }, (_, at) => ({
    pattern: { fact, rows, at },
    votes: sections.reduce((sum, section) => sum + votesFor({ fact, rows, at }, section, mayBeName), 0),
  })).sort((a, b) => b.votes - a.votes)
  const [first, second] = votes
  return first && first.votes > 0 && first.votes > (second?.votes ?? 0) ? first.pattern : undefined
}

/** True if the row has a price, or an ABV that does not repeat the one above it. */
function hasOwnNumber(section: readonly MenuRow[], index: number, fact: Pattern['fact']): boolean {
  const value = section[index]?.facts[fact] ?? null
  return value !== null && (fact === 'price' || section[index - 1]?.facts[fact] !== value)
}

/** How well the rows around each number fit the pattern: by words, gaps and heights. */
function votesFor(
  { fact, rows, at }: Pattern,
  section: readonly MenuRow[],
  mayBeName: (row: MenuRow) => boolean,
): number {
  let votes = 0
  for (const index of section.keys()) {
    if (!hasOwnNumber(section, index, fact)) continue
    const item = section.slice(Math.max(0, index - at), index - at + rows)
    const [name, ...details] = item
    if (index < at || !name || item.length < rows || item.some(({ block }) => block !== name.block)) {
      votes -= 1
      continue
    }
    votes += mayBeName(name) ? 1 : -1
    const inside = Math.max(...details.map((detail, before) => gap(item[before], detail)))
    const outside = Math.min(gap(section[index - at - 1], name), gap(item.at(-1), section[index - at + rows]))
    votes += signOf(outside - inside, GAP_DIFFERS)
    const tallest = Math.max(...details.map(({ height }) => height))
    votes += signOf(name.height / tallest - 1, HEIGHT_DIFFERS)
  }
  return votes
}

/** The items of a section that follow the pattern, each beginning with its name. */
function itemsIn(section: readonly MenuRow[], { fact, rows, at }: Pattern): MenuRow[][] {
  return section.flatMap((row, index) => {
    if (!hasOwnNumber(section, index, fact) || index < at) return []
    const item = section.slice(index - at, index - at + rows)
    const [name] = item
    const isComplete = item.every(
      (other, offset) =>
        other.block === name?.block && (other === row || !hasOwnNumber(section, index - at + offset, fact)),
    )
    return isComplete && item.length > 1 ? [item] : []
  })
}

/** The gap between a row and the next in text heights; infinite at the edge of a block. */
function gap(row: MenuRow | undefined, next: MenuRow | undefined): number {
  if (!row || !next || row.block !== next.block) return Number.POSITIVE_INFINITY
  return (next.top - row.bottom) / Math.max(row.height, next.height)
}

/** -1, 0 or 1; 0 below `least`. */
function signOf(difference: number, least: number): number {
  return Math.abs(difference) < least || Number.isNaN(difference) ? 0 : Math.sign(difference)
}

function mostFrequent(values: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? 0
}
