/**
 * Rows -> the items of a menu: the row that names each, the rows with its details, and what its section adds. Items are not
 * necessarily beers.
 */
import type { Catalogue } from '#catalogue'
import { DETAIL_HEIGHT, type MenuPage, pageOf } from './menu-page.ts'
import { isAddress, isBulleted, isSizeNote, labelOf, mentionsAbv, startsWithStyle, wordsOf } from './menu-row-words.ts'
import type { MenuRow } from './menu-rows.ts'
import { type ItemFacts, type Section, type SectionKind, sectionOf, withFacts } from './menu-section.ts'

/** A row of at least so many words is a description. */
const DESCRIPTION_WORDS_MIN = 7
/** Maximum gap between an item and its next detail, in text heights. */
const DETAIL_GAP_MAX = 1.4
const ITEM_ROWS_MAX = 5
/** A heading this much taller than another is of a higher rank. */
const HIGHER_RANK = 1.15

export interface MenuItem {
  /** The text of the row that names it. */
  name: string
  /** The brewery named by its heading: some menus are grouped by brewery. */
  brewedBy: string | null
  /** The texts of the rows with its details. */
  details: string[]
  facts: ItemFacts
  /** The heading above it. */
  section: string | null
  sectionKind: SectionKind
  /** The name row begins with a label: 'Beer: Helles'. */
  labelled: boolean
  /** The name row begins with a bullet. */
  bulleted: boolean
  /** Confidence of the name row, 0-1. */
  confidence: number
  /** The name row, then the rows of its details. */
  rows: MenuRow[]
}

export interface MenuList {
  title: string | null
  items: MenuItem[]
}

export function menuItems(catalogue: Catalogue, rows: readonly MenuRow[]): MenuList {
  const page = pageOf(catalogue, rows)
  const items: { item: MenuItem; priced: Section | undefined }[] = []
  // The sections around the current row, outermost first.
  let sections: Section[] = []
  let current: MenuItem | undefined
  for (const [index, row] of rows.entries()) {
    if (row === page.title) continue
    const label = labelOf(row.text)
    const section = sections.at(-1)
    if (page.headings.has(row)) {
      sections = [...sections.filter(({ height }) => height > row.height * HIGHER_RANK), sectionOf(catalogue, row)]
      current = undefined
    } else if (isSizeNote(row) && !current) {
      if (section) section.facts = withFacts(section.facts, row.facts)
    } else if (isAddress(row)) {
      current = undefined
    } else if (current && !label && rows[index - 1]?.block === row.block && isDetail(catalogue, row, current, page)) {
      current.details.push(row.text)
      current.rows.push(row)
      current.facts = withFacts(current.facts, row.facts)
    } else {
      current = {
        name: label?.isBeer ? label.name : row.text,
        details: label?.rest ? [label.rest] : [],
        facts: row.facts,
        brewedBy: section?.brewedBy ?? null,
        section: section?.heading ?? null,
        sectionKind: label && !label.isBeer ? 'other' : (section?.kind ?? 'unknown'),
        labelled: label?.isBeer ?? false,
        bulleted: isBulleted(row),
        confidence: row.confidence,
        rows: [row],
      }
      items.push({ item: current, priced: sections.find(({ facts }) => facts.price !== null) })
    }
  }
  return { title: page.title?.text ?? null, items: items.map(({ item, priced }) => withPriceOf(item, priced)) }
}

/** 'All bottles $5': an item without a price has that of its section. */
function withPriceOf(item: MenuItem, section: Section | undefined): MenuItem {
  return section && item.facts.price === null ? { ...item, facts: { ...item.facts, price: section.facts.price } } : item
}

/** True if the row is a detail of the item above it; false if it names the next item. */
function isDetail(catalogue: Catalogue, row: MenuRow, item: MenuItem, page: MenuPage): boolean {
  const [first] = item.rows
  if (!first || item.rows.length >= ITEM_ROWS_MAX) return false
  const text = row.text.trim()
  if (row.top - (item.rows.at(-1)?.bottom ?? 0) > DETAIL_GAP_MAX * row.height) return false
  if (isBulleted(row)) return false
  if (/^[([]/u.test(text) || item.labelled) return true
  const part = page.parts.get(row)
  if (part !== undefined) return part === 'detail'
  if (item.facts.price !== null && row.facts.price !== null) return false
  const isFirstAbv = item.facts.abv === null && !item.rows.some(mentionsAbv)
  const isBelowPrice = item.facts.price !== null && row.facts.price === null
  if ((page.isNameOverDetail || isBelowPrice) && isFirstAbv && mentionsAbv(row)) return true
  if (row.height < first.height * DETAIL_HEIGHT || wordsOf(text).length >= DESCRIPTION_WORDS_MIN) return true
  if (row.height > first.height / DETAIL_HEIGHT) return false
  return isFirstAbv && row.facts.abv !== null && startsWithStyle(catalogue, text)
}
