/** A scan and its link for others: the id says which scan, the token that its owner shares it. */
import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { scans } from '../db/schema.ts'
import { ProductError } from '../http/errors.ts'

const TOKEN_BYTES = 16

export function sharing(db: Db) {
  return {
    of: (userId: number) => ({
      /** The token of the link; the same one while it is shared. @throws ProductError not_found, conflict */
      async share(scanId: string): Promise<string> {
        return await db.transaction(async (tx) => {
          const [scan] = await tx.select().from(scans).where(own(scanId, userId)).for('update')
          if (!scan) throw noSuchScan()
          if (scan.shareToken !== null) return scan.shareToken
          if (scan.status !== 'completed' || scan.scanType === 'single') {
            throw new ProductError('conflict', 'Only a menu, fridge or group that was read can be shared.')
          }
          const shareToken = randomBytes(TOKEN_BYTES).toString('base64url')
          await tx.update(scans).set({ shareToken }).where(own(scanId, userId))
          return shareToken
        })
      },

      /** @throws ProductError not_found */
      async unshare(scanId: string): Promise<void> {
        const changed = await db
          .update(scans)
          .set({ shareToken: null })
          .where(own(scanId, userId))
          .returning({ id: scans.id })
        if (changed.length === 0) throw noSuchScan()
      },
    }),
  }

  function own(scanId: string, userId: number) {
    return and(eq(scans.id, scanId), eq(scans.userId, userId))
  }
}

const noSuchScan = () => new ProductError('not_found', 'There is no such scan.')
