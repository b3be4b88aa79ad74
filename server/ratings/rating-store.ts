/** What a user thinks of beers. Opened for a user; a vote and the rating it changes are one transaction. */
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { BeerDetails, OwnRating, RatingEvidence } from '#contracts'
import { beerStore, visibleTo } from '../beers/beer-store.ts'
import type { Conn, Db } from '../db/database.ts'
import { beerRatings, beers, importedRatings } from '../db/schema.ts'
import { ESTIMATE_SOURCE, rateBeers } from './rate-beers.ts'

export function ratingStore(db: Db) {
  return {
    of: (userId: number) => {
      const own = (beerId: number) => and(eq(beerRatings.userId, userId), eq(beerRatings.beerId, beerId))

      /**
       * Undefined when the user sees no such beer, not even on the scan that is shared by the token. An unlisted beer of
       * the user that the catalogue gained is told as the listed one.
       */
      async function details(conn: Conn, beerId: number, token?: string): Promise<BeerDetails | undefined> {
        const seen = beerStore(conn).visibleTo(userId)
        const visible = (await seen.byId(beerId)) ?? (await seen.byFormerId(beerId))
        const beer = visible ?? (token === undefined ? undefined : await beerStore(conn).onShared(beerId, token))
        if (!beer) return undefined
        const [vote] = await conn.select({ rating: beerRatings.rating }).from(beerRatings).where(own(beer.id))
        const ownRating = vote ? oneDecimal(vote.rating) : null
        return { ...beer, ownRating, evidence: await evidenceFor(conn, beer.id), canKeep: visible !== undefined }
      }

      /** The beer's row is held first, so that votes on one beer come one after the other. */
      async function change(beerId: number, vote: (tx: Conn) => Promise<unknown>): Promise<BeerDetails | undefined> {
        return await db.transaction(async (tx) => {
          const seen = and(eq(beers.id, beerId), visibleTo(userId))
          const [held] = await tx.select({ id: beers.id }).from(beers).where(seen).for('update')
          if (!held) return undefined
          await vote(tx)
          await rateBeers(tx, sql`id = ${beerId}`)
          return await details(tx, beerId)
        })
      }

      return {
        details: (beerId: number, token?: string) => details(db, beerId, token),

        /** Giving it again changes it. */
        rate: (beerId: number, rating: number) =>
          change(beerId, async (tx) => {
            const given = { rating: oneDecimal(rating), ratedAt: new Date(), importId: null }
            await tx
              .insert(beerRatings)
              .values({ userId, beerId, ...given })
              .onConflictDoUpdate({ target: [beerRatings.userId, beerRatings.beerId], set: given })
          }),

        unrate: (beerId: number) => change(beerId, (tx) => tx.delete(beerRatings).where(own(beerId))),

        /** Newest first. */
        async list(): Promise<OwnRating[]> {
          const rows = await db
            .select()
            .from(beerRatings)
            .where(eq(beerRatings.userId, userId))
            .orderBy(desc(beerRatings.ratedAt), beerRatings.beerId)
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

async function evidenceFor(conn: Conn, beerId: number): Promise<RatingEvidence> {
  const votes = await conn.$count(beerRatings, eq(beerRatings.beerId, beerId))
  const imported = await conn
    .select({ source: importedRatings.source, count: sql<number | null>`nullif(${importedRatings.count}, 0)` })
    .from(importedRatings)
    .where(
      and(
        eq(importedRatings.beerId, beerId),
        ne(importedRatings.source, ESTIMATE_SOURCE),
        sql`${importedRatings.mean} > 0`,
      ),
    )
    .orderBy(sql`${importedRatings.count} desc nulls last`, importedRatings.source)
  return { votes, imported }
}

const oneDecimal = (rating: number) => Number(rating.toFixed(1))
