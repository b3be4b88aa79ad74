/** A user's ratings. Opened for a user; a vote and the beer's new rating are written in one transaction. */
import { and, desc, eq, sql } from 'drizzle-orm'
import { type BeerDetails, LISTED_MAX, type OwnRating } from '#contracts'
import type { Conn, Db } from '../../adapters/db/database.ts'
import { beerRatings, beers } from '../../adapters/db/schema.ts'
import { beerStore, visibleTo } from '../../core/beers/beer-store.ts'
import { rateLatestEntry, setOwnRating } from '../../core/ratings/own-rating.ts'
import { rateBeers } from '../../core/ratings/rate-beers.ts'

export function ratingStore(db: Db) {
  return {
    of: (userId: number) => {
      const own = (beerId: number) => and(eq(beerRatings.userId, userId), eq(beerRatings.beerId, beerId))

      /**
       * Returns undefined if the beer is visible neither to the user nor on the scan shared under `token`. The id of an
       * unlisted beer that has joined the catalogue returns the listed beer.
       */
      async function details(conn: Conn, beerId: number, token?: string): Promise<BeerDetails | undefined> {
        const store = beerStore(conn).visibleTo(userId)
        const visible = (await store.byId(beerId)) ?? (await store.byFormerId(beerId))
        const beer =
          visible ?? (token === undefined ? undefined : await beerStore(conn).onShared(beerId, token, userId))
        return beer && { ...beer, canKeep: visible !== undefined }
      }

      /** Locks the beer's row first, which serialises the votes on a beer. `vote` rates the beer anew. */
      async function change(beerId: number, vote: (tx: Conn) => Promise<unknown>): Promise<BeerDetails | undefined> {
        return await db.transaction(async (tx) => {
          const isVisible = and(eq(beers.id, beerId), visibleTo(userId))
          const [locked] = await tx.select({ id: beers.id }).from(beers).where(isVisible).for('update')
          if (!locked) return undefined
          await vote(tx)
          return await details(tx, beerId)
        })
      }

      return {
        details: (beerId: number, token?: string) => details(db, beerId, token),

        /** Replaces an earlier rating. */
        rate: (beerId: number, rating: number) =>
          change(beerId, async (tx) => {
            const vote = { userId, beerId, rating, ratedAt: new Date() }
            await rateLatestEntry(tx, vote)
            await setOwnRating(tx, vote)
          }),

        unrate: (beerId: number) =>
          change(beerId, async (tx) => {
            await rateLatestEntry(tx, { userId, beerId, rating: null, ratedAt: new Date() })
            await tx.delete(beerRatings).where(own(beerId))
            await rateBeers(tx, sql`id = ${beerId}`)
          }),

        /** Newest first. */
        async list(): Promise<OwnRating[]> {
          const rows = await db
            .select()
            .from(beerRatings)
            .where(eq(beerRatings.userId, userId))
            .orderBy(desc(beerRatings.ratedAt), beerRatings.beerId)
            .limit(LISTED_MAX)
          const beersById = await beerStore(db).byIds(rows.map((row) => row.beerId))
          return rows.flatMap(({ beerId, rating, ratedAt }) => {
            const beer = beersById.get(beerId)
            return beer ? [{ beerId, beer, rating: oneDecimal(rating), ratedAt: ratedAt.toISOString() }] : []
          })
        },
      }
    },
  }
}

const oneDecimal = (rating: number) => Number(rating.toFixed(1))
