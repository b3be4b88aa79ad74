/**
 * Finds beers and breweries by what people type. The index of names ranks; the database gives the rows to show and the
 * user's own unlisted beers, which no index holds because nobody else may find them.
 */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { SEARCH_BEERS_MAX, SEARCH_BREWERIES_MAX, SEARCH_MIN_LENGTH, type SearchAnswer } from '#contracts'
import { selectBeers, toBeer, visibleTo } from '../beers/beer-store.ts'
import { breweryStore } from '../beers/brewery-store.ts'
import { foldedWords } from '../beers/fold.ts'
import type { Conn } from '../db/database.ts'
import { beers } from '../db/schema.ts'
import type { CatalogueNames } from './catalogue-names.ts'
import { type Found, NameIndex } from './name-index.ts'

const MOST = { beers: SEARCH_BEERS_MAX, breweries: SEARCH_BREWERIES_MAX }
/** Longer queries are read as far as this. */
const WORDS_MAX = 10

export function searchStore(conn: Conn, names: CatalogueNames) {
  return {
    visibleTo: (userId: number) => ({
      /** Best first. Fewer than 3 characters find nothing. */
      async find(query: string): Promise<SearchAnswer> {
        const words = foldedWords(query).slice(0, WORDS_MAX)
        if (query.trim().length < SEARCH_MIN_LENGTH || words.length === 0) return { breweries: [], beers: [] }
        const [index, ownIndex] = await Promise.all([names.current(), unlistedOf(conn, userId)])
        const found = index.find(words, MOST)
        const own = ownIndex.find(words, MOST)
        return await rowsOf(conn, userId, { ...found, beers: [...found.beers, ...own.beers].slice(0, MOST.beers) })
      },

      /** The rows of these ids, in their order. */
      rows: (ids: Found) => rowsOf(conn, userId, ids),
    }),
  }
}

async function rowsOf(conn: Conn, userId: number, ids: Found): Promise<SearchAnswer> {
  const [found, beersFound] = await Promise.all([
    breweryStore(conn).byIds(ids.breweries),
    beersOf(conn, userId, ids.beers),
  ])
  return { breweries: found, beers: beersFound }
}

async function beersOf(conn: Conn, userId: number, ids: readonly number[]) {
  if (ids.length === 0) return []
  const rows = await selectBeers(conn).where(and(inArray(beers.id, [...ids]), visibleTo(userId)))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [toBeer(row)] : []
  })
}

async function unlistedOf(conn: Conn, userId: number): Promise<NameIndex> {
  const index = new NameIndex()
  const rows = await conn
    .select({ id: beers.id, name: beers.name, brewery: beers.breweryText, popularity: beers.popularity })
    .from(beers)
    .where(and(eq(beers.ownerId, userId), sql`not ${beers.removed}`))
  for (const { id, name, brewery, popularity } of rows)
    index.putBeer({ id, breweryId: null, names: brewery === null ? [name] : [name, `${brewery} ${name}`], popularity })
  return index
}
