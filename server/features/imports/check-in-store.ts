/** A user's imported check-ins. */
import { desc, eq } from 'drizzle-orm'
import type { StoredCheckIn } from '#contracts'
import type { Conn } from '../../adapters/db/database.ts'
import { checkIns } from '../../adapters/db/schema.ts'
import { beerStore } from '../../core/beers/beer-store.ts'

export function checkInStore(conn: Conn) {
  return {
    of: (userId: number) => ({
      /** Newest first. */
      async list(): Promise<StoredCheckIn[]> {
        const rows = await conn
          .select()
          .from(checkIns)
          .where(eq(checkIns.userId, userId))
          .orderBy(desc(checkIns.hadAt), checkIns.source, checkIns.sourceId)
        const beersById = await beerStore(conn).byIds(rows.map(({ beerId }) => beerId))
        return rows.flatMap(({ beerId, hadAt, source, sourceId }) => {
          const beer = beersById.get(beerId)
          return beer ? [{ beerId, beer, hadAt: hadAt.toISOString(), source, sourceId }] : []
        })
      },
    }),
  }
}
