/**
 * A user says which beer it really was. The scan keeps what only its photo knows (place, price, count, text); the beer that
 * was recognised wrongly stays among the alternatives, and no later photo is answered from the error.
 */
import { and, asc, eq } from 'drizzle-orm'
import type { ParsedOf, correctScan as route } from '#contracts'
import { beerStore } from '../beers/beer-store.ts'
import type { Db, Tx } from '../db/database.ts'
import { scanItems, scans } from '../db/schema.ts'
import { ProductError } from '../http/errors.ts'
import type { ItemRow } from './to-scan.ts'

type Correction = ParsedOf<typeof route>['body']

/** @throws ProductError invalid, not_found, conflict */
export async function correctScan(userId: number, scanId: string, correction: Correction, db: Db): Promise<void> {
  const { item: index, beerId } = correction
  await db.transaction(async (tx) => {
    const [scan] = await tx
      .select()
      .from(scans)
      .where(and(eq(scans.id, scanId), eq(scans.userId, userId)))
      .for('update')
    if (!scan) throw new ProductError('not_found', 'There is no such scan.')
    if (scan.status !== 'completed') throw new ProductError('conflict', 'This scan has no result to correct.')
    const items = await tx.select().from(scanItems).where(eq(scanItems.scanId, scanId)).orderBy(asc(scanItems.position))
    const item = items[index]
    if (!item) throw new ProductError('not_found', 'There is no such beer on this scan.')
    if (!(await beerStore(tx).visibleTo(userId).byId(beerId))) {
      throw new ProductError('invalid', 'There is no such beer.')
    }
    if (item.beerId !== beerId) await replace(tx, item, beerId)
    if (scan.photoHash !== null) await voidAnswers(tx, userId, scan.photoHash)
  })
}

async function replace(tx: Tx, item: ItemRow, beerId: number): Promise<void> {
  const others = item.alternatives.filter((other) => other.beerId !== beerId)
  const wrong = item.confidence === null ? [] : [{ beerId: item.beerId, confidence: item.confidence }]
  await tx
    .update(scanItems)
    .set({ beerId, confidence: null, fieldConfidence: null, alternatives: [...wrong, ...others] })
    .where(and(eq(scanItems.scanId, item.scanId), eq(scanItems.position, item.position)))
}

/** Equal photos were answered alike: none of their answers may answer another one. */
async function voidAnswers(tx: Tx, userId: number, photoHash: string): Promise<void> {
  await tx
    .update(scans)
    .set({ photoHash: null })
    .where(and(eq(scans.userId, userId), eq(scans.photoHash, photoHash)))
}
