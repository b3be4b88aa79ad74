/**
 * Stores what discovery found: provisional, with its origin, never a second time. A beer that the catalogue has under
 * another spelling only gets the origin, so that the next look finds it.
 */
import { and, count, eq, gte, inArray, lt } from 'drizzle-orm'
import {
  type BeerComparison,
  beerComparison,
  type ImportedBeer,
  type ImportedBrewery,
  type Lexicons,
  openBreweryRegister,
  SAME_BEER,
} from '#catalogue'
import { nextCatalogueVersion } from '../beers/catalogue-version.ts'
import { foldedWords } from '../beers/fold.ts'
import type { Conn, Db } from '../db/database.ts'
import { beerBarcodes, beers, breweries, catalogueOrigins } from '../db/schema.ts'
import type { CatalogueNames } from '../search/catalogue-names.ts'
import type { Discovered, DiscoverySource } from './discovery-source.ts'

/** How many of the catalogue's nearest are compared with one that was found. */
const NEAREST = 20
/** Nobody is known to drink it yet. */
const POPULARITY = 5
const DAY_MS = 24 * 60 * 60_000

type BreweryRow = typeof breweries.$inferSelect

export function discoveryStore({ db, names, lexicons }: { db: Db; names: CatalogueNames; lexicons: Lexicons }) {
  const comparison = beerComparison(lexicons)
  return {
    /** Rows that these sources added on the day (UTC) of this time, by discovery. */
    async storedOn(time: Date, sources: readonly DiscoverySource[]): Promise<number> {
      const day = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate()))
      const [row] = await db
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
      return row?.n ?? 0
    },

    /** Which rows of the catalogue the found ones are now; new beers among them at most `most`. */
    async keep(source: DiscoverySource, found: Discovered, most: number, at: Date): Promise<Kept> {
      if (found.beers.length + found.breweries.length === 0) return { beers: [], breweries: [], created: 0 }
      const near = await neighbours(db, names, found)
      return await db.transaction(async (tx) => {
        // The counter's row is locked to the end: whoever stores at the same time waits and then sees these rows.
        const changedVersion = await nextCatalogueVersion(tx)
        const writing = { tx, source, changedVersion, at, near, comparison }
        const kept: Kept = { beers: [], breweries: [], created: 0 }
        for (const brewery of found.breweries) kept.breweries.push((await keepBrewery(writing, brewery)).id)
        for (const beer of found.beers) {
          const known = await knownBeer(writing, beer)
          if (known === undefined && kept.created >= most) continue
          if (known === undefined) kept.created++
          kept.beers.push(await keepBeer(writing, beer, known))
        }
        return kept
      })
    },
  }
}

export interface Kept {
  /** Ids, best first. */
  beers: number[]
  breweries: number[]
  /** How many of the beers are new. */
  created: number
}

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
}

/** What the catalogue has that may be one of the found. */
async function neighbours(conn: Conn, names: CatalogueNames, found: Discovered): Promise<Near> {
  const index = await names.current()
  const most = { beers: NEAREST, breweries: NEAREST }
  const beerIds = new Set<number>()
  const breweryIds = new Set<number>()
  const look = (words: string[]) => {
    const near = index.find(words, most)
    for (const id of near.beers) beerIds.add(id)
    for (const id of near.breweries) breweryIds.add(id)
  }
  for (const { name, brewery } of found.beers) {
    look(foldedWords(brewery?.name, name))
    look(foldedWords(name))
    if (brewery) look(foldedWords(brewery.name))
  }
  for (const { name } of found.breweries) look(foldedWords(name))
  return {
    beers:
      beerIds.size === 0
        ? []
        : await conn
            .select({ beer: beers, brewery: breweries })
            .from(beers)
            .leftJoin(breweries, eq(breweries.id, beers.breweryId))
            .where(and(inArray(beers.id, [...beerIds]), eq(beers.removed, false))),
    breweries:
      breweryIds.size === 0
        ? []
        : await conn
            .select()
            .from(breweries)
            .where(and(inArray(breweries.id, [...breweryIds]), eq(breweries.removed, false))),
  }
}

async function originOf({ tx, source }: Writing, entity: 'beer' | 'brewery', sourceId: string) {
  const { beerId, breweryId } = catalogueOrigins
  const [known] = await tx
    .select({ beerId, breweryId })
    .from(catalogueOrigins)
    .where(
      and(
        eq(catalogueOrigins.source, source.name),
        eq(catalogueOrigins.entity, entity),
        eq(catalogueOrigins.sourceId, sourceId),
      ),
    )
  return known
}

async function knownBeer(writing: Writing, found: ImportedBeer): Promise<number | undefined> {
  const { near, comparison } = writing
  const origin = await originOf(writing, 'beer', found.sourceId)
  if (origin?.beerId) return origin.beerId
  const sought = comparison.read({ ...found, brewery: found.brewery && described(found.brewery) })
  let best: { id: number; score: number } | undefined
  for (const { beer, brewery } of near.beers) {
    const score = comparison.sameness(sought, comparison.read({ ...beer, brewery }))
    if (score >= SAME_BEER && score > (best?.score ?? 0)) best = { id: beer.id, score }
  }
  return best?.id
}

/** Writes the beer unless it is known, and its origin; the beers of one answer may be each other's doubles. */
async function keepBeer(writing: Writing, found: ImportedBeer, known: number | undefined): Promise<number> {
  const { tx, source, changedVersion, at, near, comparison } = writing
  let beerId = known
  if (beerId === undefined) {
    const brewery = found.brewery && (await keepBrewery(writing, found.brewery))
    const read = comparison.read({
      ...found,
      brewery: found.brewery && described(found.brewery),
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
        popularity: POPULARITY,
        changedVersion,
      })
      .returning()
    if (!beer) throw new Error('the discovered beer was not returned')
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
  for (const barcode of found.barcodes) await tx.insert(beerBarcodes).values({ barcode, beerId }).onConflictDoNothing()
  return beerId
}

async function keepBrewery(writing: Writing, found: ImportedBrewery): Promise<BreweryRow> {
  const { tx, source, changedVersion, at, near } = writing
  const known = await knownBrewery(writing, found)
  const brewery = known ?? (await write(tx, found, changedVersion))
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

async function knownBrewery(writing: Writing, found: ImportedBrewery): Promise<BreweryRow | undefined> {
  const origin = found.sourceId === null ? undefined : await originOf(writing, 'brewery', found.sourceId)
  if (origin?.breweryId) {
    const [row] = await writing.tx.select().from(breweries).where(eq(breweries.id, origin.breweryId))
    if (row) return row
  }
  const register = openBreweryRegister<BreweryRow>()
  for (const row of writing.near.breweries) register.add(row)
  for (const { brewery } of writing.near.beers) if (brewery) register.add(brewery)
  return register.find(found)
}

async function write(tx: Conn, found: ImportedBrewery, changedVersion: number): Promise<BreweryRow> {
  const { name, otherNames: aliases, city, state, country, founded, website } = found
  const [row] = await tx
    .insert(breweries)
    .values({ name, aliases, city, state, country, founded, website, changedVersion })
    .returning()
  if (!row) throw new Error('the discovered brewery was not returned')
  return row
}

function described({ name, otherNames, country }: ImportedBrewery) {
  return { name, aliases: otherNames, country }
}
