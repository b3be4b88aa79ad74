/**
 * Searches beers and breweries, by their names or by a barcode. The in-memory name index ranks; the database supplies the rows, and the user's own unlisted
 * beers, which are private and therefore not in the shared index.
 */
import { and, eq, sql } from 'drizzle-orm'
import { SearchIndex, type SearchResult } from '#catalogue'
import { canonicalBarcode } from '#catalogue/identity'
import { SEARCH_BEERS_MAX, SEARCH_BREWERIES_MAX, SEARCH_MIN_LENGTH, type SearchAnswer, searchLength } from '#contracts'
import { builtOnce } from '../../adapters/db/built-once.ts'
import type { Conn } from '../../adapters/db/database.ts'
import { beers, catalogueVersion } from '../../adapters/db/schema.ts'
import { userBarcodes } from '../../core/beers/barcode-store.ts'
import { beerStore } from '../../core/beers/beer-store.ts'
import { breweryStore } from '../../core/beers/brewery-store.ts'
import { unlistedBeers } from '../../core/beers/unlisted-store.ts'
import type { SearchIndexFeed } from '../../core/search/search-index-feed.ts'

const LIMITS = { beers: SEARCH_BEERS_MAX, breweries: SEARCH_BREWERIES_MAX }

export function searchStore(conn: Conn, names: SearchIndexFeed) {
  return {
    visibleTo: (userId: number) => ({
      /** Returns the best matches first; nothing for fewer than 3 characters. */
      async find(query: string): Promise<SearchAnswer> {
        if (searchLength(query) < SEARCH_MIN_LENGTH) return { breweries: [], beers: [] }
        const barcode = canonicalBarcode(query)
        const beersWithIt = barcode === null ? [] : await userBarcodes(conn).of(userId).beersWith([barcode])
        if (beersWithIt.length > 0) return await rowsOf(conn, userId, { breweries: [], beers: beersWithIt })
        const rows = await unlistedRows(conn).execute({ userId })
        const own = rows.flatMap(({ own }) => own ?? [])
        const index = await names.current(rows[0]?.version ?? 0)
        const found = SearchIndex.searchAll([indexOf(own, index), index], query, LIMITS)
        const ownIds = new Set(own.map(({ id }) => id))
        const forgotten = await unlistedBeers(conn)
          .of(userId)
          .forgottenAmong(found.beers.filter((id) => ownIds.has(id)))
        return await rowsOf(conn, userId, { ...found, beers: found.beers.filter((id) => !forgotten.has(id)) })
      },

      /** Returns the rows in the order of the ids. */
      rows: (ids: SearchResult) => rowsOf(conn, userId, ids),
    }),
  }
}

async function rowsOf(conn: Conn, userId: number, ids: SearchResult): Promise<SearchAnswer> {
  const [found, beersFound] = await Promise.all([
    breweryStore(conn).byIds(ids.breweries),
    beerStore(conn).visibleTo(userId).byIds(ids.beers),
  ])
  return { breweries: found, beers: beersFound }
}

/** The catalogue version, and the user's unlisted beers. */
const unlistedRows = builtOnce((conn) =>
  conn
    .select({
      version: sql`coalesce((select version from ${catalogueVersion}), 0)`.mapWith(Number),
      own: {
        id: beers.id,
        name: beers.name,
        brewery: beers.breweryText,
        style: beers.style,
        popularity: beers.popularity,
        abv: beers.abv,
      },
    })
    .from(sql`(values (1)) as one`)
    .leftJoin(beers, and(eq(beers.ownerId, sql.placeholder('userId')), sql`not ${beers.removed}`)),
)

type OwnRow = NonNullable<Awaited<ReturnType<ReturnType<typeof unlistedRows>['execute']>>[number]['own']>

/** Finds styles by the same names as the index of the catalogue. */
function indexOf(own: readonly OwnRow[], catalogue: SearchIndex): SearchIndex {
  const index = new SearchIndex(catalogue)
  for (const { id, name, brewery, style, popularity, abv } of own) {
    const names = brewery === null ? [name] : [name, `${brewery} ${name}`]
    index.putBeer({ id, breweryId: null, names, style, popularity, abv })
  }
  return index
}
