/**
 * Rows -> the items of a menu: the row that names each, the rows with its details, and what its section adds. Items are not
 * necessarily beers.
 */
import { type Catalogue, foldText, isInCapitals } from '#catalogue'
import type { Box } from '#vision'
import { drinkWords, namesKindOfBeer } from '../label/drinks.ts'
import { GRAMMATICAL_WORDS } from '../label/grammatical-words.ts'
import { breweryNamedBy, hasBrewingWord } from '../label/printed-brewery.ts'
import { boundsOf, overlap } from '../lines/layout.ts'
import { titleOf } from './menu-page.ts'
import {
  givesSizesInBrackets,
  hasOnlySectionWords,
  hasPriceOrAbv,
  isAddress,
  isBulleted,
  isDescription,
  isHeadingAlone,
  isHeadingOfOthers,
  isNote,
  isProse,
  isRequest,
  isServing,
  isSizeNote,
  labelOf,
  mayBeName,
  mentionsCharge,
  saysHowServed,
  splitServing,
  wordsOf,
} from './menu-row-words.ts'
import type { MenuRow } from './menu-rows.ts'
import { type ItemFacts, kindOf, type Section, type SectionKind, sectionOf, withFacts } from './menu-section.ts'
import { matchAlone, NAMING_MIN } from './row-features.ts'
import type { RowLabel } from './row-labels.ts'

/** A heading this much taller than another is of a higher rank. */
const HIGHER_RANK = 1.15

export interface MenuItem {
  /** The text of the row that names it. */
  name: string
  /** The brewery printed above it, or named by its heading: some menus are grouped by brewery. */
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

/** True for a price in its own rows, not that of its section. */
export function hasOwnPrice({ rows }: MenuItem): boolean {
  return rows.some(({ facts }) => facts.price !== null)
}

export interface MenuList {
  title: string | null
  items: MenuItem[]
}

/** `breweries`: the rows that are breweries, each by the row of its beer. */
export function menuItems(
  catalogue: Catalogue,
  rows: readonly MenuRow[],
  labels: ReadonlyMap<MenuRow, RowLabel>,
  breweries: ReadonlyMap<MenuRow, MenuRow> = new Map(),
): MenuList {
  const title = titleOf(rows)
  const kindOfPage = title ? kindOf(catalogue, title.text) : 'unknown'
  const items: SectionItem[] = []
  // The sections around the current row, outermost first.
  let sections: Section[] = []
  let current: MenuItem | undefined
  // Those around a list of beers whose heading applies to it alone.
  let aroundList: Section[] | undefined
  const areBreweries = new Set(breweries.values())
  const columns = new Map<number, Box>()
  for (const row of rows) columns.set(row.block, boundsOf([columns.get(row.block) ?? row, row]))
  for (const [index, row] of rows.entries()) {
    if (row === title) continue
    if (!row.isOfList) {
      sections = aroundList ?? sections
      aroundList = undefined
    }
    const isOfCurrent = isServing(row) && current?.rows[0]?.facts.price === null && !sections.some(hasPrice)
    const isPriced = isPricedHeading(rows, index) && !isOfCurrent
    const isHeading = isHeadingByWords(catalogue, row, labels.get(row)) || isPriced
    const kind = isHeading ? 'heading' : labels.get(row)
    const label = labelOf(catalogue, row.text)
    const section = sections.at(-1)
    const brewery = breweries.get(row)
    if (areBreweries.has(row)) {
      // It may be that of several.
      if (kind === 'heading')
        sections = [...around(sections, row), { ...sectionOf(catalogue, row), kind: section?.kind ?? 'unknown' }]
      current = undefined
    } else if (isSizeNote(row) && !current) {
      if (section) section.facts = withFacts(section.facts, row.facts)
    } else if (isAddress(row) || isRequest(row) || (kind === 'heading' && mentionsCharge(row.text))) {
      current = undefined
    } else if (current && kind === 'name' && isServing(row)) {
      current.rows.push(row)
      current.facts = withFacts(current.facts, row.facts)
    } else if (current && (kind === 'name' || kind === 'detail') && isNamedBelow(catalogue, current, row, kind)) {
      current.details.push(current.name)
      current.name = row.text
      current.rows.push(row)
    } else if (brewery || label || isBulleted(row) || kind === 'name') {
      const { name: words, rest } = label?.isBeer ? label : splitDescription(catalogue, row.text)
      const { name, serving } = splitServing(catalogue, words)
      current = {
        name,
        details: rest ? [rest] : [],
        facts: { ...row.facts, size: row.facts.size ?? serving },
        brewedBy: brewery
          ? (breweryNamedBy(catalogue, brewery.text)?.name ?? brewery.text)
          : (section?.brewedBy ?? null),
        section: section?.heading ?? null,
        sectionKind: label && !label.isBeer ? 'other' : (section?.kind ?? (kindOfPage === 'beer' ? 'beer' : 'unknown')),
        labelled: label?.isBeer ?? false,
        bulleted: isBulleted(row),
        confidence: row.confidence,
        rows: brewery ? [row, brewery] : [row],
      }
      items.push({
        item: current,
        priced: sections.find((section) => hasPrice(section) && isBelow(columns.get(row.block) ?? row, section)),
      })
    } else if (kind === 'heading') {
      const next = rows[index + 1]
      if (next?.isOfList && (row.isOfList === false || row.facts.price !== null)) aroundList = sections
      sections = [
        ...around(sections, row),
        sectionUnder(section, sectionOf(catalogue, row), row, next?.isOfList === true || isPriced),
      ]
      current = undefined
    } else if (kind === 'detail' && current) {
      current.details.push(row.text)
      current.rows.push(row)
      current.facts = withFacts(current.facts, row.facts)
    } else current = undefined
  }
  return { title: title?.text ?? null, items: withSectionPrices(items) }
}

/** The sections that a heading is part of. */
function around(sections: readonly Section[], { height }: MenuRow): Section[] {
  return sections.filter((section) => section.height > height * HIGHER_RANK)
}

/** Rows without a price below a heading with one, so that it is no item. */
const UNPRICED_MIN = 2

const hasPrice = ({ facts }: Section) => facts.price !== null

/** 'Beer $6' above 'Quiet Stout', 'Quiet Porter'. */
function isPricedHeading(rows: readonly MenuRow[], index: number): boolean {
  const [row, ...below] = rows.slice(index, index + UNPRICED_MIN + 1)
  if (row?.facts.price == null || row.isOfList !== undefined || !hasOnlySectionWords(row.text)) return false
  return below.length === UNPRICED_MIN && below.every((other) => other.block === row.block && !hasPriceOrAbv(other))
}

/**
 * What the section above adds: 'Beer' over 'Bottles' lists beers, but 'Cocktails' at the same height may be over beers in bottles. The price beside
 * a heading may be of a name below that was not read, except where none of them has one.
 */
function sectionUnder(above: Section | undefined, section: Section, row: MenuRow, isPriced: boolean): Section {
  const mayInclude = above && (above.kind !== 'other' || above.height > row.height * HIGHER_RANK)
  const isPart = section.kind === 'unknown' && mayInclude && saysHowServed(row.text)
  return {
    ...section,
    kind: isPart ? above.kind : section.kind,
    facts: isPriced ? withFacts(section.facts, row.facts) : section.facts,
  }
}

const BEFORE_DESCRIPTION = /:\s+|\s[-–—]\s/u

/** 'Quiet Stout: dark and full of chocolate', 'Quiet Stout - dark and full of chocolate', but not 'Moorhen - The Long Quiet Night'. */
function splitDescription(catalogue: Catalogue, text: string): { name: string; rest: string | null } {
  const [separator] = BEFORE_DESCRIPTION.exec(text) ?? []
  const [name = '', rest = '', ...fields] = text.split(BEFORE_DESCRIPTION)
  const isSplit = isProse(rest) && (fields.length === 0 || separator?.startsWith(':'))
  if (separator === undefined || !isSplit || mayBeNameBehind(catalogue, name, rest)) return { name: text, rest: null }
  return { name, rest: text.slice(name.length + separator.length) }
}

/** True for a name that reads like a sentence, behind its brewery or in title case: 'Lantern and Beacon of the Harbour'. */
function mayBeNameBehind(catalogue: Catalogue, lead: string, text: string): boolean {
  const beginsSmall = (words: string) => /^\P{L}*\p{Ll}/u.test(words)
  if (beginsSmall(text) && !beginsSmall(lead)) return false
  if (hasBrewingWord(lead) || breweryNamedBy(catalogue, lead)) return true
  const small = text.match(/(?<!\p{L})\p{Ll}\p{L}+/gu) ?? []
  return !isInCapitals(text) && small.every((word) => GRAMMATICAL_WORDS.has(foldText(word)))
}

const NAME_BELOW_WORDS_MAX = 5

/**
 * True for the name of an item that begins with its kind or its brewery and the price: 'Birra alla spina rossa 4,50' or 'Moorhen 4,50' over
 * 'Quiet Night'. Beside a brewery, a name whose price was not read looks the same, so only a detail is one.
 */
function isNamedBelow(catalogue: Catalogue, { name, rows }: MenuItem, row: MenuRow, kind: 'name' | 'detail'): boolean {
  const [first] = rows
  if (rows.length > 1 || first === undefined || first.facts.price === null || hasPriceOrAbv(row)) return false
  if (wordsOf(row.text).length > NAME_BELOW_WORDS_MAX || /[,.!?]/u.test(row.text) || !mayBeName(catalogue, row))
    return false
  if (isDescription(row.text) || isNote(row.text) || drinkWords(row.text).food > 0) return false
  if (!mayBeName(catalogue, first) && drinkWords(name).beer > 0) {
    // 'Pils' is the name of a brewpub's own.
    return !namesKindOfBeer(name) || breweryNamedBy(catalogue, row.text) !== undefined
  }
  // 'Heineken' is the name of a beer, too.
  return kind === 'detail' && breweryNamedBy(catalogue, name) !== undefined && !namesBeer(catalogue, name)
}

function namesBeer(catalogue: Catalogue, text: string): boolean {
  const [best] = matchAlone(catalogue, text, { confidence: 1, abv: null }).candidates
  return best !== undefined && best.probability >= NAMING_MIN
}

/** True if the words leave no doubt: sizes for all that follows, or a row without numbers that has only words of headings. */
function isHeadingByWords(catalogue: Catalogue, row: MenuRow, label: RowLabel | undefined): boolean {
  if (givesSizesInBrackets(row) && !mayBeName(catalogue, row)) return true
  if (hasPriceOrAbv(row)) return false
  return label === 'detail' ? isHeadingOfOthers(row.text) : isHeadingAlone(catalogue, row.text)
}

interface SectionItem {
  item: MenuItem
  /** The outermost section around it that has a price. */
  priced: Section | undefined
}

/** Minimum overlap of a heading and a column below it, as a share of the narrower one. */
const BELOW_MIN = 0.15

function isBelow({ left, right }: Box, heading: Section): boolean {
  return overlap(heading.left, heading.right, left, right) >= BELOW_MIN
}

/**
 * 'All bottles $5': an item without a price has that of its section. A heading that may be no heading of beers has the price of something else where
 * most of its items have their own.
 */
function withSectionPrices(items: readonly SectionItem[]): MenuItem[] {
  return items.map(({ item, priced }) => {
    if (!priced || item.facts.price !== null) return item
    const others = items.filter((other) => other.priced === priced)
    const own = others.filter((other) => other.item.facts.price !== null)
    if (priced.kind !== 'beer' && own.length * 2 > others.length) return item
    return { ...item, facts: { ...item.facts, price: priced.facts.price } }
  })
}
