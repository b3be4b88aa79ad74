/**
 * The words of a printed list: which rows are headings, which name something, which only say more of it. What is no beer
 * (wine, cocktails, dishes) is told by its own words or by the heading it stands under.
 */
import type { Catalogue } from '#catalogue'
import { foldText } from '#catalogue'
import { drinkWords } from './drinks.ts'
import { median } from './layout.ts'
import type { MenuRow } from './menu-rows.ts'
import type { PrintedFacts } from './printed-facts.ts'

/** Headings are set at least this much taller than the usual row. */
const HEADING_HEIGHT = 1.35
const DETAIL_HEIGHT = 0.86
const HEADING_WORDS_MAX = 5
const DESCRIPTION_WORDS_MIN = 7

const SECTION_WORDS = new Set(
  'bar beer beers bier biere bieren birre bottle bottled bottles can canned cans cask cerveza cervezas cider ciders cocktails coolers craft domestic draft drafts draught flaschenbier guest import imported imports keg local pression rotating seasonal seasonals selection spirits tap taps vom wine wines fass'.split(
    ' ',
  ),
)

/** What a heading says of the rows under it. */
export type SectionKind = 'beer' | 'other' | 'open'

export interface MenuItem {
  /** The row that names it. */
  name: string
  /** Rows that say more of it. */
  details: string[]
  facts: Omit<PrintedFacts, 'rest'>
  section: string | null
  sectionKind: SectionKind
  /** The name row says 'Beer:' of itself. */
  declared: boolean
  confidence: number
  rows: MenuRow[]
}

export interface MenuList {
  title: string | null
  items: MenuItem[]
}

export function menuItems(catalogue: Catalogue, rows: readonly MenuRow[]): MenuList {
  const usual = median(rows.map(({ height }) => height))
  const titleRow = titleOf(rows, usual)
  const items: MenuItem[] = []
  let section: { text: string; kind: SectionKind; right: number; left: number } | null = null
  let open: MenuItem | undefined
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1]
    if (row === titleRow) continue
    if (isHeading(catalogue, row, rows[index + 1], usual)) {
      section = { text: row.text, kind: kindOf(row.text), left: row.left, right: row.right }
      open = undefined
      continue
    }
    if (open && before?.block === row.block && saysMore(catalogue, open, row)) {
      open.details.push(row.text)
      open.rows.push(row)
      open.facts = joined(open.facts, row.facts)
      continue
    }
    const { name, declared, rest } = declaredName(row.text)
    open = {
      name,
      details: rest === null ? [] : [rest],
      facts: row.facts,
      section: section?.text ?? null,
      sectionKind: section?.kind ?? 'open',
      declared,
      confidence: row.confidence,
      rows: [row],
    }
    items.push(open)
  }
  return { title: titleRow?.text ?? null, items }
}

/** The tallest row of the upper third, when it is set as a title. */
function titleOf(rows: readonly MenuRow[], usual: number): MenuRow | undefined {
  const bottom = Math.max(...rows.map((row) => row.bottom))
  const upper = rows.filter((row) => row.top < bottom / 3 && /\p{L}{3}/u.test(row.text) && row.confidence > 0.8)
  const tallest = upper.sort((a, b) => b.height - a.height)[0]
  return tallest && tallest.height >= usual * 1.6 ? tallest : undefined
}

function isHeading(catalogue: Catalogue, row: MenuRow, next: MenuRow | undefined, usual: number): boolean {
  const words = wordsOf(row.text)
  if (words.length === 0) return true
  if (row.facts.abv !== null || words.length > HEADING_WORDS_MAX) return false
  const spoken = words.filter((word) => SECTION_WORDS.has(word)).length
  if (row.height >= usual * HEADING_HEIGHT) return true
  if (spoken > 0 && spoken * 2 >= words.length && row.facts.price === null) return true
  const style = catalogue.styleIn(row.text)
  const onlyStyle = style !== undefined && wordsOf(style.text).length >= words.length
  const capitals = row.text === row.text.toUpperCase() && row.text !== row.text.toLowerCase()
  const nextDiffers = next !== undefined && next.text !== next.text.toUpperCase()
  return capitals && row.facts.price === null && nextDiffers && (onlyStyle || spoken > 0 || words.length <= 2)
}

function kindOf(heading: string): SectionKind {
  const { beer, other, food } = drinkWords(heading)
  if (other + food > beer) return 'other'
  return beer > 0 || /\b(?:draft|draught|tap|cask|pression|fass)/iu.test(heading) ? 'beer' : 'open'
}

/** Whether a row under a name belongs to it rather than naming the next. */
function saysMore(catalogue: Catalogue, item: MenuItem, row: MenuRow): boolean {
  const [first] = item.rows
  if (!first || item.rows.length > 3) return false
  const text = row.text.trim()
  if (/^[([]/u.test(text)) return true
  if (declaredName(text).declared) return false
  const isSmaller = row.height < first.height * DETAIL_HEIGHT
  const bothPriced = item.facts.price !== null && row.facts.price !== null
  if (bothPriced) return false
  if (isSmaller || wordsOf(text).length >= DESCRIPTION_WORDS_MIN) return true
  if (row.height > first.height / DETAIL_HEIGHT) return false
  const styled = catalogue.styleIn(text)
  const startsWithStyle =
    styled !== undefined && foldText(text).replace(/\s/gu, '').startsWith(foldText(styled.text).replace(/\s/gu, ''))
  return item.facts.abv === null && row.facts.abv !== null && startsWithStyle
}

/** 'Beer: Helles - a light lager' names itself. */
function declaredName(text: string): { name: string; declared: boolean; rest: string | null } {
  const declared = /^(?:beer|bier|bière|birra|cerveza)\s?[:：]\s?/iu.exec(text)
  if (!declared) return { name: text, declared: false, rest: null }
  const [name = '', ...rest] = text
    .slice(declared[0].length)
    .split(/\s?[-–—]\s?(?=\p{Lu})|\s?brewed\s?by|\s?blended\s?by/iu)
  return { name: name.trim(), declared: true, rest: rest.join(' ').trim() || null }
}

function joined(a: MenuItem['facts'], b: MenuItem['facts']): MenuItem['facts'] {
  return { abv: a.abv ?? b.abv, ibu: a.ibu ?? b.ibu, price: a.price ?? b.price, size: a.size ?? b.size }
}

function wordsOf(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => /\p{L}/u.test(word))
}
