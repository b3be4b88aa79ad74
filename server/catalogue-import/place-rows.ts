/**
 * Decides for the rows of one batch what becomes of each: known already from an earlier import, merged into a beer or brewery
 * that stands, or created. Nothing is written here; `write-placement.ts` writes what was decided.
 */
import type { ImportedBeer, ImportedBrewery, ImportedStyle, ImportItem } from '#catalogue'
import type { BeerEntry, BreweryEntry, KnownCatalogue } from './known-catalogue.ts'

export type RowItem = Extract<ImportItem, { kind: 'beer' | 'brewery' | 'style' }>

/** A row of the source that an earlier import placed. `isUndone`: that import was taken back, the row itself is kept. */
export interface EarlierOrigin {
  rowId: number
  isUndone: boolean
  created: boolean
}

export interface PlacedBeer {
  sourceId: string
  entry: BeerEntry
  created: boolean
  /** The id of a row that an undone import left, which comes back. */
  revived: number | null
  filled: Filled
  imported: ImportedBeer
}

export interface PlacedBrewery {
  /** Null when the source only names it. */
  sourceId: string | null
  entry: BreweryEntry
  created: boolean
  revived: number | null
  filled: Filled
}

export interface PlacedStyle {
  sourceId: string
  style: ImportedStyle
  family: string
  created: boolean
}

/** The fields that were empty and what the source filled in, by the names of the columns. */
export type Filled = Readonly<Record<string, string | number>>

export interface Placement {
  beers: PlacedBeer[]
  breweries: PlacedBrewery[]
  styles: PlacedStyle[]
  counts: Counts
  /** The id of every beer of the batch by its source id, once written; entries of beers that were known included. */
  beerBySourceId: Map<string, BeerEntry>
}

/** Rows by what became of them. */
export const COUNT_NAMES = [
  'beersCreated',
  'beersMerged',
  'beersKnown',
  'breweriesCreated',
  'breweriesMerged',
  'breweriesKnown',
  'stylesCreated',
  'stylesMerged',
  'stylesKnown',
] as const
export type Counts = Record<(typeof COUNT_NAMES)[number], number>

/** Styles by what sources call them. */
export interface KnownStyles {
  /** The style of the lexicon that a text names. */
  named(text: string): string | undefined
  /** Whether there is a style of just this name or alias. */
  has(name: string): boolean
  familyOf(style: string): string | undefined
}

export interface PlacingPorts {
  known: KnownCatalogue
  origins: { beer: ReadonlyMap<string, EarlierOrigin>; brewery: ReadonlyMap<string, EarlierOrigin> }
  /** What a dry run has placed so far, as it leaves no origins behind. */
  placedBefore?: { beers: Map<string, BeerEntry>; breweries: Map<string, BreweryEntry> } | undefined
  styles: KnownStyles
  /** Styles of an earlier import of this source. */
  knownStyles: ReadonlySet<string>
}

/** What sources put where they know no style. */
const NO_STYLE = /^(?:other|misc\w*|various|out of category|specialty beer|experimental beer|beer|ale|n\.?a\.?)$/iu

export function noCounts(): Counts {
  return {
    beersCreated: 0,
    beersMerged: 0,
    beersKnown: 0,
    breweriesCreated: 0,
    breweriesMerged: 0,
    breweriesKnown: 0,
    stylesCreated: 0,
    stylesMerged: 0,
    stylesKnown: 0,
  }
}

export function placeRows(items: readonly RowItem[], ports: PlacingPorts): Placement {
  const { known, origins, placedBefore } = ports
  const placement: Placement = {
    beers: [],
    breweries: [],
    styles: [],
    counts: noCounts(),
    beerBySourceId: placedBefore?.beers ?? new Map(),
  }
  const breweryBySourceId = placedBefore?.breweries ?? new Map<string, BreweryEntry>()
  const stylesSeen = new Set<string>()

  for (const item of items) {
    if (item.kind === 'beer') placeBeer(item.beer)
    else if (item.kind === 'brewery') placeBrewery(item.brewery, true)
    else placeStyle(item.style)
  }
  return placement

  /** Undefined when the brewery is new and `create` says not to make it. */
  function placeBrewery(imported: ImportedBrewery, create: boolean): BreweryEntry | undefined {
    const { sourceId } = imported
    const origin = sourceId === null ? undefined : origins.brewery.get(sourceId)
    const placed = sourceId === null ? undefined : breweryBySourceId.get(sourceId)
    const earlier = placed ?? (origin && !origin.isUndone ? known.brewery(origin.rowId) : undefined)
    if (earlier) {
      if (create) placement.counts.breweriesKnown++
      return earlier
    }
    const meant = known.breweryMeant(imported)
    if (!meant && !create) return undefined
    const entry = meant ?? breweryEntry(imported)
    if (!meant) known.addBrewery(entry)
    if (sourceId !== null) breweryBySourceId.set(sourceId, entry)
    if (meant && sourceId === null) return entry
    placement.counts[meant ? 'breweriesMerged' : 'breweriesCreated']++
    const revived = !meant && origin?.isUndone && origin.created ? origin.rowId : null
    placement.breweries.push({
      sourceId,
      entry,
      created: !meant,
      revived,
      filled: meant ? fillBrewery(meant, imported) : {},
    })
    return entry
  }

  function placeBeer(imported: ImportedBeer): void {
    const { sourceId } = imported
    const origin = origins.beer.get(sourceId)
    const earlier =
      placement.beerBySourceId.get(sourceId) ?? (origin && !origin.isUndone ? known.beer(origin.rowId) : undefined)
    if (earlier) {
      placement.counts.beersKnown++
      placement.beerBySourceId.set(sourceId, earlier)
      return
    }
    const brewery = imported.brewery ? placeBrewery(imported.brewery, false) : undefined
    const meant = known.beerMeant(imported, brewery)
    const entry =
      meant ?? beerEntry(imported, brewery ?? (imported.brewery ? placeBrewery(imported.brewery, true) : null))
    if (!meant) known.addBeer(entry)
    placement.beerBySourceId.set(sourceId, entry)
    placement.counts[meant ? 'beersMerged' : 'beersCreated']++
    const revived = !meant && origin?.isUndone && origin.created ? origin.rowId : null
    const filled = meant ? fillBeer(meant, imported) : {}
    placement.beers.push({ sourceId, entry, created: !meant, revived, filled, imported })
  }

  function placeStyle(style: ImportedStyle): void {
    if (ports.knownStyles.has(style.sourceId) || stylesSeen.has(style.sourceId)) {
      placement.counts.stylesKnown++
      return
    }
    stylesSeen.add(style.sourceId)
    const created = !ports.styles.has(style.name) && !stylesSeen.has(style.name)
    stylesSeen.add(style.name)
    const near = ports.styles.named(style.name)
    const family = (near && ports.styles.familyOf(near)) ?? style.category ?? style.name
    placement.counts[created ? 'stylesCreated' : 'stylesMerged']++
    placement.styles.push({ sourceId: style.sourceId, style, family, created })
  }

  function beerEntry(imported: ImportedBeer, brewery: BreweryEntry | null | undefined): BeerEntry {
    const { name, aliases, abv, ibu, description } = imported
    const style = styleOf(imported)
    return { id: 0, brewery: brewery ?? null, name, aliases, style, abv, ibu, hasDescription: description !== null }
  }

  function styleOf({ style, styleHints }: ImportedBeer): string | null {
    if (style !== null && !NO_STYLE.test(style)) return ports.styles.named(style) ?? style
    for (const hint of styleHints) {
      const named = ports.styles.named(hint)
      if (named !== undefined) return named
    }
    return null
  }

  /** What the source knows and the catalogue does not; what the catalogue knows stays. */
  function fillBeer(entry: BeerEntry, imported: ImportedBeer): Filled {
    const filled: Record<string, string | number> = {}
    const style = entry.style === null ? styleOf(imported) : null
    if (style !== null) filled.style = entry.style = style
    if (entry.abv === null && imported.abv !== null) filled.abv = entry.abv = imported.abv
    if (entry.ibu === null && imported.ibu !== null) filled.ibu = entry.ibu = imported.ibu
    if (!entry.hasDescription && imported.description !== null) {
      filled.description = imported.description
      entry.hasDescription = true
    }
    return filled
  }
}

function breweryEntry({ name, otherNames, city, state, country, founded, website, description }: ImportedBrewery) {
  return { id: 0, name, aliases: [...otherNames], city, state, country, founded, website, description }
}

function fillBrewery(entry: BreweryEntry, imported: ImportedBrewery): Filled {
  const filled: Record<string, string | number> = {}
  // A place is filled as a whole: a town of one source beside the state of another would be neither's.
  if (entry.city === null && imported.city !== null) {
    filled.city = entry.city = imported.city
    if (entry.state === null && imported.state !== null) filled.state = entry.state = imported.state
  }
  if (entry.country === null && imported.country !== null) filled.country = entry.country = imported.country
  if (entry.founded === null && imported.founded !== null) filled.founded = entry.founded = imported.founded
  if (entry.website === null && imported.website !== null) filled.website = entry.website = imported.website
  if (entry.description === null && imported.description !== null)
    filled.description = entry.description = imported.description
  return filled
}
