/** What a user saved. Opened for a user, so that nobody reads or removes another's favourites. */
import { and, desc, eq } from 'drizzle-orm'
import type { Favorite } from '#contracts'
import { beerStore } from '../beers/beer-store.ts'
import type { Conn } from '../db/database.ts'
import { favorites } from '../db/schema.ts'

export function favoriteStore(conn: Conn) {
  return {
    of: (userId: number) => ({
      async list(): Promise<Favorite[]> {
        const rows = await conn
          .select()
          .from(favorites)
          .where(eq(favorites.userId, userId))
          .orderBy(desc(favorites.favoritedAt), desc(favorites.id))
        return withBeers(conn, rows)
      },

      /** Saving twice keeps the first; undefined when the user cannot see such a beer. */
      async add(beerId: number): Promise<Favorite | undefined> {
        if (!(await beerStore(conn).visibleTo(userId).byId(beerId))) return undefined
        await conn.insert(favorites).values({ userId, beerId }).onConflictDoNothing()
        const rows = await conn
          .select()
          .from(favorites)
          .where(and(eq(favorites.userId, userId), eq(favorites.beerId, beerId)))
        return (await withBeers(conn, rows))[0]
      },

      async remove(beerId: number): Promise<void> {
        await conn.delete(favorites).where(and(eq(favorites.userId, userId), eq(favorites.beerId, beerId)))
      },
    }),
  }
}

async function withBeers(conn: Conn, rows: (typeof favorites.$inferSelect)[]): Promise<Favorite[]> {
  const beersById = await beerStore(conn).byIds(rows.map((row) => row.beerId))
  return rows.flatMap((row) => {
    const beer = beersById.get(row.beerId)
    return beer ? [{ id: row.id, beerId: row.beerId, beer, favoritedAt: row.favoritedAt.toISOString() }] : []
  })
}
