/**
 * The words of a printed list: which rows are headings, which name something, which only say more of it. What is no beer
 * (wine, cocktails, dishes) is told by its own words or by the heading it stands under.
 */
import type { Catalogue } from '#catalogue'
import { foldText } from '#catalogue'
import { drinkWords } from './drinks.ts'
import { median } from './layout.ts'
import { HEADING_HEIGHT, type MenuRow } from './menu-rows.ts'
import type { PrintedFacts } from './printed-facts.ts'

const DETAIL_HEIGHT = 0.86
const HEADING_WORDS_MAX = 5
const DESCRIPTION_WORDS_MIN = 7
/** A detail stands close below what it belongs to, in text heights. */
const DETAIL_GAP_MAX = 1.4
const BULLET = /^\s*[·•∙▪●◦]\s*(?=\p{L})/u

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
  /** The name row begins with the dot of a list. */
  bulleted: boolean
  confidence: number
  rows: MenuRow[]
}

export interface MenuList {
  title: string | null
  items: MenuItem[]
}

export function menuItems(catalogue: Catalogue, rows: readonly MenuRow[]): MenuList {
  const page = pageOf(catalogue, rows)
  const items: MenuItem[] = []
  let section: { text: string; kind: SectionKind } | null = null
  let open: MenuItem | undefined
  for (const [index, row] of rows.entries()) {
    if (row === page.title) continue
    const label = labelOf(row.text)
    if (!label && isHeading(catalogue, row, rows[index + 1], page)) {
      section = { text: row.text, kind: kindOf(row.text) }
      open = undefined
    } else if (open && !label && rows[index - 1]?.block === row.block && saysMore(catalogue, open, row, page)) {
      open.details.push(row.text)
      open.rows.push(row)
      open.facts = joined(open.facts, row.facts)
    } else {
      open = {
        name: label?.isBeer ? label.name : row.text,
        details: label?.rest ? [label.rest] : [],
        facts: row.facts,
        section: section?.text ?? null,
        sectionKind: label && !label.isBeer ? 'other' : (section?.kind ?? 'open'),
        declared: label?.isBeer ?? false,
        bulleted: isBulleted(row),
        confidence: row.confidence,
        rows: [row],
      }
      items.push(open)
    }
  }
  return { title: page.title?.text ?? null, items }
}

interface Page {
  /** The usual height of a row. */
  usual: number
  title: MenuRow | undefined
  /** Names stand alone, and the row below says style and strength. */
  isNameOverDetail: boolean
}

function pageOf(catalogue: Catalogue, rows: readonly MenuRow[]): Page {
  const usual = median(rows.map(({ height }) => height))
  const strong = rows.filter(speaksOfStrength)
  const styled = strong.filter((row) => startsWithStyle(catalogue, row.text))
  return {
    usual,
    title: titleOf(rows, usual),
    isNameOverDetail: styled.length >= 3 && styled.length * 2 >= strong.length,
  }
}

function speaksOfStrength(row: MenuRow): boolean {
  return /%|abv|alc/iu.test(row.read[0] ?? '')
}

function isBulleted({ read }: MenuRow): boolean {
  return BULLET.test(read[0] ?? '')
}

function startsWithStyle(catalogue: Catalogue, text: string): boolean {
  const squeezed = (words: string) => foldText(words).replace(/[^\p{L}]/gu, '')
  const style = catalogue.styleIn(text)
  return style !== undefined && squeezed(text).startsWith(squeezed(style.text))
}

/** The tallest row of the upper third, when it is set as a title. */
function titleOf(rows: readonly MenuRow[], usual: number): MenuRow | undefined {
  const bottom = Math.max(...rows.map((row) => row.bottom))
  const upper = rows.filter((row) => row.top < bottom / 3 && /\p{L}{3}/u.test(row.text) && row.confidence > 0.8)
  const tallest = upper.sort((a, b) => b.height - a.height)[0]
  return tallest && tallest.height >= usual * 1.6 ? tallest : undefined
}

function isHeading(catalogue: Catalogue, row: MenuRow, next: MenuRow | undefined, { usual }: Page): boolean {
  const words = wordsOf(row.text)
  if (words.length === 0) return true
  if (row.facts.abv !== null || words.length > HEADING_WORDS_MAX) return false
  const spoken = words.filter((word) => SECTION_WORDS.has(word)).length
  if (row.height >= usual * HEADING_HEIGHT) return true
  if (row.facts.price !== null) return false
  const capitals = row.text === row.text.toUpperCase() && row.text !== row.text.toLowerCase()
  // 'Strongbow Cider' among rows of its kind is an item; 'Nashville Taps' stands out from them.
  const standsOut = capitals || row.height >= usual * 1.15
  const isOwn = words.some((word) => !SECTION_WORDS.has(word) && !catalogue.isCommonWord(word))
  if (spoken > 0 && spoken * 2 >= words.length && (standsOut || !isOwn)) return true
  if (capitals && words.every((word) => word.length < 2 || catalogue.isCommonWord(word))) return true
  const nextDiffers = next !== undefined && next.text !== next.text.toUpperCase()
  return capitals && nextDiffers && words.length <= 2
}

function kindOf(heading: string): SectionKind {
  const { beer, other, food } = drinkWords(heading)
  // 'Cider · Seasonal' has beers too.
  if (other + food > beer) return /\bseasonals?\b/iu.test(heading) ? 'open' : 'other'
  return beer > 0 || /\b(?:draft|draught|tap|cask|pression|fass)/iu.test(heading) ? 'beer' : 'open'
}

/** Whether a row under a name belongs to it rather than naming the next. */
function saysMore(catalogue: Catalogue, item: MenuItem, row: MenuRow, page: Page): boolean {
  const [first] = item.rows
  if (!first || item.rows.length > 4) return false
  const text = row.text.trim()
  if (row.top - (item.rows.at(-1)?.bottom ?? 0) > DETAIL_GAP_MAX * row.height) return false
  if (isBulleted(row)) return false
  if (/^[([]/u.test(text) || item.declared) return true
  if (item.facts.price !== null && row.facts.price !== null) return false
  const isFirstStrength = item.facts.abv === null && !item.rows.some(speaksOfStrength)
  const isUnderPrice = item.facts.price !== null && row.facts.price === null
  if ((page.isNameOverDetail || isUnderPrice) && isFirstStrength && speaksOfStrength(row)) return true
  if (row.height < first.height * DETAIL_HEIGHT || wordsOf(text).length >= DESCRIPTION_WORDS_MIN) return true
  if (row.height > first.height / DETAIL_HEIGHT) return false
  return isFirstStrength && row.facts.abv !== null && startsWithStyle(catalogue, text)
}

/** 'Beer: Helles - a light lager' names itself; 'Soup: ...' is something else. */
function labelOf(text: string): { isBeer: boolean; name: string; rest: string | null } | undefined {
  const label = /^(\p{L}{3,12})\s?[:：]\s?(?=\p{L})/u.exec(text)
  if (!label?.[1]) return undefined
  const isBeer = /^(?:beer|bier|bière|birra|cerveza)$/iu.test(label[1])
  const [name = '', ...rest] = text
    .slice(label[0].length)
    .split(/\s?[-–—]\s?(?=\p{Lu}\p{L}*\s?\p{Ll})|\s?(?:brewed|blended)\s?by/u)
  return { isBeer, name: name.trim(), rest: rest.join(' ').trim() || null }
}

function joined(a: MenuItem['facts'], b: MenuItem['facts']): MenuItem['facts'] {
  return { abv: a.abv ?? b.abv, ibu: a.ibu ?? b.ibu, price: a.price ?? b.price, size: a.size ?? b.size }
}

function wordsOf(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => /\p{L}/u.test(word))
}
