/** A user's favourites. Opened for a user, so that no method can read or change another user's. */
import { and, desc, eq, sql } from 'drizzle-orm'
import { FAVORITES_PER_USER_MAX, type Favorite } from '#contracts'
import { builtOnce } from '../../adapters/db/built-once.ts'
import type { Conn, Db } from '../../adapters/db/database.ts'
import { lockUser } from '../../adapters/db/lock-user.ts'
import { beers, favorites } from '../../adapters/db/schema.ts'
import { ProductError } from '../../adapters/http/errors.ts'
import { beerStore, currentIdOf } from '../../core/beers/beer-store.ts'

const rowsOfUser = builtOnce((conn) =>
  conn
    .select()
    .from(favorites)
    .where(eq(favorites.userId, sql.placeholder('userId')))
    .orderBy(desc(favorites.favoritedAt), desc(favorites.id)),
)

export function favoriteStore(db: Db) {
  return {
    of: (userId: number) => ({
      async list(): Promise<Favorite[]> {
        return withBeers(db, await rowsOfUser(db).execute({ userId }))
      },

      /** Idempotent. `at`: now, if not given or in the future. Returns undefined if the beer is not visible to the user. @throws ProductError favorites_full */
      async add(givenId: number, at?: string): Promise<Favorite | undefined> {
        return await db.transaction(async (tx) => {
          await lockUser(tx, userId)
          const beerId = await beerStore(tx).visibleTo(userId).currentId(givenId)
          if (beerId === undefined) return undefined
          const stored = () =>
            tx
              .select()
              .from(favorites)
              .where(and(eq(favorites.userId, userId), eq(favorites.beerId, beerId)))
          const isFull = (await tx.$count(favorites, eq(favorites.userId, userId))) >= FAVORITES_PER_USER_MAX
          if (isFull && (await stored()).length === 0) {
            throw new ProductError('favorites_full', "You've reached the maximum number of favorites.")
          }
          // From here on the user is notified of changes.
          const toldRating = sql`(select nullif(${beers.rating}, 0) from ${beers} where ${beers.id} = ${beerId})`
          const favoritedAt = at === undefined ? undefined : sql`least(${at}::timestamptz, now())`
          await tx.insert(favorites).values({ userId, beerId, toldRating, favoritedAt }).onConflictDoNothing()
          const rows = await stored()
          return (await withBeers(tx, rows))[0]
        })
      },

      async remove(beerId: number): Promise<void> {
        const isOfBeer = eq(favorites.beerId, currentIdOf(userId, beerId))
        await db.delete(favorites).where(and(eq(favorites.userId, userId), isOfBeer))
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
