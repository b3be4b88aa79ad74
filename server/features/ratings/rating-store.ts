/** A user's ratings. Opened for a user; a vote and the beer's new rating are written in one transaction. */
import { and, eq } from 'drizzle-orm'
import { type BeerDetails, type InputOf, LISTED_MAX, type OwnRating, type rateBeer } from '#contracts'
import { isAfter, newestFirst } from '../../adapters/db/beers-by-time.ts'
import type { Conn, Db } from '../../adapters/db/database.ts'
import { lockUser } from '../../adapters/db/lock-user.ts'
import { beerRatings, beers } from '../../adapters/db/schema.ts'
import { beerStore, currentIdOf, visibleTo } from '../../core/beers/beer-store.ts'
import {
  hasClearedLatestEntry,
  rateAfterOwnVote,
  rateLatestEntry,
  setOwnRating,
} from '../../core/ratings/own-rating.ts'

const BY_TIME = { at: beerRatings.ratedAt, beerId: beerRatings.beerId }

type GivenRating = InputOf<typeof rateBeer>['body']

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
        return beer && { ...beer, canKeep: visible !== undefined || beer.listed }
      }

      /** Locks the beer's row, which serialises the votes on a beer. `vote` rates the beer, by its present id, anew. */
      async function change(
        id: number,
        vote: (tx: Conn, beerId: number) => Promise<unknown>,
      ): Promise<BeerDetails | undefined> {
        return await db.transaction(async (tx) => {
          await lockUser(tx, userId)
          const isVisible = and(eq(beers.id, currentIdOf(userId, id)), visibleTo(userId))
          const [locked] = await tx.select({ id: beers.id }).from(beers).where(isVisible).for('no key update')
          if (!locked) return undefined
          await vote(tx, locked.id)
          return await details(tx, locked.id)
        })
      }

      async function ratedAtOf(tx: Conn, beerId: number): Promise<Date | undefined> {
        const [row] = await tx.select({ ratedAt: beerRatings.ratedAt }).from(beerRatings).where(own(beerId))
        return row?.ratedAt
      }

      return {
        details: (beerId: number, token?: string) => details(db, beerId, token),

        /**
         * Replaces an earlier rating. With `ratedAt` it restores a removed one, which keeps its time. `ageMs`: as old is the change,
         * which leaves a newer rating as it is.
         */
        rate: (id: number, { rating, ratedAt, ageMs = 0 }: GivenRating) =>
          change(id, async (tx, beerId) => {
            const now = { userId, beerId, rating, ratedAt: new Date(Date.now() - ageMs) }
            const before = ageMs === 0 ? undefined : await ratedAtOf(tx, beerId)
            if (before && before >= now.ratedAt) return
            const vote = ratedAt === undefined ? now : { ...now, ratedAt: new Date(ratedAt) }
            if (vote === now || (await hasClearedLatestEntry(tx, vote))) await rateLatestEntry(tx, now)
            await setOwnRating(tx, vote)
          }),

        /** With the time of the rating, if one was removed. `ageMs`: as above. */
        async unrate(id: number, ageMs = 0): Promise<(BeerDetails & { ratedAt?: string }) | undefined> {
          const removed: { ratedAt?: string } = {}
          const beer = await change(id, async (tx, beerId) => {
            const now = new Date(Date.now() - ageMs)
            const before = ageMs === 0 ? undefined : await ratedAtOf(tx, beerId)
            if (before && before > now) return
            await rateLatestEntry(tx, { userId, beerId, rating: null, ratedAt: now })
            const [row] = await tx.delete(beerRatings).where(own(beerId)).returning({ ratedAt: beerRatings.ratedAt })
            if (row) removed.ratedAt = row.ratedAt.toISOString()
            await rateAfterOwnVote(tx, { userId, beerId })
          })
          return beer && { ...beer, ...removed }
        },

        /** Newest first, those after the cursor. */
        async list(before?: string): Promise<OwnRating[]> {
          const rows = await db
            .select()
            .from(beerRatings)
            .where(and(eq(beerRatings.userId, userId), isAfter(before, BY_TIME)))
            .orderBy(...newestFirst(BY_TIME))
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
