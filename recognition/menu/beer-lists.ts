/** Rows that list several beers, as bars print those of one price: 'Domestic: Budweiser, Bud Light, Coors Light $5'. */
import type { Catalogue } from '#catalogue'
import { namesKindOfBeer } from '../label/drinks.ts'
import { type PrintedFacts, printedFacts } from '../label/printed-facts.ts'
import { BRACKETED, hasOnlySectionWords } from './menu-row-words.ts'
import type { MenuRow } from './menu-rows.ts'
import { matchAlone, NAMING_MIN } from './row-features.ts'

/** 'Domestic: ', or 'Bottles - ' with words of headings alone. */
const LEAD = /^([^,:]{3,30}?)(:\s+|\s[-–—]\s)/u
const SEPARATOR = /[,;]\s|[·•|]|(?<!\d)\s?\/\s?(?!\d)/gu
const AND = '(?:and|or|und|oder|et|ou|y|e|o|en|of|och|og)'
/** In front of the last. */
const CONJUNCTION = new RegExp(String.raw`(?:^|\s)${AND}\s`, 'iu')
/** At the end of a row whose list continues below. */
const CONTINUES = new RegExp(String.raw`(?:[,;·•|/&]|\s${AND})\s*$`, 'iu')
const FIELD_LENGTH_MAX = 40
/** Of a row. Each is looked up. */
const FIELDS = { min: 3, max: 20 }
/** Minimum number of fields that name a beer, and minimum share of those that name any drink. */
const NAMED = { beers: 2, share: 0.6 }
/** The same in a row that continues the list above it. */
const NAMED_BELOW = { beers: 1, share: 0.5 }

/**
 * Replaces each row that lists beers by a row for what is in front of its colon and one for each beer, with its own numbers or those of all.
 */
export type ListSplitter = (rows: readonly MenuRow[]) => MenuRow[]

/** For one page, whose rows are asked about again with each part of it that is read. */
export function listSplitter(catalogue: Catalogue): ListSplitter {
  const known = new Map<string, 'beer' | 'other' | undefined>()

  /** 'Radler' is a drink, but no beer of the catalogue. */
  function drinkOf(text: string): 'beer' | 'other' | undefined {
    if (known.has(text)) return known.get(text)
    const { candidates, rivals } = matchAlone(catalogue, text, { confidence: 1, abv: null })
    const isBeer = (candidates[0]?.probability ?? 0) >= NAMING_MIN
    const isOther = (rivals.otherDrink?.probability ?? 0) >= NAMING_MIN || namesKindOfBeer(text)
    const drink = isBeer ? 'beer' : isOther ? 'other' : undefined
    known.set(text, drink)
    return drink
  }

  function isListOfBeers(fields: readonly string[], named: typeof NAMED): boolean {
    if (fields.some((field) => field.length > FIELD_LENGTH_MAX)) return false
    const drinks = fields.flatMap((field) => drinkOf(field) ?? [])
    const beers = drinks.filter((drink) => drink === 'beer')
    return beers.length >= named.beers && drinks.length >= fields.length * named.share
  }

  /** 'Modelo Especial and Pacifico' are two beers, 'Salt and Pepper Porter' is one. */
  function alone(field: string): string[] {
    const parts = field.split(CONJUNCTION).filter((part) => part !== '')
    return parts.length === 1 || parts.some((part) => drinkOf(part) === 'beer') ? parts : [field]
  }

  /** The parts of a row that lists beers; of one that continues the list above it, also if they are fewer. */
  function partsOf(row: MenuRow, continues: boolean): MenuRow[] | undefined {
    const lead = leadOf(row.text)
    const fields = fieldsOf(row.text.slice(lead?.end ?? 0)).filter((field) => /\p{L}{2}/u.test(field))
    if (fields.length < (continues ? 1 : FIELDS.min) || fields.length > FIELDS.max) return undefined
    const names = fields.flatMap(alone)
    if (!isListOfBeers(names, continues ? NAMED_BELOW : NAMED)) return undefined
    const facts = factsOf(row, names)
    return [...(lead ? [part(row, lead.words)] : []), ...names.map((name, index) => part(row, name, facts[index]))]
  }

  return (rows) => {
    const split: MenuRow[] = []
    // The beers, last in `split`, of a list that the rows above begin and do not end.
    let open: MenuRow[] = []
    for (const row of rows) {
      const continues = open.some(({ block }) => block === row.block) && leadOf(row.text) === undefined
      const parts = partsOf(row, continues)
      const before = continues && parts ? open.map((beer) => withPriceOf(parts, beer)) : []
      split.splice(split.length - before.length, before.length, ...before, ...(parts ?? [row]))
      open = parts && CONTINUES.test(row.read[0] ?? '') ? [...before, ...parts.filter(({ isOfList }) => isOfList)] : []
    }
    return split
  }
}

/** The price at the end of a list is that of its rows above, too. */
function withPriceOf(parts: readonly MenuRow[], beer: MenuRow): MenuRow {
  const { price, size } = parts.find(({ isOfList }) => isOfList)?.facts ?? beer.facts
  return beer.facts.price === null ? { ...beer, facts: { ...beer.facts, price, size: beer.facts.size ?? size } } : beer
}

/** The fields of a list. What is in brackets is no list of its own: 'Black & Tan (Guinness/Bass)'. */
function fieldsOf(text: string): string[] {
  const outside = text.replace(BRACKETED, (bracketed) => '('.repeat(bracketed.length))
  const fields: string[] = []
  let start = 0
  for (const { 0: separator, index } of outside.matchAll(SEPARATOR)) {
    fields.push(text.slice(start, index).trim())
    start = index + separator.length
  }
  const last = text.slice(start).replace(CONTINUES, '').trim()
  // A sentence of beers ends with a full stop, but an abbreviation may, too.
  return [...fields, last.replace(/(?<=\p{L}{4})\.$/u, '')]
}

type BeerFacts = Pick<PrintedFacts, 'abv' | 'price' | 'size'>

/** The numbers of each beer: its own ABV, and a price and size that may be those of several: 'Budweiser, Bud Light $4, Corona $5'. */
function factsOf({ read, facts: ofRow }: MenuRow, names: readonly string[]): BeerFacts[] {
  const printed = read.join(' ')
  let end = 0
  const starts = names.map((name) => {
    const start = printed.indexOf(name, end)
    end = start + name.length
    return start
  })
  const isFound = !starts.includes(-1)
  const behind = names.map((name, index) =>
    isFound ? printedFacts(printed.slice((starts[index] ?? 0) + name.length, starts[index + 1])) : null,
  )
  const shared = (fact: 'price' | 'size', index: number) => {
    const values = behind.map((facts) => facts?.[fact] ?? null)
    if (values.slice(0, -1).every((value) => value === null)) return ofRow[fact]
    return values.slice(index).find((value) => value !== null) ?? null
  }
  return behind.map((own, index) => ({
    abv: own?.abv ?? null,
    price: shared('price', index),
    size: shared('size', index),
  }))
}

/** The words in front of a list, and where they and their separator end. */
function leadOf(text: string): { words: string; end: number } | undefined {
  const [lead = '', words = '', separator = ''] = LEAD.exec(text) ?? []
  const isLead = separator.startsWith(':') || (words !== '' && hasOnlySectionWords(words))
  return isLead ? { words: words.trim(), end: lead.length } : undefined
}

/** The part of a row with this text, at its place on the line; with facts, one of its beers. */
function part(row: MenuRow, text: string, facts?: BeerFacts): MenuRow {
  const at = row.text.indexOf(text)
  const x = ({ left, right }: { left: number; right: number }, character: number) =>
    left + ((right - left) * character) / row.text.length
  const within = (box: { left: number; right: number }) => ({ left: x(box, at), right: x(box, at + text.length) })
  return {
    ...row,
    ...within(row),
    onPhoto: { ...row.onPhoto, ...within(row.onPhoto) },
    text,
    facts: { rest: text, abv: null, ibu: null, price: null, size: null, ...facts },
    read: [text],
    lattice: undefined,
    isOfList: facts !== undefined,
  }
}
