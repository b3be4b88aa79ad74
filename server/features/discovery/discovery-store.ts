/**
 * Stores discovered beers and breweries as provisional rows with their origin, without duplicates. If the catalogue has the
 * beer under another spelling, only the origin is stored, so that the next search finds the existing beer.
 */
import { and, count, eq, exists, gte, inArray, isNotNull, lt, or } from 'drizzle-orm'
import { foldedWords, type Lexicons, type SearchIndex } from '#catalogue'
import { type BeerComparison, beerComparison, openBreweryRegister, SAME_BEER } from '#catalogue/identity'
import type { ImportedBeer, ImportedBrewery } from '#catalogue/import'
import { DISCOVERY_BEERS_PER_DAY_MAX } from '#contracts'
import type { Conn, Db } from '../../adapters/db/database.ts'
import { beers, breweries, catalogueOrigins, imports } from '../../adapters/db/schema.ts'
import { addBarcodes } from '../../core/beers/barcode-store.ts'
import { nextCatalogueVersion } from '../../core/beers/catalogue-version.ts'
import type { SearchIndexFeed } from '../../core/search/search-index-feed.ts'
import type { Discovered, DiscoverySource } from './discovery-source.ts'

/** Number of catalogue entries per discovered name that are compared with it. */
const NEIGHBOURS_MAX = 20
/** Popularity (0-100) of a new beer. */
const POPULARITY = 5
const DAY_MS = 24 * 60 * 60_000

type BreweryRow = typeof breweries.$inferSelect

interface DiscoveryStorePorts {
  db: Db
  names: SearchIndexFeed
  lexicons: Lexicons
  /** Their beers count for the limit of a day. */
  sources: readonly DiscoverySource[]
}

export function discoveryStore({ db, names, lexicons, sources }: DiscoveryStorePorts) {
  const comparison = beerComparison(lexicons)

  async function roomOn(conn: Conn, time: Date): Promise<number> {
    const day = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate()))
    const [row] = await conn
      .select({ n: count() })
      .from(catalogueOrigins)
      .innerJoin(beers, eq(beers.id, catalogueOrigins.beerId))
      .where(
        and(
          inArray(
            catalogueOrigins.source,
            sources.map(({ name }) => name),
          ),
          gte(catalogueOrigins.at, day),
          lt(catalogueOrigins.at, new Date(day.getTime() + DAY_MS)),
          eq(catalogueOrigins.created, true),
          eq(beers.provisional, true),
        ),
      )
    return DISCOVERY_BEERS_PER_DAY_MAX - (row?.n ?? 0)
  }

  return {
    /** How many beers discovery may still add on the UTC day of `time`. */
    roomOn: (time: Date) => roomOn(db, time),

    /** Stores what is new and for which there is room, and returns the catalogue ids of everything found. */
    async store(source: DiscoverySource, found: Discovered, at: Date): Promise<Stored> {
      if (found.beers.length + found.breweries.length === 0) return nothingStored()
      const ids = neighbours(await names.current(), found)
      return await db.transaction(async (tx) => {
        // Locks the counter until commit: a concurrent call waits, then sees these rows. What pruning has just removed is not seen.
        const changedVersion = await nextCatalogueVersion(tx)
        await forgetStaleOrigins(tx, source, found)
        const near = await loadNear(tx, ids)
        const writing = { tx, source, changedVersion, at, near, comparison, lexicons }
        const room = await roomOn(tx, at)
        const stored = nothingStored()
        for (const brewery of found.breweries) stored.breweries.push((await storeBrewery(writing, brewery)).id)
        for (const beer of found.beers) {
          const known = await findBeer(writing, beer)
          if (known === undefined && stored.created >= room) stored.leftOut++
          else {
            if (known === undefined) stored.created++
            stored.beers.push(await storeBeer(writing, beer, known))
          }
        }
        return stored
      })
    },
  }
}

export interface Stored {
  /** Ids, best first. */
  beers: number[]
  breweries: number[]
  /** Number of new beers. */
  created: number
  /** Number of beers for which there was no room. */
  leftOut: number
}

const nothingStored = (): Stored => ({ beers: [], breweries: [], created: 0, leftOut: 0 })

interface Near {
  breweries: BreweryRow[]
  beers: { beer: typeof beers.$inferSelect; brewery: BreweryRow | null }[]
}

interface Writing {
  tx: Conn
  source: DiscoverySource
  changedVersion: number
  at: Date
  near: Near
  comparison: BeerComparison
  lexicons: Lexicons
}

/** The ids of catalogue entries that may equal one of the discovered ones. */
function neighbours(index: SearchIndex, found: Discovered): { beers: number[]; breweries: number[] } {
  const limits = { beers: NEIGHBOURS_MAX, breweries: NEIGHBOURS_MAX }
  const beerIds = new Set<number>()
  const breweryIds = new Set<number>()
  const addNear = (words: string[]) => {
    const near = index.find(words, limits)
    for (const id of near.beers) beerIds.add(id)
    for (const id of near.breweries) breweryIds.add(id)
  }
  for (const { name, brewery } of found.beers) {
    addNear(foldedWords(brewery?.name, name))
    addNear(foldedWords(name))
    if (brewery) addNear(foldedWords(brewery.name))
  }
  for (const { name } of found.breweries) addNear(foldedWords(name))
  return { beers: [...beerIds], breweries: [...breweryIds] }
}

async function loadNear(tx: Conn, ids: { beers: number[]; breweries: number[] }): Promise<Near> {
  return {
    beers: await tx
      .select({ beer: beers, brewery: breweries })
      .from(beers)
      .leftJoin(breweries, eq(breweries.id, beers.breweryId))
      .where(and(inArray(beers.id, ids.beers), eq(beers.removed, false))),
    breweries: await tx
      .select()
      .from(breweries)
      .where(and(inArray(breweries.id, ids.breweries), eq(breweries.removed, false))),
  }
}

/** Forgets what entries of the source were resolved to if that was removed, or if the import that did it was undone. */
async function forgetStaleOrigins(tx: Conn, source: DiscoverySource, found: Discovered): Promise<void> {
  const { entity, sourceId, importId, beerId, breweryId } = catalogueOrigins
  const namedBreweries = [...found.breweries, ...found.beers.flatMap(({ brewery }) => brewery ?? [])]
  const beerIds = found.beers.map((beer) => beer.sourceId)
  const breweryIds = namedBreweries.flatMap((brewery) => brewery.sourceId ?? [])
  const isFound = or(
    and(eq(entity, 'beer'), inArray(sourceId, beerIds)),
    and(eq(entity, 'brewery'), inArray(sourceId, breweryIds)),
  )
  const isStale = or(
    exists(
      tx
        .select()
        .from(imports)
        .where(and(eq(imports.id, importId), isNotNull(imports.undoneAt))),
    ),
    exists(
      tx
        .select()
        .from(beers)
        .where(and(eq(beers.id, beerId), beers.removed)),
    ),
    exists(
      tx
        .select()
        .from(breweries)
        .where(and(eq(breweries.id, breweryId), breweries.removed)),
    ),
  )
  await tx.delete(catalogueOrigins).where(and(eq(catalogueOrigins.source, source.name), isFound, isStale))
}

async function findOrigin({ tx, source }: Writing, entity: 'beer' | 'brewery', sourceId: string) {
  const { beerId, breweryId } = catalogueOrigins
  const [origin] = await tx
    .select({ beerId, breweryId })
    .from(catalogueOrigins)
    .where(
      and(
        eq(catalogueOrigins.source, source.name),
        eq(catalogueOrigins.entity, entity),
        eq(catalogueOrigins.sourceId, sourceId),
      ),
    )
  return origin
}

async function findBeer(writing: Writing, found: ImportedBeer): Promise<number | undefined> {
  const { near, comparison } = writing
  const origin = await findOrigin(writing, 'beer', found.sourceId)
  if (origin?.beerId) return origin.beerId
  const sought = comparison.prepare({ ...found, brewery: found.brewery && comparable(found.brewery) })
  let best: { id: number; score: number } | undefined
  for (const { beer, brewery } of near.beers) {
    const score = comparison.similarity(sought, comparison.prepare({ ...beer, brewery }))
    if (score >= SAME_BEER && score > (best?.score ?? 0)) best = { id: beer.id, score }
  }
  return best?.id
}

/** Inserts the beer unless it is known, and its origin. New rows join `near`, because an answer may contain duplicates. */
async function storeBeer(writing: Writing, found: ImportedBeer, known: number | undefined): Promise<number> {
  const { tx, source, changedVersion, at, near, comparison } = writing
  let beerId = known
  if (beerId === undefined) {
    const brewery = found.brewery && (await storeBrewery(writing, found.brewery))
    const read = comparison.prepare({
      ...found,
      brewery: found.brewery && comparable(found.brewery),
      style: found.style ?? found.styleHints.join(' '),
    })
    const [beer] = await tx
      .insert(beers)
      .values({
        breweryId: brewery?.id ?? null,
        name: found.name,
        aliases: found.aliases,
        style: read.style,
        abv: found.abv,
        ibu: found.ibu,
        kind: found.kind,
        provisional: true,
        status: brewery?.closed == null ? 'current' : 'retired',
        popularity: POPULARITY,
        changedVersion,
      })
      .returning()
    if (!beer) throw new Error('insert returned no beer')
    near.beers.push({ beer, brewery: brewery ?? null })
    beerId = beer.id
  }
  const { licence, name } = source
  const origin = {
    source: name,
    entity: 'beer' as const,
    sourceId: found.sourceId,
    beerId,
    licence,
    created: known === undefined,
    at,
  }
  await tx.insert(catalogueOrigins).values(origin).onConflictDoNothing()
  const id = beerId
  await addBarcodes(
    tx,
    found.barcodes.map((barcode) => ({ barcode, beerId: id })),
    changedVersion,
  )
  return id
}

async function storeBrewery(writing: Writing, found: ImportedBrewery): Promise<BreweryRow> {
  const { tx, source, changedVersion, at, near } = writing
  const known = await findBrewery(writing, found)
  const brewery = known ?? (await insertBrewery(tx, found, changedVersion))
  if (!known) near.breweries.push(brewery)
  if (found.sourceId !== null)
    await tx
      .insert(catalogueOrigins)
      .values({
        source: source.name,
        entity: 'brewery',
        sourceId: found.sourceId,
        breweryId: brewery.id,
        licence: source.licence,
        created: !known,
        at,
      })
      .onConflictDoNothing()
  return brewery
}

async function findBrewery(writing: Writing, found: ImportedBrewery): Promise<BreweryRow | undefined> {
  const origin = found.sourceId === null ? undefined : await findOrigin(writing, 'brewery', found.sourceId)
  if (origin?.breweryId) {
    const [row] = await writing.tx.select().from(breweries).where(eq(breweries.id, origin.breweryId))
    if (row) return row
  }
  const register = openBreweryRegister<BreweryRow>()
  for (const row of writing.near.breweries) register.add(row)
  for (const { brewery } of writing.near.beers) if (brewery) register.add(brewery)
  return register.find(found)
}

async function insertBrewery(tx: Conn, found: ImportedBrewery, changedVersion: number): Promise<BreweryRow> {
  const { name, otherNames: aliases, city, state, country, founded, website } = found
  const [row] = await tx
    .insert(breweries)
    .values({ name, aliases, city, state, country, founded, website, changedVersion })
    .returning()
  if (!row) throw new Error('insert returned no brewery')
  return row
}

function comparable({ name, otherNames, country }: ImportedBrewery) {
  return { name, aliases: otherNames, country }
}
