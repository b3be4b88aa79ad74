/** The structure of a menu page: its title, its headings, and the pattern in which it prints names and details. */
import type { Catalogue } from '#catalogue'
import { median } from './layout.ts'
import { type Part, partsByPattern } from './menu-pattern.ts'
import {
  givesSizesInBrackets,
  hasPriceOrAbv,
  isBulleted,
  isSizeNote,
  labelOf,
  mayBeName,
  mentionsAbv,
  SECTION_WORDS,
  startsWithStyle,
  withoutBrackets,
  wordsOf,
} from './menu-row-words.ts'
import type { MenuRow } from './menu-rows.ts'
import { HEADING_HEIGHT } from './reading-order.ts'

/** Maximum height of a detail, as a share of the height of its name. */
export const DETAIL_HEIGHT = 0.86
const HEADING_WORDS_MAX = 5
/** A row this much taller than usual stands out. */
const STANDS_OUT_HEIGHT = 1.15
/** Fewer rows than this show no pattern. */
const ROWS_MIN = 3

export interface MenuPage {
  title: MenuRow | undefined
  headings: ReadonlySet<MenuRow>
  /** Rows whose part follows from the pattern of the list. */
  parts: ReadonlyMap<MenuRow, Part>
  /** Each name has a row to itself, above a row with style and ABV. */
  isNameOverDetail: boolean
}

export function pageOf(catalogue: Catalogue, rows: readonly MenuRow[]): MenuPage {
  const usual = usualHeight(rows)
  const withAbv = rows.filter(mentionsAbv)
  const withStyle = withAbv.filter((row) => startsWithStyle(catalogue, row.text))
  const title = titleOf(rows, usual)
  const headings = new Set(
    rows.filter(
      (row, index) => row !== title && !labelOf(row.text) && isHeading(catalogue, row, rows[index + 1], usual),
    ),
  )
  for (const name of tallNames(catalogue, rows, headings)) headings.delete(name)
  const partsOfItems = () => {
    const sections: MenuRow[][] = [[]]
    for (const row of rows) {
      if (row === title || headings.has(row)) sections.push([])
      else sections.at(-1)?.push(row)
    }
    return partsByPattern(sections, (row) => mayBeName(catalogue, row))
  }
  for (const row of isolatedHeadings(rows, headings, partsOfItems())) headings.add(row)
  return {
    title,
    headings,
    parts: partsOfItems(),
    isNameOverDetail: withStyle.length >= ROWS_MIN && withStyle.length * 2 >= withAbv.length,
  }
}

/** The usual height of an item: of the rows with numbers, because long descriptions below the names are set smaller. */
function usualHeight(rows: readonly MenuRow[]): number {
  const withNumbers = rows.filter(hasPriceOrAbv)
  return median((withNumbers.length >= ROWS_MIN ? withNumbers : rows).map(({ height }) => height))
}

/** Minimum height of a title, as a multiple of the usual row height. */
const TITLE_HEIGHT = 1.6
/** Relative difference in height up to which rows are set alike, and the maximum number of rows set like the title. */
const TITLE_HEIGHT_VARIES = 0.1
const TITLE_ROWS_MAX = 3

/** The tallest legible row of the upper third, if it is much taller than an item and few rows are as tall. */
function titleOf(rows: readonly MenuRow[], usual: number): MenuRow | undefined {
  const bottom = Math.max(...rows.map((row) => row.bottom))
  const upper = rows.filter((row) => row.top < bottom / 3 && /\p{L}{3}/u.test(row.text) && row.confidence > 0.8)
  const tallest = upper.sort((a, b) => b.height - a.height)[0]
  if (!tallest || tallest.height < usual * TITLE_HEIGHT) return undefined
  const alike = rows.filter(({ height }) => Math.abs(height / tallest.height - 1) < TITLE_HEIGHT_VARIES)
  return alike.length <= TITLE_ROWS_MAX ? tallest : undefined
}

/** Decides by the row's own words and height, and by whether the next row is in capitals too. */
function isHeading(catalogue: Catalogue, row: MenuRow, next: MenuRow | undefined, usual: number): boolean {
  if (isSizeNote(row)) return false
  const words = wordsOf(withoutBrackets(row.text))
  if (words.length === 0) return true
  const isNamed = mayBeName(catalogue, row)
  if (!isNamed && givesSizesInBrackets(row)) return true
  const isTaller = row.height >= usual * STANDS_OUT_HEIGHT
  const sectionWords = words.filter((word) => SECTION_WORDS.has(word)).length
  // Such a heading may have a price or an ABV: those of a name below it that was not read.
  if (sectionWords === words.length && isTaller) return true
  if (row.facts.abv !== null || words.length > HEADING_WORDS_MAX) return false
  if (row.height >= usual * HEADING_HEIGHT && (row.facts.price === null || !isNamed)) return true
  if (row.facts.price !== null) return false
  const isInCapitals = row.text === row.text.toUpperCase() && row.text !== row.text.toLowerCase()
  // 'Strongbow Cider' among similar rows is an item; 'Nashville Taps' is a heading if it stands out.
  const standsOut = isInCapitals || isTaller
  const isDistinctive = words.some((word) => !SECTION_WORDS.has(word) && !catalogue.isCommonWord(word))
  if (sectionWords > 0 && sectionWords * 2 >= words.length && (standsOut || !isDistinctive)) return true
  if (isInCapitals && words.every((word) => word.length < 2 || catalogue.isCommonWord(word))) return true
  const nextDiffers = next !== undefined && next.text !== next.text.toUpperCase()
  return isInCapitals && nextDiffers && words.length <= 2
}

/**
 * Names that are as tall as headings: the numbers of exactly one item follow each. Below most headings there are several
 * items.
 */
function tallNames(catalogue: Catalogue, rows: readonly MenuRow[], headings: ReadonlySet<MenuRow>): MenuRow[] {
  const itemsBelow = new Map<MenuRow, number>()
  let last: MenuRow | undefined
  for (const row of rows) {
    if (headings.has(row)) {
      last = row
      if (mayBeName(catalogue, row)) itemsBelow.set(row, 0)
    } else if (last && hasPriceOrAbv(row)) itemsBelow.set(last, (itemsBelow.get(last) ?? 0) + 1)
  }
  const single = [...itemsBelow].flatMap(([row, items]) => (items === 1 ? [row] : []))
  return single.length >= ROWS_MIN && single.length * 2 > itemsBelow.size ? single : []
}

/** Minimum extra space around a heading compared with an item, in text heights. */
const HEADING_SPACE = 0.4

/**
 * In a list whose items all have a price or follow its pattern: the rows that have neither, with extra space around them.
 * Such a row is a heading whatever its words.
 */
function isolatedHeadings(
  rows: readonly MenuRow[],
  headings: ReadonlySet<MenuRow>,
  parts: ReadonlyMap<MenuRow, Part>,
): MenuRow[] {
  const isName = (row: MenuRow | undefined) =>
    row !== undefined && !headings.has(row) && (parts.size > 0 ? parts.get(row) === 'name' : row.facts.price !== null)
  const names = rows.filter(isName)
  const others = rows.filter((row) => !headings.has(row) && !parts.has(row) && !isName(row))
  if (names.length < ROWS_MIN || names.length <= others.length) return []
  const usual = median(names.map(({ height }) => height))
  const space = (row: MenuRow, next: MenuRow | undefined) =>
    next?.block === row.block ? (next.top - row.bottom) / usual : undefined
  const usualSpace = median(
    rows.flatMap((row, index) =>
      isName(rows[index + 1]) && !headings.has(row) ? (space(row, rows[index + 1]) ?? []) : [],
    ),
  )
  const spaceAtEdge = usualSpace + HEADING_SPACE
  return others.filter((row) => {
    const index = rows.indexOf(row)
    const [before, next] = [rows[index - 1], rows[index + 1]]
    if (hasPriceOrAbv(row) || !isName(next) || isBulleted(row) || labelOf(row.text)) return false
    if (wordsOf(row.text).length > HEADING_WORDS_MAX || row.height < usual * DETAIL_HEIGHT) return false
    const around = ((before && space(before, row)) ?? spaceAtEdge) + (space(row, next) ?? spaceAtEdge)
    return around > 2 * usualSpace + HEADING_SPACE
  })
}
