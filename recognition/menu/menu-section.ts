/** What a heading says about the items below it. */
import { type Catalogue, foldText } from '#catalogue'
import { anyOf, WORD_END, WORD_START, WORDS } from '#catalogue/words'
import { drinkWords, NOT_BEER } from '../label/drinks.ts'
import { breweryNamedBy } from '../label/printed-brewery.ts'
import { type PrintedFacts, printedFacts } from '../label/printed-facts.ts'
import { hasPriceOrAbv, isHeadingAlone, isOtherHeading, withoutBrackets } from './menu-row-words.ts'
import type { MenuRow } from './menu-rows.ts'

export type SectionKind = 'beer' | 'other' | 'unknown'

export type ItemFacts = Omit<PrintedFacts, 'rest'>

export interface Section {
  heading: string
  kind: SectionKind
  /** Text height of the heading in pixels; a section ends at the next heading of about this height. */
  height: number
  /** Its extent on the deskewed page. */
  left: number
  right: number
  /** The brewery that the heading names. */
  brewedBy: string | null
  /** What applies to all its items. */
  facts: ItemFacts
}

export function sectionOf(catalogue: Catalogue, { text, height, left, right, read, facts }: MenuRow): Section {
  const { abv, ibu, price, size } = printedFacts(read[0] ?? '')
  return {
    heading: withoutBrackets(text) || text,
    kind: kindOf(catalogue, text),
    height,
    left,
    right,
    brewedBy: breweryNamedBy(catalogue, text)?.name ?? null,
    // Numbers beside a heading may belong to a name below it that was not read.
    facts: { abv, ibu, price: price ?? (read.length === 1 ? facts.price : null), size },
  }
}

const SEASONAL = new RegExp(`${WORD_START}${anyOf(WORDS.menu.seasonal)}${WORD_END}`, 'iu')
const SERVING = new RegExp(`${WORD_START}${anyOf(WORDS.menu.servings.map(foldText))}`, 'u')

/** 'Flaschenbier' */
const BEER_ENDING = new RegExp(`${anyOf(WORDS.drinks.beerEndings)}${WORD_END}`, 'u')

export function kindOf(catalogue: Catalogue, heading: string): SectionKind {
  const { beer, other, food } = drinkWords(heading)
  // 'Cider · Seasonal' and 'Sours & Ciders' list beers too.
  if (other + food > beer) return SEASONAL.test(heading) || namesStyle(catalogue, heading) ? 'unknown' : 'other'
  if (beer === 0 && isOtherHeading(heading)) return 'other'
  return beer > 0 || SERVING.test(foldText(heading)) ? 'beer' : 'unknown'
}

/** True for the heading of beers, whatever the row looks like: it has only words of headings. 'Draught' alone may be a detail. */
export function isBeerHeading(catalogue: Catalogue, row: MenuRow): boolean {
  if (hasPriceOrAbv(row) || !isHeadingAlone(catalogue, row.text)) return false
  if (kindOf(catalogue, row.text) === 'other') return false
  return drinkWords(row.text).beer > 0 || BEER_ENDING.test(foldText(row.text))
}

/** True if one of the things that a heading names is a style of beer by itself. */
function namesStyle(catalogue: Catalogue, heading: string): boolean {
  const parts = heading.split(/[^\p{L}\s]+|\s(?:and|und|et|y|e|en)\s/iu)
  return (
    parts.length > 1 &&
    parts.some((part) => {
      const style = catalogue.styleIn(part.replace(/s\s*$/iu, ''))?.style ?? catalogue.styleIn(part)?.style
      return style !== undefined && !NOT_BEER.has(style)
    })
  )
}

/** The values of `facts`, and those of `others` where it has none. */
export function withFacts(facts: ItemFacts, others: ItemFacts): ItemFacts {
  return {
    abv: facts.abv ?? others.abv,
    ibu: facts.ibu ?? others.ibu,
    price: facts.price ?? others.price,
    size: facts.size ?? others.size,
  }
}
