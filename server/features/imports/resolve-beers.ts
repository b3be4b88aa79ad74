/**
 * Resolves the beers of a user's file: by id if name and brewery agree, otherwise the same beer of the catalogue, otherwise an
 * unlisted beer of the user. A file never reaches the unlisted beers of other users.
 */
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { keyOf, type Lexicons } from '#catalogue'
import { type ImportedBeer, UNKNOWN_BEER_FACTS, UNKNOWN_BREWERY_FACTS, UNTAPPD } from '#catalogue/import'
import { UNLISTED_BEERS_PER_USER_MAX } from '#contracts'
import type { Conn, Db } from '../../adapters/db/database.ts'
import { beers, breweries, catalogueOrigins, imports } from '../../adapters/db/schema.ts'
import { currentCatalogueVersion } from '../../core/beers/catalogue-version.ts'
import { unlistedBeers } from '../../core/beers/unlisted-store.ts'
import { KnownCatalogue } from '../../core/ingest/known-catalogue.ts'
import { loadKnownStyles } from '../../core/ingest/known-styles.ts'
import type { KnownStyles } from '../../core/ingest/resolve-rows.ts'
import type { NamedBeer } from './records.ts'

/** `refused`: the user has reached the limit of unlisted beers. */
export type ResolvedBeer = number | 'refused'

/** Says for the beers of one batch which stored ones they are. Ids below 0 stand for beers that a trial does not make. */
export interface BatchResolver {
  /** Of the catalogue alone; undefined where it has none. */
  listed(beer: NamedBeer): number | undefined
  resolve(conn: Conn, beer: NamedBeer): Promise<ResolvedBeer>
}

/** The whole catalogue in memory, to find beers by all that is told of them. */
interface Comparing {
  known: KnownCatalogue
  styles: KnownStyles
}

async function openComparing(db: Db, lexicons: Lexicons): Promise<Comparing> {
  const known = new KnownCatalogue(lexicons)
  await known.catchUp(db, await currentCatalogueVersion(db))
  return { known, styles: await loadKnownStyles(db, lexicons) }
}

export class BeerResolver {
  /** Unlisted beers that were new. */
  unlistedCreated = 0
  readonly #userId: number
  readonly #isTrial: boolean
  readonly #open: () => Promise<Comparing>
  #comparing: Comparing | undefined
  /** By name and brewery, as the same beers come again and again. */
  readonly #meant = new Map<string, number | undefined>()
  /** The user's unlisted beers by their key. */
  readonly #unlisted: Map<string, number>

  private constructor(userId: number, isTrial: boolean, open: () => Promise<Comparing>, unlisted: Map<string, number>) {
    this.#userId = userId
    this.#isTrial = isTrial
    this.#open = open
    this.#unlisted = unlisted
  }

  static async open(db: Db, lexicons: () => Lexicons, userId: number, isTrial: boolean): Promise<BeerResolver> {
    const rows = await db.select({ id: beers.id, key: beers.ownerKey }).from(beers).where(eq(beers.ownerId, userId))
    const unlisted = new Map(rows.map(({ id, key }) => [key ?? '', id]))
    return new BeerResolver(userId, isTrial, () => openComparing(db, lexicons()), unlisted)
  }

  /** Reads all that the batch needs, so that nothing slow is left for its transaction. */
  async batch(conn: Conn, named: readonly NamedBeer[]): Promise<BatchResolver> {
    const byId = await agreeing(conn, named)
    const byOrigin = await ofUntappd(conn, named)
    const told = (beer: NamedBeer): number | undefined => {
      const stated = beer.id === null ? undefined : byId.get(beer.id)
      if (stated !== undefined && stated === keyOf(beer)) return beer.id ?? undefined
      return byOrigin.get(beer.imported?.sourceId ?? '')
    }
    // Most files of our own name nothing that has to be compared, and are spared what that takes.
    if (named.some((beer) => beer.listed && told(beer) === undefined)) this.#comparing ??= await this.#open()
    const listed = (beer: NamedBeer) => (beer.listed ? (told(beer) ?? this.#sameAs(beer)) : undefined)
    return {
      listed,
      resolve: async (within, beer) => listed(beer) ?? (await this.#keepUnlisted(within, beer)),
    }
  }

  #sameAs(beer: NamedBeer): number | undefined {
    if (!this.#comparing) return undefined
    const key = JSON.stringify([beer.name, beer.brewery, beer.style, beer.abv])
    if (this.#meant.has(key)) return this.#meant.get(key)
    const { known } = this.#comparing
    const sought = beer.imported ?? describedBy(beer)
    const house = sought.brewery ? known.findBrewery(sought.brewery) : undefined
    const id = known.findBeer(sought, house)?.id
    this.#meant.set(key, id)
    return id
  }

  async #keepUnlisted(conn: Conn, { name, brewery, style: told, abv, ibu }: NamedBeer): Promise<ResolvedBeer> {
    const key = keyOf({ name, brewery })
    const known = this.#unlisted.get(key)
    if (known !== undefined) return known
    if (this.#unlisted.size >= UNLISTED_BEERS_PER_USER_MAX) return 'refused'
    const style = told && (this.#comparing?.styles.find(told) ?? told)
    const printed = { name, brewery, style, abv, ibu }
    const id = this.#isTrial
      ? -1 - this.#unlisted.size
      : await unlistedBeers(conn).of(this.#userId).findOrCreate(printed)
    if (id === undefined) return 'refused'
    this.#unlisted.set(key, id)
    this.unlistedCreated++
    return id
  }
}

/** Name and brewery of the catalogue's beers that have the ids the file tells. */
async function agreeing(conn: Conn, named: readonly NamedBeer[]): Promise<Map<number, string>> {
  const ids = [...new Set(named.flatMap(({ id, listed }) => (listed && id !== null ? [id] : [])))]
  if (ids.length === 0) return new Map()
  const rows = await conn
    .select({ id: beers.id, name: beers.name, brewery: breweries.name })
    .from(beers)
    .leftJoin(breweries, eq(breweries.id, beers.breweryId))
    .where(and(inArray(beers.id, ids), isNull(beers.ownerId)))
  return new Map(rows.map((row) => [row.id, keyOf(row)]))
}

/** Beers that an Untappd export brought into the catalogue itself are known by their number there. */
async function ofUntappd(conn: Conn, named: readonly NamedBeer[]): Promise<Map<string, number>> {
  const ids = [...new Set(named.flatMap(({ imported: told }) => told?.sourceId ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await conn
    .select({ sourceId: catalogueOrigins.sourceId, beerId: beers.id })
    .from(catalogueOrigins)
    .innerJoin(beers, and(eq(beers.id, catalogueOrigins.beerId), eq(beers.removed, false)))
    .leftJoin(imports, eq(imports.id, catalogueOrigins.importId))
    .where(
      and(
        eq(catalogueOrigins.source, UNTAPPD),
        eq(catalogueOrigins.entity, 'beer'),
        inArray(catalogueOrigins.sourceId, ids),
        isNull(imports.undoneAt),
      ),
    )
  return new Map(rows.map(({ sourceId, beerId }) => [sourceId, beerId]))
}

function describedBy({ name, brewery, style, abv, ibu }: NamedBeer): ImportedBeer {
  const house = brewery === null ? null : { ...UNKNOWN_BREWERY_FACTS, name: brewery }
  return { ...UNKNOWN_BEER_FACTS, sourceId: '', name, brewery: house, style, abv, ibu }
}
