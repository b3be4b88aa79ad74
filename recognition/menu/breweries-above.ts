/** Lists that print each beer below its brewery: 'Moorhen Brewing' over 'Quiet Night | 5.2% | $6'. */
import type { Catalogue } from '#catalogue'
import { hasBrewingWord } from '../label/printed-brewery.ts'
import { hasPriceOrAbv, isDescription, isHeadingAlone, mayBeName, startsWithStyle } from './menu-row-words.ts'
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
  const isKnown = (row: MenuRow) => evidence(row).isBrewery || hasBrewingWord(row.text)
  const namesBeer = (row: MenuRow) => evidence(row).beer >= NAMING_MIN
  const pairs = rows.flatMap((row, index) => {
    const beer = rows[index + 1]
    const isPair = beer?.block === row.block && !hasPriceOrAbv(row) && hasPriceOrAbv(beer) && beer.text !== ''
    return isPair && !isDescription(row.text) ? [{ brewery: row, beer, before: rows[index - 1] }] : []
  })
  const mayBeBrewery = (row: MenuRow) =>
    mayBeName(catalogue, row) || (evidence(row).isBrewery && !isHeadingAlone(catalogue, row.text))
  const above = pairs.filter(({ brewery }) => mayBeBrewery(brewery) && !namesBeer(brewery))
  const known = above.filter(({ brewery }) => isKnown(brewery))
  // 'Moorhen Brewing Quiet Night' over 'Pale Ale, Bristol 5.2%' is the name.
  const named = known.filter(({ beer }) => mayBeName(catalogue, beer) && !startsWithStyle(catalogue, beer.text))
  // 'Quiet Night' over 'Moorhen' over 'Bristol 5.2%', too.
  const below = known.filter(({ before }) => before && !hasPriceOrAbv(before) && namesBeer(before))
  const { min, share } = KNOWN
  if (known.length < pairs.length * share || named.length < min || below.length > known.length * share) return new Map()
  const breweries = new Map(above.map(({ brewery, beer }) => [beer, brewery]))
  const brewed = pairs.filter(({ brewery }) => isKnown(brewery)).map(({ beer }) => beer)
  const inverted = blocksWithBreweriesBelow(catalogue, rows, new Set([...brewed, ...breweries.keys()]), isKnown)
  return new Map([...breweries].filter(([beer]) => !inverted.has(beer.block)))
}

/** Blocks that begin with a beer or end with a brewery: 'Quiet Night 5.2% $6' over 'Moorhen Brewing', and so on. */
function blocksWithBreweriesBelow(
  catalogue: Catalogue,
  rows: readonly MenuRow[],
  brewed: ReadonlySet<MenuRow>,
  isKnown: (row: MenuRow) => boolean,
): ReadonlySet<number> {
  const inverted = [...new Set(rows.map(({ block }) => block))].filter((block) => {
    const own = rows.filter((row) => row.block === block)
    const first = own.find((row) => hasPriceOrAbv(row) && mayBeName(catalogue, row))
    const last = own.at(-1)
    return (first && !brewed.has(first)) || (last && !hasPriceOrAbv(last) && isKnown(last))
  })
  return new Set(inverted)
}
