/** The beers a user wants to try. Opened for a user, so that no method can read or change another user's. */
import { and, eq, not, sql } from 'drizzle-orm'
import { LISTED_MAX, type WantedBeer } from '#contracts'
import type { Clock } from '../../adapters/clock.ts'
import { isAfter, newestFirst } from '../../adapters/db/beers-by-time.ts'
import type { Conn, Db } from '../../adapters/db/database.ts'
import { lockUser } from '../../adapters/db/lock-user.ts'
import { triedEntries, wants } from '../../adapters/db/schema.ts'
import { beerStore, currentIdOf } from '../../core/beers/beer-store.ts'
import { isOpen } from '../../core/journal/open-wants.ts'

const BY_TIME = { at: wants.wantedAt, beerId: wants.beerId }

export function wantStore(db: Db, clock: Pick<Clock, 'now'>) {
  return {
    of: (userId: number) => ({
      /** Newest first, those after the cursor. */
      async list(before?: string): Promise<WantedBeer[]> {
        const rows = await db
          .select()
          .from(wants)
          .where(and(eq(wants.userId, userId), isOpen, isAfter(before, BY_TIME)))
          .orderBy(...newestFirst(BY_TIME))
          .limit(LISTED_MAX)
        return toWants(db, rows)
      },

      /** Idempotent. `at`: now, if not given or in the future. Returns undefined if the beer is not visible to the user. */
      async add(givenId: number, at?: string): Promise<WantedBeer | undefined> {
        return await db.transaction(async (tx) => {
          await lockUser(tx, userId)
          const beerId = await beerStore(tx).visibleTo(userId).currentId(givenId)
          if (beerId === undefined) return undefined
          const own = and(eq(wants.userId, userId), eq(wants.beerId, beerId))
          const latest = sql`(
            select max(${triedEntries.triedAt}) from ${triedEntries}
            where ${triedEntries.userId} = ${userId} and ${triedEntries.beerId} = ${beerId})`
          // After the latest entry, whatever the clock of the phone that dated it.
          const now = new Date(clock.now())
          const given = at === undefined ? now : sql`least(${at}::timestamptz, ${now}::timestamptz)`
          const wantedAt = sql`greatest(${given}::timestamptz, ${latest} + interval '1 millisecond')`
          await tx
            .insert(wants)
            .values({ userId, beerId, wantedAt })
            .onConflictDoUpdate({
              target: [wants.userId, wants.beerId],
              set: { wantedAt, importId: null },
              setWhere: not(isOpen),
            })
          return (await toWants(tx, await tx.select().from(wants).where(own)))[0]
        })
      },

      async remove(beerId: number): Promise<void> {
        await db.delete(wants).where(and(eq(wants.userId, userId), eq(wants.beerId, currentIdOf(userId, beerId))))
      },
    }),
  }
}

async function toWants(conn: Conn, rows: (typeof wants.$inferSelect)[]): Promise<WantedBeer[]> {
  const joined = await beerStore(conn).joinedTo(rows)
  return joined.map(({ beerId, beer, wantedAt }) => ({ beerId, beer, wantedAt: wantedAt.toISOString() }))
}
