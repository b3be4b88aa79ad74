/**
 * Resolves the beers of a user's file: by id if name and brewery agree, otherwise the same beer of the catalogue, otherwise an
 * unlisted beer of the user. A file never reaches the unlisted beers of other users.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { and, eq, isNull } from 'drizzle-orm'
import type { Lexicons } from '#catalogue'
import { keyOf } from '#catalogue/identity'
import { type ImportedBeer, UNKNOWN_BEER_FACTS, UNKNOWN_BREWERY_FACTS, UNTAPPD } from '#catalogue/import'
import { UNLISTED_BEERS_PER_USER_MAX } from '#contracts'
import type { Conn, Db } from '../../adapters/db/database.ts'
import { isAnyOf } from '../../adapters/db/ids-in.ts'
import { beers, breweries, catalogueOrigins, imports } from '../../adapters/db/schema.ts'
import { currentCatalogueVersion } from '../../core/beers/catalogue-version.ts'
import { unlistedBeers } from '../../core/beers/unlisted-store.ts'
import { KnownCatalogue } from '../../core/ingest/known-catalogue.ts'
import { loadKnownStyles } from '../../core/ingest/known-styles.ts'
import type { KnownStyles } from '../../core/ingest/resolve-rows.ts'
import type { NamedBeer } from './records.ts'

/** Comparing the beers of a batch can take a second; requests are handled in between. */
const TURN_MS = 10

/** `refused`: the user has reached the limit of unlisted beers. */
export type ResolvedBeer = number | 'refused'

/** Resolves the beers of one batch. Negative ids are placeholders for unlisted beers, which a preview does not create. */
export interface BatchResolver {
  /** The id of the listed beer; undefined if the catalogue does not have it. */
  listed(beer: NamedBeer): number | undefined
  resolve(conn: Conn, beer: NamedBeer): Promise<ResolvedBeer>
}

/** The whole catalogue in memory, which finds a beer by its description. */
interface Comparison {
  known: KnownCatalogue
  styles: KnownStyles
}

async function openComparison(db: Db, lexicons: Lexicons): Promise<Comparison> {
  const known = new KnownCatalogue(lexicons)
  await known.catchUp(db, await currentCatalogueVersion(db))
  return { known, styles: await loadKnownStyles(db, lexicons) }
}

export class BeerResolver {
  readonly #userId: number
  readonly #isPreview: boolean
  readonly #open: () => Promise<Comparison>
  #comparison: Comparison | undefined
  /** Results of `#sameAs` by description, because files name the same beers again and again. */
  readonly #found = new Map<string, number | undefined>()
  /** The user's unlisted beers by their key, with the placeholders of a preview. */
  #unlisted: Map<string, number>
  /** The keys of the unlisted beers created: one that is promoted meanwhile is created again. */
  readonly #created = new Set<string>()

  private constructor(
    userId: number,
    isPreview: boolean,
    open: () => Promise<Comparison>,
    unlisted: Map<string, number>,
  ) {
    this.#userId = userId
    this.#isPreview = isPreview
    this.#open = open
    this.#unlisted = unlisted
  }

  static async open(db: Db, lexicons: () => Lexicons, userId: number, isPreview: boolean): Promise<BeerResolver> {
    return new BeerResolver(userId, isPreview, () => openComparison(db, lexicons()), await unlistedOf(db, userId))
  }

  /** Number of unlisted beers created, or that a preview would create. */
  get unlistedCreated(): number {
    return this.#created.size
  }

  /** Reads everything the batch needs, so that its transaction is short. */
  async batch(conn: Conn, named: readonly NamedBeer[]): Promise<BatchResolver> {
    const keyById = await listedKeys(conn, named)
    const idByUntappdId = await listedByUntappdId(conn, named)
    const byId = (beer: NamedBeer): number | undefined => {
      const key = beer.id === null ? undefined : keyById.get(beer.id)
      if (key !== undefined && key === keyOf(beer)) return beer.id ?? undefined
      return idByUntappdId.get(beer.imported?.sourceId ?? '')
    }
    // Opening the comparison takes seconds, and most exports of this product resolve by id.
    if (named.some((beer) => beer.listed && byId(beer) === undefined)) this.#comparison ??= await this.#open()
    let turn = performance.now()
    for (const beer of named) {
      if (beer.listed && byId(beer) === undefined) this.#sameAs(beer)
      if (performance.now() - turn < TURN_MS) continue
      await nextTurn()
      turn = performance.now()
    }
    // Those of earlier batches may have been promoted meanwhile.
    if (!this.#isPreview) this.#unlisted = await unlistedOf(conn, this.#userId)
    const listed = (beer: NamedBeer) => (beer.listed ? (byId(beer) ?? this.#sameAs(beer)) : undefined)
    return {
      listed,
      resolve: async (within, beer) => listed(beer) ?? (await this.#resolveUnlisted(within, beer)),
    }
  }

  #sameAs(beer: NamedBeer): number | undefined {
    if (!this.#comparison) return undefined
    const key = JSON.stringify([beer.name, beer.brewery, beer.style, beer.abv])
    if (this.#found.has(key)) return this.#found.get(key)
    const { known } = this.#comparison
    const sought = beer.imported ?? describedBy(beer)
    const brewery = sought.brewery ? known.findBrewery(sought.brewery) : undefined
    const id = known.findBeer(sought, brewery)?.id
    this.#found.set(key, id)
    return id
  }

  async #resolveUnlisted(conn: Conn, { name, brewery, style: styleText, abv, ibu }: NamedBeer): Promise<ResolvedBeer> {
    const key = keyOf({ name, brewery })
    const known = this.#unlisted.get(key)
    if (known !== undefined) return known
    // A beer may have several keys.
    const isFull = (count: number) => count >= UNLISTED_BEERS_PER_USER_MAX
    if (isFull(this.#unlisted.size) && isFull(new Set(this.#unlisted.values()).size)) return 'refused'
    const style = styleText && (this.#comparison?.styles.find(styleText) ?? styleText)
    const printed = { name, brewery, style, abv, ibu }
    const id = this.#isPreview ? -1 - this.#unlisted.size : await unlistedBeers(conn).of(this.#userId).create(printed)
    if (id === undefined) return 'refused'
    this.#unlisted.set(key, id)
    this.#created.add(key)
    return id
  }
}

/** The ids of the user's unlisted beers, by their keys, of which the present one goes before a former one of another beer. */
async function unlistedOf(conn: Conn, userId: number): Promise<Map<string, number>> {
  const rows = await conn
    .select({ id: beers.id, key: beers.ownerKey, formerKeys: beers.formerKeys })
    .from(beers)
    .where(eq(beers.ownerId, userId))
    .orderBy(beers.id)
  const former = rows.flatMap(({ id, formerKeys }) => formerKeys.map((key) => [key, id] as const))
  return new Map([...former, ...rows.map(({ id, key }) => [key ?? '', id] as const)])
}

/** The keys (name and brewery) of the listed beers whose ids are in the file. */
async function listedKeys(conn: Conn, named: readonly NamedBeer[]): Promise<Map<number, string>> {
  const ids = [...new Set(named.flatMap(({ id, listed }) => (listed && id !== null ? [id] : [])))]
  if (ids.length === 0) return new Map()
  const rows = await conn
    .select({ id: beers.id, name: beers.name, brewery: breweries.name })
    .from(beers)
    .leftJoin(breweries, eq(breweries.id, beers.breweryId))
    .where(and(isAnyOf(beers.id, ids), isNull(beers.ownerId)))
  return new Map(rows.map((row) => [row.id, keyOf(row)]))
}

/** The listed beers that were imported from Untappd, by their id there. */
async function listedByUntappdId(conn: Conn, named: readonly NamedBeer[]): Promise<Map<string, number>> {
  const ids = [...new Set(named.flatMap(({ imported }) => imported?.sourceId ?? []))]
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
        isAnyOf(catalogueOrigins.sourceId, ids),
        isNull(imports.undoneAt),
      ),
    )
  return new Map(rows.map(({ sourceId, beerId }) => [sourceId, beerId]))
}

function describedBy({ name, brewery, style, abv, ibu }: NamedBeer): ImportedBeer {
  const namedBrewery = brewery === null ? null : { ...UNKNOWN_BREWERY_FACTS, name: brewery }
  return { ...UNKNOWN_BEER_FACTS, sourceId: '', name, brewery: namedBrewery, style, abv, ibu }
}
