/** Reads breweries in their API shape, with the number of their beers. */
import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { Brewery, BreweryPage } from '#contracts'
import { builtOnce } from '../../adapters/db/built-once.ts'
import type { Conn } from '../../adapters/db/database.ts'
import { isAnyOf } from '../../adapters/db/ids-in.ts'
import { beers, breweries } from '../../adapters/db/schema.ts'
import { byRating, selectBeers, toBeer } from './beer-store.ts'

type Row = typeof breweries.$inferSelect

const rowsById = builtOnce((conn) =>
  conn
    .select({ brewery: breweries, beerCount: count(beers.id) })
    .from(breweries)
    .leftJoin(beers, and(eq(beers.breweryId, breweries.id), eq(beers.removed, false)))
    .where(isAnyOf(breweries.id, sql.placeholder('ids')))
    .groupBy(breweries.id),
)

export function breweryStore(conn: Conn) {
  return {
    /** Returns the brewery with its beers, best rated first and retired ones last, or undefined if it does not exist. */
    async page(id: number): Promise<BreweryPage | undefined> {
      const [row] = await conn
        .select()
        .from(breweries)
        .where(and(eq(breweries.id, id), eq(breweries.removed, false)))
      if (!row) return undefined
      const rows = await selectBeers(conn)
        .where(and(eq(beers.breweryId, id), eq(beers.removed, false)))
        .orderBy(...byRating, desc(beers.popularity), beers.name)
      return { brewery: toBrewery(row, rows.length), beers: rows.map(toBeer) }
    },

    /** Returns breweries in the order of `ids`, without those that do not exist. */
    async byIds(ids: readonly number[]): Promise<Brewery[]> {
      if (ids.length === 0) return []
      const rows = await rowsById(conn).execute({ ids })
      const byId = new Map(rows.map((row) => [row.brewery.id, toBrewery(row.brewery, row.beerCount)]))
      return ids.flatMap((id) => byId.get(id) ?? [])
    },
  }
}

function toBrewery(row: Row, beerCount: number): Brewery {
  return {
    id: row.id,
    name: row.name,
    city: row.city,
    state: row.state,
    country: row.country,
    founded: row.founded,
    closed: row.closed,
    owner: row.owner,
    isStoreBrand: row.storeBrand,
    website: row.website,
    description: row.description,
    imageUrl: row.imageUrl,
    beerCount,
  }
}
