/** The title of a menu page. */
import { median } from '../lines/layout.ts'
import { hasPriceOrAbv } from './menu-row-words.ts'
import type { MenuRow } from './menu-rows.ts'

const ROWS_MIN = 3

/** The usual height of an item: of the rows with numbers, because long descriptions below the names are set smaller. */
export function usualHeight(rows: readonly MenuRow[]): number {
  const withNumbers = rows.filter(hasPriceOrAbv)
  return median((withNumbers.length >= ROWS_MIN ? withNumbers : rows).map(({ height }) => height))
}

/** Minimum height of a title, as a multiple of the usual row height. */
const TITLE_HEIGHT = 1.6
/** Relative difference in height up to which rows are set alike, and the maximum number of rows set like the title. */
const TITLE_HEIGHT_VARIES = 0.1
const TITLE_ROWS_MAX = 3

/** The tallest legible row of the upper third, if it is much taller than an item and few rows are as tall. */
export function titleOf(rows: readonly MenuRow[]): MenuRow | undefined {
  const usual = usualHeight(rows)
  const bottom = Math.max(...rows.map((row) => row.bottom))
  const upper = rows.filter((row) => row.top < bottom / 3 && /\p{L}{3}/u.test(row.text) && row.confidence > 0.8)
  const tallest = upper.sort((a, b) => b.height - a.height)[0]
  if (!tallest || tallest.height < usual * TITLE_HEIGHT) return undefined
  const alike = rows.filter(({ height }) => Math.abs(height / tallest.height - 1) < TITLE_HEIGHT_VARIES)
  return alike.length <= TITLE_ROWS_MAX ? tallest : undefined
}
