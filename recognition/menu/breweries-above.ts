/** Lists that print each beer below its brewery: 'Moorhen Brewing' over 'Quiet Night | 5.2% | $6'. */
import type { Catalogue } from '#catalogue'
import { hasBrewingWord } from '../label/printed-brewery.ts'
import { hasPriceOrAbv, isDescription, mayBeName } from './menu-row-words.ts'
import type { MenuRow } from './menu-rows.ts'
import { NAMING_MIN, type RowEvidence } from './row-features.ts'

/** Of rows without numbers over rows with some: the minimum share that are breweries, and number that are so over a name. */
const KNOWN = { min: 3, share: 0.5 }

/**
 * The rows of a page that are nothing but a brewery, by the row of its beer below, where several are known ones. A brewery that is called like a
 * beer is none: 'Heineken' over 'Lager 5% $6' is the name.
 */
export function breweriesAbove(
  catalogue: Catalogue,
  rows: readonly MenuRow[],
  evidence: (row: MenuRow) => RowEvidence,
): ReadonlyMap<MenuRow, MenuRow> {
  const pairs = rows.flatMap((row, index) => {
    const beer = rows[index + 1]
    const isPair = beer?.block === row.block && !hasPriceOrAbv(row) && hasPriceOrAbv(beer) && beer.text !== ''
    return isPair && !isDescription(row.text) ? [{ brewery: row, beer }] : []
  })
  const above = pairs.filter(({ brewery }) => mayBeName(catalogue, brewery) && evidence(brewery).beer < NAMING_MIN)
  const known = above.filter(({ brewery }) => evidence(brewery).isBrewery || hasBrewingWord(brewery.text))
  const { min, share } = KNOWN
  if (known.length < pairs.length * share || known.filter(({ beer }) => mayBeName(catalogue, beer)).length < min)
    return new Map()
  return new Map(above.map(({ brewery, beer }) => [beer, brewery]))
}
