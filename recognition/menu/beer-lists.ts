/** Rows that list several beers, as bars print those of one price: 'Domestic: Budweiser, Bud Light, Coors Light $5'. */
import type { Catalogue } from '#catalogue'
import { toWords } from '../label/sighting.ts'
import { hasOnlySectionWords } from './menu-row-words.ts'
import type { MenuRow } from './menu-rows.ts'

/** 'Domestic: ', or 'Bottles - ' with words of headings alone. */
const LEAD = /^([^,:]{3,30}?)(:\s+|\s[-–—]\s)/u
const SEPARATOR = /[,;]\s|[·•|]|(?<!\d)\/(?!\d)/u
/** In front of the last. */
const CONJUNCTION = /(?:^|\s)(?:and|or|und|oder|et|ou|y|e|o|en|of|och|og)\s/iu
const FIELD_LENGTH_MAX = 40
/** Of a row. Each is looked up. */
const FIELDS = { min: 3, max: 20 }
/** From this probability on, a field names a beer, or another drink, by itself. Hops and ingredients hardly do. */
const NAMING_MIN = 0.5
/** Minimum number of fields that name a beer, and minimum share of those that name any drink. */
const NAMED = { beers: 2, share: 0.6 }

/** Replaces each row that lists beers by a row for what is in front of its colon and one for each beer, with the price of all. */
export type ListSplitter = (rows: readonly MenuRow[]) => MenuRow[]

/** For one page, whose rows are asked about again with each part of it that is read. */
export function listSplitter(catalogue: Catalogue): ListSplitter {
  const known = new Map<string, 'beer' | 'other' | undefined>()

  function drinkOf(text: string): 'beer' | 'other' | undefined {
    if (known.has(text)) return known.get(text)
    const words = toWords([{ line: { text, confidence: 1 }, height: 1 }])
    const { candidates, rivals } = catalogue.match(words, 1, { abv: null, shape: 'menu', offTopic: 0 })
    const isBeer = (candidates[0]?.probability ?? 0) >= NAMING_MIN
    const drink = isBeer ? 'beer' : (rivals.otherDrink?.probability ?? 0) >= NAMING_MIN ? 'other' : undefined
    known.set(text, drink)
    return drink
  }

  function isListOfBeers(fields: readonly string[]): boolean {
    if (fields.some((field) => field.length > FIELD_LENGTH_MAX)) return false
    const drinks = fields.flatMap((field) => drinkOf(field) ?? [])
    const beers = drinks.filter((drink) => drink === 'beer')
    return beers.length >= NAMED.beers && drinks.length >= fields.length * NAMED.share
  }

  /** 'Modelo Especial and Pacifico' are two beers, 'Salt and Pepper Porter' is one. */
  function alone(field: string): string[] {
    const parts = field.split(CONJUNCTION).filter((part) => part !== '')
    return parts.length === 1 || parts.some((part) => drinkOf(part) === 'beer') ? parts : [field]
  }

  return (rows) =>
    rows.flatMap((row) => {
      const lead = leadOf(row.text)
      const list = row.text.slice(lead?.printed.length ?? 0)
      const fields = list.split(SEPARATOR).filter((field) => /\p{L}{2}/u.test(field))
      if (fields.length < FIELDS.min || fields.length > FIELDS.max) return row
      const names = fields.flatMap((field) => alone(field.trim()))
      if (!isListOfBeers(names)) return row
      return [...(lead ? [part(row, lead.words, false)] : []), ...names.map((name) => part(row, name, true))]
    })
}

function leadOf(text: string): { printed: string; words: string } | undefined {
  const [printed = '', words = '', separator = ''] = LEAD.exec(text) ?? []
  return separator.startsWith(':') || hasOnlySectionWords(words) ? { printed, words } : undefined
}

/** The part of a row with this text, at its place on the line. */
function part(row: MenuRow, text: string, isOfList: boolean): MenuRow {
  const at = row.text.indexOf(text)
  const x = ({ left, right }: { left: number; right: number }, character: number) =>
    left + ((right - left) * character) / row.text.length
  const within = (box: { left: number; right: number }) => ({ left: x(box, at), right: x(box, at + text.length) })
  return {
    ...row,
    ...within(row),
    onPhoto: { ...row.onPhoto, ...within(row.onPhoto) },
    text,
    facts: {
      rest: text,
      abv: null,
      ibu: null,
      price: isOfList ? row.facts.price : null,
      size: isOfList ? row.facts.size : null,
    },
    read: [text],
    lattice: undefined,
    isOfList,
  }
}
