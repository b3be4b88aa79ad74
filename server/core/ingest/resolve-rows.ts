/**
 * Decides for each row of a batch whether it is known from an earlier import, merged into an existing beer or brewery, or
 * created. Nothing is written here; `write-rows.ts` writes the result.
 */
import type { ImportedBeer, ImportedBrewery, ImportedStyle, ImportItem } from '#catalogue/import'
import type { BeerEntry, BreweryEntry, KnownCatalogue } from './known-catalogue.ts'

export type RowItem = Extract<ImportItem, { kind: 'beer' | 'brewery' | 'style' }>

/** The beer or brewery that an earlier import resolved a source row to. `isUndone`: that import was undone since. */
export interface KnownOrigin {
  rowId: number
  isUndone: boolean
  created: boolean
}

export interface ResolvedBeer {
  sourceId: string
  entry: BeerEntry
  created: boolean
  /** The id of the removed row that is restored, if an undone import created it. */
  revived: number | null
  filled: Filled
  imported: ImportedBeer
}

export interface ResolvedBrewery {
  /** Null if the source only names the brewery. */
  sourceId: string | null
  entry: BreweryEntry
  created: boolean
  revived: number | null
  filled: Filled
}

export interface ResolvedStyle {
  sourceId: string
  style: ImportedStyle
  family: string
  created: boolean
}

/** The values that a merge wrote into empty fields, by column name. */
type Filled = Readonly<Record<string, string | number>>

export interface Resolution {
  beers: ResolvedBeer[]
  breweries: ResolvedBrewery[]
  styles: ResolvedStyle[]
  counts: Counts
  /** Every beer of the batch by its source id, including known ones. */
  beerBySourceId: Map<string, BeerEntry>
}

/** Numbers of rows by result. */
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

/** Looks up styles by the names that sources use. */
export interface KnownStyles {
  /** Returns the style of the lexicon that the text names. */
  find(text: string): string | undefined
  /** True if a style has exactly this name or alias. */
  has(name: string): boolean
  familyOf(style: string): string | undefined
}

export interface ResolvePorts {
  known: KnownCatalogue
  origins: { beer: ReadonlyMap<string, KnownOrigin>; brewery: ReadonlyMap<string, KnownOrigin> }
  /** What a dry run has resolved so far, as it writes no origins. */
  resolvedBefore?: { beers: Map<string, BeerEntry>; breweries: Map<string, BreweryEntry> } | undefined
  styles: KnownStyles
  /** Styles of an earlier import of this source. */
  knownStyles: ReadonlySet<string>
}

/** Placeholders of sources for an unknown style. */
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

export function resolveRows(items: readonly RowItem[], ports: ResolvePorts): Resolution {
  const { known, origins, resolvedBefore } = ports
  const resolution: Resolution = {
    beers: [],
    breweries: [],
    styles: [],
    counts: noCounts(),
    beerBySourceId: resolvedBefore?.beers ?? new Map(),
  }
  const breweryBySourceId = resolvedBefore?.breweries ?? new Map<string, BreweryEntry>()
  const seenStyles = new Set<string>()

  for (const item of items) {
    if (item.kind === 'beer') resolveBeer(item.beer)
    else if (item.kind === 'brewery') resolveBrewery(item.brewery, true)
    else resolveStyle(item.style)
  }
  return resolution

  /** Returns undefined if the brewery is new and `create` is false. */
  function resolveBrewery(imported: ImportedBrewery, create: boolean): BreweryEntry | undefined {
    const { sourceId } = imported
    const origin = sourceId === null ? undefined : origins.brewery.get(sourceId)
    const inBatch = sourceId === null ? undefined : breweryBySourceId.get(sourceId)
    const earlier = inBatch ?? (origin && !origin.isUndone ? known.brewery(origin.rowId) : undefined)
    if (earlier) {
      if (create) resolution.counts.breweriesKnown++
      return earlier
    }
    const match = known.findBrewery(imported)
    if (!match && !create) return undefined
    const entry = match ?? breweryEntry(imported)
    if (!match) known.addBrewery(entry)
    if (sourceId !== null) breweryBySourceId.set(sourceId, entry)
    if (match && sourceId === null) return entry
    resolution.counts[match ? 'breweriesMerged' : 'breweriesCreated']++
    const revived = !match && origin?.isUndone && origin.created ? origin.rowId : null
    resolution.breweries.push({
      sourceId,
      entry,
      created: !match,
      revived,
      filled: match ? fillBrewery(match, imported) : {},
    })
    return entry
  }

  function resolveBeer(imported: ImportedBeer): void {
    const { sourceId } = imported
    const origin = origins.beer.get(sourceId)
    const earlier =
      resolution.beerBySourceId.get(sourceId) ?? (origin && !origin.isUndone ? known.beer(origin.rowId) : undefined)
    if (earlier) {
      resolution.counts.beersKnown++
      resolution.beerBySourceId.set(sourceId, earlier)
      return
    }
    const brewery = imported.brewery ? resolveBrewery(imported.brewery, false) : undefined
    const match = known.findBeer(imported, brewery)
    const entry =
      match ?? beerEntry(imported, brewery ?? (imported.brewery ? resolveBrewery(imported.brewery, true) : null))
    if (!match) known.addBeer(entry)
    resolution.beerBySourceId.set(sourceId, entry)
    resolution.counts[match ? 'beersMerged' : 'beersCreated']++
    const revived = !match && origin?.isUndone && origin.created ? origin.rowId : null
    const filled = match ? fillBeer(match, imported) : {}
    resolution.beers.push({ sourceId, entry, created: !match, revived, filled, imported })
  }

  function resolveStyle(style: ImportedStyle): void {
    if (ports.knownStyles.has(style.sourceId) || seenStyles.has(style.sourceId)) {
      resolution.counts.stylesKnown++
      return
    }
    seenStyles.add(style.sourceId)
    const created = !ports.styles.has(style.name) && !seenStyles.has(style.name)
    seenStyles.add(style.name)
    const similar = ports.styles.find(style.name)
    const family = (similar && ports.styles.familyOf(similar)) ?? style.category ?? style.name
    resolution.counts[created ? 'stylesCreated' : 'stylesMerged']++
    resolution.styles.push({ sourceId: style.sourceId, style, family, created })
  }

  function beerEntry(imported: ImportedBeer, brewery: BreweryEntry | null | undefined): BeerEntry {
    const { name, aliases, abv, ibu, description } = imported
    const style = styleOf(imported)
    return { id: 0, brewery: brewery ?? null, name, aliases, style, abv, ibu, hasDescription: description !== null }
  }

  function styleOf({ style, styleHints }: ImportedBeer): string | null {
    if (style !== null && !NO_STYLE.test(style)) return ports.styles.find(style) ?? style
    for (const hint of styleHints) {
      const named = ports.styles.find(hint)
      if (named !== undefined) return named
    }
    return null
  }

  /** Fills the empty fields of a beer; existing values are never overwritten. */
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
  // The address is filled as a unit: a town from one source with the state of another could be wrong.
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
