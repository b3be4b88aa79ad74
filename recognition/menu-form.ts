/**
 * The form that a list repeats. Prices, or strengths, stand on every second row, or on every third: then an item is so many
 * rows, and where in them the figure stands is told by the whole page together, where one row alone leaves it open.
 */
import type { MenuRow } from './menu-rows.ts'

/** What a row is to its item. */
export type Part = 'name' | 'detail'

interface Form {
  fact: 'price' | 'abv'
  /** Rows of an item. */
  rows: number
  /** The row of an item that carries the figure, counted from 0. */
  at: number
}

const ROWS_MAX = 4
/** A form is told by so many figures, of which this share stand so many rows apart. */
const FIGURES_MIN = 3
const REPEATED_MIN = 0.6
/** Gaps and heights differ when they do so by more than reading does: in text heights, and as a share. */
const GAP_DIFFERS = 0.12
const HEIGHT_DIFFERS = 0.04

/**
 * The parts of the rows that stand in a form. `sections`: the rows under each heading, in printed order. `mayName`: whether a
 * row has words that may name something. Empty where every row is an item, or none repeats.
 */
export function partsByForm(
  sections: readonly (readonly MenuRow[])[],
  mayName: (row: MenuRow) => boolean,
): ReadonlyMap<MenuRow, Part> {
  const parts = new Map<MenuRow, Part>()
  for (const fact of ['price', 'abv'] as const) {
    const form = formBy(fact, sections, mayName)
    if (!form) continue
    for (const item of sections.flatMap((section) => itemsIn(section, form))) {
      if (item.some((row) => parts.has(row))) continue
      for (const [index, row] of item.entries()) parts.set(row, index === 0 ? 'name' : 'detail')
    }
  }
  return parts
}

function formBy(
  fact: Form['fact'],
  sections: readonly (readonly MenuRow[])[],
  mayName: (row: MenuRow) => boolean,
): Form | undefined {
  const figures = sections.flatMap((section) => section.filter((_, index) => isFigure(section, index, fact))).length
  const apart = sections.flatMap((section) => {
    const at = section.flatMap((_, index) => (isFigure(section, index, fact) ? [index] : []))
    return at.slice(1).map((index, before) => index - (at[before] ?? 0))
  })
  const rows = mostFrequent(apart)
  const repeated = apart.filter((distance) => distance === rows).length
  if (figures < FIGURES_MIN || rows < 2 || rows > ROWS_MAX || repeated < apart.length * REPEATED_MIN) return undefined
  const votes = Array.from({ length: rows }, (_, at) => ({
    form: { fact, rows, at },
    votes: sections.reduce((sum, section) => sum + votesFor({ fact, rows, at }, section, mayName), 0),
  })).sort((a, b) => b.votes - a.votes)
  const [first, second] = votes
  return first && first.votes > 0 && first.votes > (second?.votes ?? 0) ? first.form : undefined
}

/** Whether a row carries a figure of its own: a strength that stands beside a name and again below it is told once. */
function isFigure(section: readonly MenuRow[], index: number, fact: Form['fact']): boolean {
  const told = section[index]?.facts[fact] ?? null
  return told !== null && (fact === 'price' || section[index - 1]?.facts[fact] !== told)
}

/** How well the rows round each figure would make an item of that form. */
function votesFor({ fact, rows, at }: Form, section: readonly MenuRow[], mayName: (row: MenuRow) => boolean): number {
  let votes = 0
  for (const index of section.keys()) {
    if (!isFigure(section, index, fact)) continue
    const item = section.slice(Math.max(0, index - at), index - at + rows)
    const [name, ...details] = item
    if (index < at || !name || item.length < rows || item.some(({ block }) => block !== name.block)) {
      votes -= 1
      continue
    }
    votes += mayName(name) ? 1 : -1
    const inside = Math.max(...details.map((detail, before) => gap(item[before], detail)))
    const outside = Math.min(gap(section[index - at - 1], name), gap(item.at(-1), section[index - at + rows]))
    votes += compared(outside - inside, GAP_DIFFERS)
    const tallest = Math.max(...details.map(({ height }) => height))
    votes += compared(name.height / tallest - 1, HEIGHT_DIFFERS)
  }
  return votes
}

/** The items of a section that stand in the form, each beginning with its name. */
function itemsIn(section: readonly MenuRow[], { fact, rows, at }: Form): MenuRow[][] {
  return section.flatMap((row, index) => {
    if (!isFigure(section, index, fact) || index < at) return []
    const item = section.slice(index - at, index - at + rows)
    const [name] = item
    const isOne = item.every(
      (other, offset) =>
        other.block === name?.block && (other === row || !isFigure(section, index - at + offset, fact)),
    )
    return isOne && item.length > 1 ? [item] : []
  })
}

/** The gap between a row and the next in text heights; endless at the edge of a block. */
function gap(row: MenuRow | undefined, next: MenuRow | undefined): number {
  if (!row || !next || row.block !== next.block) return Number.POSITIVE_INFINITY
  return (next.top - row.bottom) / Math.max(row.height, next.height)
}

function compared(difference: number, least: number): number {
  return Math.abs(difference) < least || Number.isNaN(difference) ? 0 : Math.sign(difference)
}

function mostFrequent(values: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? 0
}
