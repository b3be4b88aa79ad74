/** Beers that a menu prints more than once for one price: again with their size, or in another script. */
import { foldText } from '#catalogue'
import type { Frame } from '../lines/layout.ts'
import type { Sighting } from '../outcome.ts'
import { hasOwnPrice, type MenuItem } from './menu-items.ts'
import { type MenuRow, placementOf } from './menu-rows.ts'
import { withFacts } from './menu-section.ts'
import { isInOtherScript } from './printed-item.ts'

interface FoundBeer {
  item: MenuItem
  sighting: Sighting
}

/** The sightings of a page, one of a beer that is printed again above its price or in another script. `rows` is the whole page. */
export function withoutRepetitions(beers: readonly FoundBeer[], rows: readonly MenuRow[], photo: Frame): Sighting[] {
  const shown: FoundBeer[] = []
  const isBelow = ({ item }: FoundBeer, next: MenuItem) => {
    const end = rows.findLastIndex((row) => item.rows.includes(row))
    return rows[end + 1] === next.rows[0] && rows[end]?.block === next.rows[0]?.block
  }
  for (const beer of beers) {
    const last = shown.at(-1)
    if (last && isBelow(last, beer.item) && isRepetition(last, beer)) shown.splice(-1, 1, joined(last, beer, photo))
    else shown.push(beer)
  }
  return shown.map(({ sighting }) => sighting)
}

/** True for the same beer in the same words or in two scripts, unless both have a price: then it is sold in two ways. */
function isRepetition(first: FoundBeer, second: FoundBeer): boolean {
  const [{ item, sighting }, { item: next, sighting: again }] = [first, second]
  if (hasOwnPrice(item) && hasOwnPrice(next)) return false
  if (FACTS.some((fact) => contradicts(item.facts[fact], next.facts[fact]))) return false
  const areListed = sighting.verdict === 'listed' && again.verdict === 'listed'
  if (areListed && sighting.candidates[0]?.beerId !== again.candidates[0]?.beerId) return false
  // 'IPA - Moorhen' above 'IPA - Kwispel' are two.
  const isSameName = foldText(sighting.printed.name ?? '') === foldText(again.printed.name ?? '')
  if (isSameName && (areListed || sighting.printed.brewery === again.printed.brewery)) return true
  return areListed && isInOtherScript(item.name) !== isInOtherScript(next.name)
}

const FACTS = ['abv', 'price', 'size'] as const

/** True for two values, unless one is a word: 'Botella' of 330 ml. */
function contradicts(a: string | number | null, b: string | number | null): boolean {
  const hasNumber = (value: string | number | null) => /\d/u.test(String(value))
  return hasNumber(a) && hasNumber(b) && a !== b
}

function joined({ item, sighting }: FoundBeer, next: FoundBeer, photo: Frame): FoundBeer {
  const rows = [...item.rows, ...next.item.rows]
  const both = { ...item, facts: withFacts(item.facts, next.item.facts), rows }
  const { abv, ibu, price, size } = both.facts
  return {
    item: both,
    sighting: {
      ...sighting,
      printed: { ...sighting.printed, abv, ibu, price, size },
      evidence: [...sighting.evidence, ...next.sighting.evidence],
      ...placementOf(rows, photo),
    },
  }
}
