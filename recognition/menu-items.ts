/**
 * The words of a printed list: which rows are headings, which name something, which only say more of it. What is no beer
 * (wine, cocktails, dishes) is told by its own words or by the heading it stands under.
 */
import type { Catalogue } from '#catalogue'
import { foldText } from '#catalogue'
import { anyOf, WORDS } from '#catalogue/words'
import { drinkWords } from './drinks.ts'
import { median } from './layout.ts'
import { type Part, partsByForm } from './menu-form.ts'
import type { MenuRow } from './menu-rows.ts'
import { breweryNamedBy } from './printed-brewery.ts'
import { type PrintedFacts, printedFacts } from './printed-facts.ts'
import { HEADING_HEIGHT } from './reading-order.ts'
import { distinctiveWords } from './unlisted.ts'

const DETAIL_HEIGHT = 0.86
const HEADING_WORDS_MAX = 5
const DESCRIPTION_WORDS_MIN = 7
/** A detail stands close below what it belongs to, in text heights. */
const DETAIL_GAP_MAX = 1.4
const BULLET = /^\s*[·•∙▪●◦]\s*(?=\p{L})/u

const SECTION_WORDS = new Set(WORDS.menu.headings)
const SEASONAL = new RegExp(String.raw`\b${anyOf(WORDS.menu.seasonal)}\b`, 'iu')
const SERVING = new RegExp(String.raw`\b${anyOf(WORDS.menu.servings)}`, 'iu')
const BEER_LABEL = new RegExp(`^${anyOf(WORDS.menu.beerLabels)}$`, 'iu')

/** What a heading says of the rows under it. */
type SectionKind = 'beer' | 'other' | 'open'

export interface MenuItem {
  /** The row that names it. */
  name: string
  /** The brewery over it: in a list by breweries their names are the headings. */
  brewedBy: string | null
  /** Rows that say more of it. */
  details: string[]
  facts: Omit<PrintedFacts, 'rest'>
  section: string | null
  sectionKind: SectionKind
  /** The name row says 'Beer:' of itself. */
  labelled: boolean
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
  const items: { item: MenuItem; under: Heading | undefined }[] = []
  let headings: Heading[] = []
  let open: MenuItem | undefined
  for (const [index, row] of rows.entries()) {
    if (row === page.title) continue
    const label = labelOf(row.text)
    const heading = headings.at(-1)
    if (page.headings.has(row)) {
      headings = [...headings.filter(({ height }) => height > row.height * SAME_RANK), headingOf(catalogue, row)]
      open = undefined
    } else if (isNote(row) && !open) {
      if (heading) heading.facts = joined(heading.facts, row.facts)
    } else if (isAddress(row)) {
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
        brewedBy: heading?.brewedBy ?? null,
        section: heading?.text ?? null,
        sectionKind: label && !label.isBeer ? 'other' : (heading?.kind ?? 'open'),
        labelled: label?.isBeer ?? false,
        bulleted: isBulleted(row),
        confidence: row.confidence,
        rows: [row],
      }
      items.push({ item: open, under: headings.find(({ facts }) => facts.price !== null) })
    }
  }
  return { title: page.title?.text ?? null, items: items.map(({ item, under }) => pricedBy(item, under)) }
}

/** A heading this much taller than another stands above it. */
const SAME_RANK = 1.15

interface Heading {
  text: string
  kind: SectionKind
  height: number
  brewedBy: string | null
  /** What holds for all that stands under it. */
  facts: MenuItem['facts']
}

function headingOf(catalogue: Catalogue, { text, height, read }: MenuRow): Heading {
  const { abv, ibu, price, size } = printedFacts(read[0] ?? '')
  return {
    text: withoutBrackets(text) || text,
    kind: kindOf(text),
    height,
    brewedBy: breweryNamedBy(catalogue, text)?.name ?? null,
    facts: { abv, ibu, price, size },
  }
}

/** 'All bottles $5': what has no price of its own has that of its heading. */
function pricedBy(item: MenuItem, under: Heading | undefined): MenuItem {
  return under && item.facts.price === null ? { ...item, facts: { ...item.facts, price: under.facts.price } } : item
}

/** What stands in brackets says more of the words before them: where it comes from, how it is served. */
export const BRACKETED = /[([{【［（][^)\]}】］）]*[)\]}】］）]?/gu

function withoutBrackets(text: string): string {
  return text.replace(BRACKETED, ' ').replace(/\s+/gu, ' ').trim()
}

/** The foot of a page says where the house stands: a number and a street, a telephone, a site. */
const ADDRESS = new RegExp(
  [
    String.raw`^\d{1,5}\s.*(?<!\p{L})${anyOf(WORDS.menu.streets)}(?!\p{L}).*,`,
    String.raw`(?<!\d)\(?\d{3}\)?[-.\s]\d{3}[-.\s]\d{4}(?!\d)`,
    String.raw`(?:www\.|https?:)\S+\.\S`,
  ].join('|'),
  'iu',
)

function isAddress({ read }: MenuRow): boolean {
  return ADDRESS.test(read.join(' '))
}

/** A row in brackets, of how things are served: '(Glass 250 ml, Pint 473 ml)'. */
function isNote({ text, facts }: MenuRow): boolean {
  return facts.size !== null && wordsOf(withoutBrackets(text)).length === 0
}

interface Page {
  /** The usual height of a row. */
  usual: number
  title: MenuRow | undefined
  headings: ReadonlySet<MenuRow>
  /** What the form of the list makes of its rows. */
  parts: ReadonlyMap<MenuRow, Part>
  /** Names stand alone, and the row below says style and strength. */
  isNameOverDetail: boolean
}

function pageOf(catalogue: Catalogue, rows: readonly MenuRow[]): Page {
  const usual = usualHeight(rows)
  const strong = rows.filter(speaksOfStrength)
  const styled = strong.filter((row) => startsWithStyle(catalogue, row.text))
  const title = titleOf(rows, usual)
  const headings = new Set(
    rows.filter(
      (row, index) => row !== title && !labelOf(row.text) && isHeading(catalogue, row, rows[index + 1], usual),
    ),
  )
  for (const name of tallNames(catalogue, rows, headings)) headings.delete(name)
  const partsUnder = () => {
    const sections: MenuRow[][] = [[]]
    for (const row of rows) {
      if (row === title || headings.has(row)) sections.push([])
      else sections.at(-1)?.push(row)
    }
    return partsByForm(sections, (row) => namesSomething(catalogue, row))
  }
  for (const row of loneRows(rows, headings, partsUnder())) headings.add(row)
  return {
    usual,
    title,
    headings,
    parts: partsUnder(),
    isNameOverDetail: styled.length >= 3 && styled.length * 2 >= strong.length,
  }
}

function speaksOfStrength(row: MenuRow): boolean {
  return /%|(?<!\p{L})(?:abv|alc)/iu.test(row.read[0] ?? '')
}

function isBulleted({ read }: MenuRow): boolean {
  return BULLET.test(read[0] ?? '')
}

function startsWithStyle(catalogue: Catalogue, text: string): boolean {
  const squeezed = (words: string) => foldText(words).replace(/[^\p{L}]/gu, '')
  const style = catalogue.styleIn(text)
  return style !== undefined && squeezed(text).startsWith(squeezed(style.text))
}

/** The tallest row of the upper third, when it is set as a title: so tall are few. */
function titleOf(rows: readonly MenuRow[], usual: number): MenuRow | undefined {
  const bottom = Math.max(...rows.map((row) => row.bottom))
  const upper = rows.filter((row) => row.top < bottom / 3 && /\p{L}{3}/u.test(row.text) && row.confidence > 0.8)
  const tallest = upper.sort((a, b) => b.height - a.height)[0]
  if (!tallest || tallest.height < usual * 1.6) return undefined
  const alike = rows.filter(({ height }) => Math.abs(height / tallest.height - 1) < TITLE_HEIGHT_VARIES)
  return alike.length <= TITLE_ROWS_MAX ? tallest : undefined
}

const TITLE_HEIGHT_VARIES = 0.1
const TITLE_ROWS_MAX = 3

/** The height of what is listed: of the rows with figures, as long descriptions below each name are set smaller. */
function usualHeight(rows: readonly MenuRow[]): number {
  const offered = rows.filter(isOffered)
  return median((offered.length >= OFFERED_MIN ? offered : rows).map(({ height }) => height))
}

const OFFERED_MIN = 3

function isOffered({ facts }: MenuRow): boolean {
  return facts.abv !== null || facts.price !== null
}

function isHeading(catalogue: Catalogue, row: MenuRow, next: MenuRow | undefined, usual: number): boolean {
  if (isNote(row)) return false
  const words = wordsOf(withoutBrackets(row.text))
  if (words.length === 0) return true
  const isNamed = namesSomething(catalogue, row)
  if (!isNamed && saysServing(row)) return true
  // Figures of a name that was not read fall to the heading above it.
  if (words.every((word) => SECTION_WORDS.has(word)) && row.height >= usual * 1.15) return true
  if (row.facts.abv !== null || words.length > HEADING_WORDS_MAX) return false
  if (row.height >= usual * HEADING_HEIGHT && (row.facts.price === null || !isNamed)) return true
  if (row.facts.price !== null) return false
  const spoken = words.filter((word) => SECTION_WORDS.has(word)).length
  const capitals = row.text === row.text.toUpperCase() && row.text !== row.text.toLowerCase()
  // 'Strongbow Cider' among rows of its kind is an item; 'Nashville Taps' stands out from them.
  const standsOut = capitals || row.height >= usual * 1.15
  const isOwn = words.some((word) => !SECTION_WORDS.has(word) && !catalogue.isCommonWord(word))
  if (spoken > 0 && spoken * 2 >= words.length && (standsOut || !isOwn)) return true
  if (capitals && words.every((word) => word.length < 2 || catalogue.isCommonWord(word))) return true
  const nextDiffers = next !== undefined && next.text !== next.text.toUpperCase()
  return capitals && nextDiffers && words.length <= 2
}

/** A heading has this much more room about it than a row of the list, in text heights. */
const HEADING_ROOM = 0.4

/**
 * Where all that is listed has its figure, a row that has none, stands in no item and has room about it is a heading, whatever
 * it says.
 */
function loneRows(
  rows: readonly MenuRow[],
  headings: ReadonlySet<MenuRow>,
  parts: ReadonlyMap<MenuRow, Part>,
): MenuRow[] {
  const isName = (row: MenuRow | undefined) =>
    row !== undefined && !headings.has(row) && (parts.size > 0 ? parts.get(row) === 'name' : row.facts.price !== null)
  const names = rows.filter(isName)
  const others = rows.filter((row) => !headings.has(row) && !parts.has(row) && !isName(row))
  if (names.length < OFFERED_MIN || names.length <= others.length) return []
  const usual = median(names.map(({ height }) => height))
  const room = (row: MenuRow, next: MenuRow | undefined) =>
    next?.block === row.block ? (next.top - row.bottom) / usual : undefined
  const between = median(
    rows.flatMap((row, index) =>
      isName(rows[index + 1]) && !headings.has(row) ? (room(row, rows[index + 1]) ?? []) : [],
    ),
  )
  const ofBlock = between + HEADING_ROOM
  return others.filter((row) => {
    const index = rows.indexOf(row)
    const [before, next] = [rows[index - 1], rows[index + 1]]
    if (isOffered(row) || !isName(next) || isBulleted(row) || labelOf(row.text)) return false
    if (wordsOf(row.text).length > HEADING_WORDS_MAX || row.height < usual * DETAIL_HEIGHT) return false
    const about = ((before && room(before, row)) ?? ofBlock) + (room(row, next) ?? ofBlock)
    return about > 2 * between + HEADING_ROOM
  })
}

/** Whether a row has words that may be a name, beside those of headings and of serving. */
function namesSomething(catalogue: Catalogue, { text }: MenuRow): boolean {
  return distinctiveWords(catalogue, withoutBrackets(text)).some((word) => !SECTION_WORDS.has(foldText(word)))
}

/** 'SPECIAL BEER (glass 100 ml, pint 473 ml)': its figures stand in brackets, they are those of all that follows. */
function saysServing({ read }: MenuRow): boolean {
  const text = read.join(' ')
  const outside = printedFacts(withoutBrackets(text))
  const { size } = printedFacts(text)
  return size?.includes('/') === true && outside.price === null && outside.size === null
}

/**
 * Rows as tall as headings that are names: each stands over the figures of one item alone. Of headings most have more under
 * them.
 */
function tallNames(catalogue: Catalogue, rows: readonly MenuRow[], headings: ReadonlySet<MenuRow>): MenuRow[] {
  const under = new Map<MenuRow, number>()
  let last: MenuRow | undefined
  for (const row of rows) {
    if (headings.has(row)) {
      last = row
      if (namesSomething(catalogue, row)) under.set(row, 0)
    } else if (last && isOffered(row)) under.set(last, (under.get(last) ?? 0) + 1)
  }
  const single = [...under].flatMap(([row, offered]) => (offered === 1 ? [row] : []))
  return single.length >= OFFERED_MIN && single.length * 2 > under.size ? single : []
}

function kindOf(heading: string): SectionKind {
  const { beer, other, food } = drinkWords(heading)
  // 'Cider · Seasonal' has beers too.
  if (other + food > beer) return SEASONAL.test(heading) ? 'open' : 'other'
  return beer > 0 || SERVING.test(heading) ? 'beer' : 'open'
}

/** Whether a row under a name belongs to it rather than naming the next. */
function saysMore(catalogue: Catalogue, item: MenuItem, row: MenuRow, page: Page): boolean {
  const [first] = item.rows
  if (!first || item.rows.length > 4) return false
  const text = row.text.trim()
  if (row.top - (item.rows.at(-1)?.bottom ?? 0) > DETAIL_GAP_MAX * row.height) return false
  if (isBulleted(row)) return false
  if (/^[([]/u.test(text) || item.labelled) return true
  const part = page.parts.get(row)
  if (part !== undefined) return part === 'detail'
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
  const isBeer = BEER_LABEL.test(label[1])
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
