/**
 * Auto-scan frames of beers scanned a moment ago. Such a frame leaves no scan; this records which earlier scan has its result, so
 * that the request that waits for the frame, maybe on another node, responds with that one.
 */
import { inArray, lt } from 'drizzle-orm'
import type { Clock } from '../../adapters/clock.ts'
import type { Conn } from '../../adapters/db/database.ts'
import { repeatedFrames } from '../../adapters/db/schema.ts'

/** No request waits this long. */
const KEPT_MS = 10 * 60_000

export interface RepeatedFrame {
  /** The id that the scan of the frame had. */
  id: string
  userId: number
  /** The earlier scan. */
  sameAs: string
}

export function repeatedFrameStore(conn: Conn, clock: Pick<Clock, 'now'>) {
  return {
    async add({ id, ...result }: RepeatedFrame): Promise<void> {
      const values = { ...result, at: new Date(clock.now()) }
      // A client may send a frame again.
      await conn
        .insert(repeatedFrames)
        .values({ id, ...values })
        .onConflictDoUpdate({ target: repeatedFrames.id, set: values })
    },

    /** Returns the earlier scans of those frames that are repeated ones, by the ids of the frames. */
    async earlierScans(ids: readonly string[]): Promise<Map<string, string>> {
      if (ids.length === 0) return new Map()
      const { id, sameAs } = repeatedFrames
      const rows = await conn
        .select({ id, sameAs })
        .from(repeatedFrames)
        .where(inArray(id, [...ids]))
      return new Map(rows.map((row) => [row.id, row.sameAs]))
    },

    async removeOld(): Promise<void> {
      await conn.delete(repeatedFrames).where(lt(repeatedFrames.at, new Date(clock.now() - KEPT_MS)))
    },
  }
}
