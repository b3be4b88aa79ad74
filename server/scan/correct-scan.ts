/**
 * A user says which beer it really was; when it is the one that was read, then it is sure. The scan keeps what only its
 * photo knows (place, price, count, text); the beer that was recognised wrongly stays among the alternatives, and no later
 * photo is answered from the error. A spot that could not be read joins the list as the beer it is told to be. One that the
 * catalogue lacks becomes the user's unlisted beer. In a group each beer stands once: packs are added up. A line that two
 * photos of a menu show is corrected on both.
 */
import { and, eq, inArray, max, sql } from 'drizzle-orm'
import type { ParsedOf, correctScan as route } from '#contracts'
import { beerStore } from '../beers/beer-store.ts'
import { unlistedBeers } from '../beers/unlisted-store.ts'
import type { Db, Tx } from '../db/database.ts'
import { scanItems, scans } from '../db/schema.ts'
import { ProductError } from '../http/errors.ts'
import type { MenuLine } from './join-pages.ts'
import { furtherPagesOf, linesOf } from './menu-pages.ts'
import type { ItemRow, ScanRow } from './to-scan.ts'

type Correction = ParsedOf<typeof route>['body']

/** @throws ProductError invalid, not_found, conflict */
export async function correctScan(userId: number, scanId: string, correction: Correction, db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const [scan] = await tx
      .select()
      .from(scans)
      .where(and(eq(scans.id, scanId), eq(scans.userId, userId)))
      .for('update')
    if (!scan) throw new ProductError('not_found', 'There is no such scan.')
    const pages = [scan, ...(await furtherPagesOf(tx, scanId))]
    const lines = await linesOf(tx, scanId)
    const items = lines.map(({ item }) => item)
    const spot = 'spot' in correction ? scan.spots[correction.spot] : undefined
    const item = 'item' in correction ? items[correction.item] : undefined
    const corrected = pages.find(({ id }) => id === (item?.scanId ?? scanId))
    if (corrected?.status !== 'completed') {
      throw new ProductError('conflict', 'This scan has no result to correct.')
    }
    if (!item && !spot) throw new ProductError('not_found', 'There is no such beer on this scan.')
    const beerId = await rightBeer(tx, userId, correction)
    const twin = scan.scanType === 'multiple_beers' ? items.find((one) => one.beerId === beerId) : undefined
    if (item) {
      if (twin && item.beerId !== beerId) await merge(tx, item, twin)
      else for (const row of sameLine(lines, item)) await replace(tx, row, beerId)
    }
    const hashes = pages.flatMap(({ photoHash }) => photoHash ?? [])
    if (spot) await nameSpot(tx, scan, spot, beerId, twin)
    if (hashes.length > 0) await voidAnswers(tx, userId, hashes)
  })
}

/** The rows of a line on each photo that shows it: one that keeps the wrong beer would stand there as another line. */
function sameLine(lines: readonly MenuLine[], item: ItemRow): ItemRow[] {
  return [item, ...(lines.find((line) => line.item === item)?.again ?? [])]
}

async function rightBeer(tx: Tx, userId: number, correction: Correction): Promise<number> {
  if (!('unlisted' in correction)) {
    if (await beerStore(tx).visibleTo(userId).byId(correction.beerId)) return correction.beerId
    throw new ProductError('invalid', 'There is no such beer.')
  }
  const kept = await unlistedBeers(tx)
    .of(userId)
    .keep({ ...correction.unlisted, style: null, abv: null, ibu: null })
  if (kept === undefined) throw new ProductError('conflict', 'You have as many beers of your own as one can have.')
  return kept
}

async function replace(tx: Tx, item: ItemRow, beerId: number): Promise<void> {
  const others = item.alternatives.filter((other) => other.beerId !== beerId)
  const wrong =
    item.confidence === null || item.beerId === beerId ? [] : [{ beerId: item.beerId, confidence: item.confidence }]
  await tx
    .update(scanItems)
    .set({ beerId, confidence: null, fieldConfidence: null, alternatives: [...wrong, ...others] })
    .where(at(item))
}

/** The beer stands in the group already: this one is another pack of it. */
async function merge(tx: Tx, item: ItemRow, twin: ItemRow): Promise<void> {
  await tx.delete(scanItems).where(at(item))
  await addPacks(tx, twin, item.count)
}

async function addPacks(tx: Tx, item: ItemRow, count: number): Promise<void> {
  await tx
    .update(scanItems)
    .set({ count: sql`${scanItems.count} + ${count}` })
    .where(at(item))
}

async function nameSpot(tx: Tx, scan: ScanRow, spot: ScanRow['spots'][number], beerId: number, twin?: ItemRow) {
  await tx
    .update(scans)
    .set({ spots: scan.spots.filter((other) => other !== spot) })
    .where(eq(scans.id, scan.id))
  if (twin) return await addPacks(tx, twin, 1)
  const [{ last } = { last: null }] = await tx
    .select({ last: max(scanItems.position) })
    .from(scanItems)
    .where(eq(scanItems.scanId, scan.id))
  await tx.insert(scanItems).values({ scanId: scan.id, position: (last ?? -1) + 1, beerId, ...spot })
}

const at = ({ scanId, position }: ItemRow) => and(eq(scanItems.scanId, scanId), eq(scanItems.position, position))

/** Equal photos were answered alike: none of their answers may answer another one. */
async function voidAnswers(tx: Tx, userId: number, photoHashes: string[]): Promise<void> {
  await tx
    .update(scans)
    .set({ photoHash: null })
    .where(and(eq(scans.userId, userId), inArray(scans.photoHash, photoHashes)))
}
