/** What a heading says about the items below it. */
import type { Catalogue } from '#catalogue'
import { anyOf, WORDS } from '#catalogue/words'
import { drinkWords } from './drinks.ts'
import { withoutBrackets } from './menu-row-words.ts'
import type { MenuRow } from './menu-rows.ts'
import { breweryNamedBy } from './printed-brewery.ts'
import { type PrintedFacts, printedFacts } from './printed-facts.ts'

export type SectionKind = 'beer' | 'other' | 'unknown'

export type ItemFacts = Omit<PrintedFacts, 'rest'>

export interface Section {
  heading: string
  kind: SectionKind
  /** Text height of the heading in pixels; a section ends at the next heading of about this height. */
  height: number
  /** The brewery that the heading names. */
  brewedBy: string | null
  /** What applies to all its items. */
  facts: ItemFacts
}

export function sectionOf(catalogue: Catalogue, { text, height, read }: MenuRow): Section {
  const { abv, ibu, price, size } = printedFacts(read[0] ?? '')
  return {
    heading: withoutBrackets(text) || text,
    kind: kindOf(text),
    height,
    brewedBy: breweryNamedBy(catalogue, text)?.name ?? null,
    facts: { abv, ibu, price, size },
  }
}

const SEASONAL = new RegExp(String.raw`\b${anyOf(WORDS.menu.seasonal)}\b`, 'iu')
const SERVING = new RegExp(String.raw`\b${anyOf(WORDS.menu.servings)}`, 'iu')

function kindOf(heading: string): SectionKind {
  const { beer, other, food } = drinkWords(heading)
  // 'Cider · Seasonal' lists beers too.
  if (other + food > beer) return SEASONAL.test(heading) ? 'unknown' : 'other'
  return beer > 0 || SERVING.test(heading) ? 'beer' : 'unknown'
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
