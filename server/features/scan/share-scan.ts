/** Links to shared scans. The id identifies the scan; the token proves that its owner shares it. */
import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Db } from '../../adapters/db/database.ts'
import { scans } from '../../adapters/db/schema.ts'
import { ProductError } from '../../adapters/http/errors.ts'
import { isFinishedList, stateOf } from '../../core/scans/scan-state.ts'
import { scanNotFound } from './scan-not-found.ts'

const TOKEN_BYTES = 16

export function sharing(db: Db) {
  return {
    of: (userId: number) => ({
      /** Returns the token of the link, the same one until `unshare`. @throws ProductError not_found, conflict */
      async share(scanId: string): Promise<string> {
        return await db.transaction(async (tx) => {
          const [scan] = await tx.select().from(scans).where(isOwn(scanId, userId)).for('update')
          if (!scan) throw scanNotFound()
          if (scan.shareToken !== null) return scan.shareToken
          if (!isFinishedList(await stateOf(tx, scan))) {
            throw new ProductError(
              'conflict',
              'Only a finished scan of a menu, a fridge or several beers can be shared.',
            )
          }
          const shareToken = randomBytes(TOKEN_BYTES).toString('base64url')
          await tx.update(scans).set({ shareToken }).where(isOwn(scanId, userId))
          return shareToken
        })
      },

      /** @throws ProductError not_found */
      async unshare(scanId: string): Promise<void> {
        const changed = await db
          .update(scans)
          .set({ shareToken: null })
          .where(isOwn(scanId, userId))
          .returning({ id: scans.id })
        if (changed.length === 0) throw scanNotFound()
      },
    }),
  }

  function isOwn(scanId: string, userId: number) {
    return and(eq(scans.id, scanId), eq(scans.userId, userId))
  }
}
