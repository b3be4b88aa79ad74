/**
 * Decimals behind the names of a menu that say neither '%' nor a currency: 'Neck Oil 4.3', or '4.3' in a column without a header. They are
 * ABVs or prices: what the catalogue knows about the beers decides.
 */
import type { Catalogue } from '#catalogue'
import { sameAbv } from '#catalogue/identity'
import { ACCEPT_MIN } from '../label/acceptance.ts'
import { toWords } from '../label/sighting.ts'
import type { MenuItem } from './menu-items.ts'
import { linesOf } from './printed-item.ts'

const BEHIND_NAME = /[\s(–—-]([1-9]|1\d)([.,]\d)\)?\s*$/u
/** Of two decimals, neither is an ABV. */
const ENDS_IN_DECIMAL = /\d[.,]\d[\s/|)–—-]*$/u
const ALONE = /^\s*([1-9]|1\d)([.,]\d)\s*$/u
/** Minimum number of items with such a number whose beer is known. */
const KNOWN_MIN = 3
/** From this share of beers on that have their number as ABV, the numbers are ABVs; up to the other, prices. */
const CONFIRMED = { abvs: 0.6, prices: 0.25 }

interface DecimalItem {
  item: MenuItem
  /** Without the number. */
  name: string
  printed: string
  value: number
}

/** Returns the items with these numbers as ABVs or prices; as they are if the catalogue knows too few of their beers. */
export type DecimalReader = (items: readonly MenuItem[]) => MenuItem[]

/** For one page, whose items are asked for again with each part of it that is read. */
export function decimalReader(catalogue: Catalogue): DecimalReader {
  const abvs = new Map<string, number | null>()

  /** The ABV of the item's beer; null if that is not known. */
  function knownAbv({ item, name }: DecimalItem): number | null {
    const lines = toWords(linesOf(catalogue, { ...item, name }))
    const key = lines.map(({ text }) => text).join('\n')
    const known = abvs.get(key)
    if (known !== undefined) return known
    const [best] = catalogue.match(lines, 1, { abv: null, shape: 'menu', offTopic: 0 }).candidates
    const beer = best && best.probability >= ACCEPT_MIN ? catalogue.beer(best.beerId) : undefined
    const abv = beer?.abv ?? null
    abvs.set(key, abv)
    return abv
  }

  return (items) => {
    const decimals = new Map(items.flatMap((item) => decimalOf(item) ?? []).map((found) => [found.item, found]))
    const known = [...decimals.values()].flatMap((found) => {
      const abv = knownAbv(found)
      return abv === null ? [] : [sameAbv(abv, found.value)]
    })
    if (known.length < KNOWN_MIN) return [...items]
    const share = known.filter(Boolean).length / known.length
    return items.map((item) => {
      const found = decimals.get(item)
      if (!found) return item
      if (share >= CONFIRMED.abvs) return { ...item, name: found.name, facts: { ...item.facts, abv: found.value } }
      if (share > CONFIRMED.prices || item.facts.price !== null) return item
      return { ...item, name: found.name, facts: { ...item.facts, price: found.printed } }
    })
  }
}

function decimalOf(item: MenuItem): DecimalItem | undefined {
  if (item.facts.abv !== null) return undefined
  const behind = BEHIND_NAME.exec(item.name)
  if (behind) {
    const name = item.name.slice(0, behind.index).trim()
    const isNamed = /\p{L}{2}/u.test(name) && !ENDS_IN_DECIMAL.test(name)
    return isNamed ? { item, name, ...numberOf(behind) } : undefined
  }
  const numbers = (item.rows[0]?.read ?? []).map((text) => ALONE.exec(text)).filter((found) => found !== null)
  const [beside] = numbers
  return beside && numbers.length === 1 ? { item, name: item.name, ...numberOf(beside) } : undefined
}

function numberOf([, whole, fraction]: RegExpExecArray): Pick<DecimalItem, 'printed' | 'value'> {
  const printed = `${whole}${fraction}`
  return { printed, value: Number(printed.replace(',', '.')) }
}
