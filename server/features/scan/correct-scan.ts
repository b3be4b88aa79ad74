/**
 * Corrects one recognised beer, confirms it, or names an unread container. Position, price, count and text of the photo stay;
 * a wrong beer becomes an alternative, and the result is not reused for an identical photo. A beer that is not in the
 * catalogue becomes the user's unlisted beer; renaming one keeps its other facts. A group lists each beer once and adds up the packs. A line that appears on two
 * photos of a menu is corrected on both. A barcode on the photo of one beer names this beer from now on, and so does the label that
 * was read wrongly, for this user.
 */
import { and, eq, inArray, max, sql } from 'drizzle-orm'
import type { OwnBeer, ParsedOf, correctScan as route } from '#contracts'
import type { Db, Tx } from '../../adapters/db/database.ts'
import { lockUser } from '../../adapters/db/lock-user.ts'
import { scanItems, scans } from '../../adapters/db/schema.ts'
import { ProductError } from '../../adapters/http/errors.ts'
import { userBarcodes } from '../../core/beers/barcode-store.ts'
import { tooManyOwnBeers } from '../../core/beers/beer-errors.ts'
import { beerStore } from '../../core/beers/beer-store.ts'
import { unlistedBeers } from '../../core/beers/unlisted-store.ts'
import { moveScannedPicture } from '../../core/pictures/picture-store.ts'
import type { MenuLine } from './join-pages.ts'
import { furtherPagesOf, linesOf } from './menu-pages.ts'
import { namedLabels } from './named-labels.ts'
import { scanNotFound } from './scan-not-found.ts'
import type { ItemRow, ScanRow } from './to-scan.ts'

const NO_FACTS = { style: null, abv: null, ibu: null }

type Correction = ParsedOf<typeof route>['body']

/** @throws ProductError invalid, not_found, conflict, unlisted_full */
export async function correctScan(userId: number, scanId: string, correction: Correction, db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const [scan] = await tx
      .select()
      .from(scans)
      .where(and(eq(scans.id, scanId), eq(scans.userId, userId)))
      .for('update')
    if (!scan) throw scanNotFound()
    const pages = [scan, ...(await furtherPagesOf(tx, scanId))]
    const lines = await linesOf(tx, scanId)
    const items = lines.map(({ item }) => item)
    const unread = 'spot' in correction ? scan.spots[correction.spot] : undefined
    const item = 'item' in correction ? items[correction.item] : undefined
    const corrected = pages.find(({ id }) => id === (item?.scanId ?? scanId))
    if (corrected?.status !== 'completed') {
      throw new ProductError('conflict', 'This scan has no result to correct.')
    }
    const isBarcodeAlone = scan.barcode !== null && items.length === 0 && 'item' in correction && correction.item === 0
    if (!item && !unread && !isBarcodeAlone)
      throw new ProductError('not_found', "We couldn't find that beer on this scan.")
    if (!isAsShown(correction, item, unread)) {
      throw new ProductError('conflict', 'This list has changed in the meantime. Please try again.')
    }
    const renamed =
      item && 'unlisted' in correction ? await unlistedBeers(tx).of(userId).printedOf(item.beerId) : undefined
    const beerId = await correctBeerId(tx, userId, correction, renamed)
    const listed = scan.scanType === 'multiple_beers' ? items.find(({ beerId: id }) => id === beerId) : undefined
    if (item) {
      await namedLabels(tx).of(userId).remember(item, beerId)
      if (listed && item.beerId !== beerId) await mergeInto(tx, item, listed)
      else for (const row of rowsOfLine(lines, item)) await replaceBeer(tx, row, beerId, renamed !== undefined)
    }
    if (item && item.beerId !== beerId) {
      await moveScannedPicture(tx, { userId, scanId: item.scanId, from: item.beerId, to: beerId })
      await moveWishes(tx, scanId, item.beerId, beerId)
    }
    if (isBarcodeAlone) await tx.insert(scanItems).values({ scanId, userId, position: 0, beerId })
    if (scan.barcode !== null) await userBarcodes(tx).of(userId).confirm(scan.barcode, beerId)
    const hashes = pages.flatMap(({ photoHash }) => photoHash ?? [])
    if (unread) await nameUnreadContainer(tx, scan, unread, beerId, listed)
    if (hashes.length > 0) await preventReuse(tx, userId, hashes)
    // Undoing the import that brought the scan leaves what the user corrected.
    await tx.update(scans).set({ importId: null }).where(eq(scans.id, scanId))
  })
}

/** False if the scan has changed since the client read it, for one by a correction whose answer was lost. */
function isAsShown(correction: Correction, item: ItemRow | undefined, unread: ScanRow['spots'][number] | undefined) {
  if ('item' in correction) return item === undefined || (correction.shownBeerId ?? item.beerId) === item.beerId
  const { shownAt = unread } = correction
  return shownAt?.x === unread?.x && shownAt?.y === unread?.y
}

/** Returns the line's rows of all photos that show it: rows with different beers would no longer be one line. */
function rowsOfLine(lines: readonly MenuLine[], item: ItemRow): ItemRow[] {
  return [item, ...(lines.find((line) => line.item === item)?.duplicates ?? [])]
}

async function correctBeerId(
  tx: Tx,
  userId: number,
  correction: Correction,
  { style, abv, ibu }: Pick<OwnBeer, 'style' | 'abv' | 'ibu'> = NO_FACTS,
): Promise<number> {
  if (!('unlisted' in correction)) {
    const beerId = await beerStore(tx).visibleTo(userId).currentId(correction.beerId)
    if (beerId !== undefined) return beerId
    throw new ProductError('invalid', "We couldn't find that beer.")
  }
  const unlistedId = await unlistedBeers(tx)
    .of(userId)
    .findOrCreateNamed({ ...correction.unlisted, style, abv, ibu })
  if (unlistedId === undefined) throw tooManyOwnBeers()
  return unlistedId
}

/** The misread name of a renamed beer is no alternative. */
async function replaceBeer(tx: Tx, item: ItemRow, beerId: number, isRenamed: boolean): Promise<void> {
  const others = item.alternatives.filter((other) => other.beerId !== beerId)
  const wrong =
    isRenamed || item.confidence === null || item.beerId === beerId
      ? []
      : [{ beerId: item.beerId, confidence: item.confidence }]
  await tx
    .update(scanItems)
    .set({
      beerId,
      confidence: null,
      fieldConfidence: null,
      byBarcode: false,
      byCorrection: false,
      alternatives: [...wrong, ...others],
    })
    .where(isRow(item))
}

/** What guests at the table have marked stays marked, unless the menu still lists that beer, too. */
async function moveWishes(tx: Tx, scanId: string, from: number, to: number): Promise<void> {
  if ((await linesOf(tx, scanId)).some(({ item }) => item.beerId === from)) return
  await tx.execute(sql`
    with moved as (delete from round_wishes where scan_id = ${scanId} and beer_id = ${from} returning user_id)
    insert into round_wishes (scan_id, user_id, beer_id) select ${scanId}::uuid, user_id, ${to}::int from moved
    on conflict do nothing`)
}

/** Counts the item as further packs of a beer that the group already lists. */
async function mergeInto(tx: Tx, item: ItemRow, listed: ItemRow): Promise<void> {
  await tx.delete(scanItems).where(isRow(item))
  await addPacks(tx, listed, item.count)
}

async function addPacks(tx: Tx, item: ItemRow, count: number): Promise<void> {
  await tx
    .update(scanItems)
    .set({ count: sql`${scanItems.count} + ${count}` })
    .where(isRow(item))
}

async function nameUnreadContainer(
  tx: Tx,
  scan: ScanRow,
  position: ScanRow['spots'][number],
  beerId: number,
  listed?: ItemRow,
) {
  await tx
    .update(scans)
    .set({ spots: scan.spots.filter((other) => other !== position) })
    .where(eq(scans.id, scan.id))
  if (listed) return await addPacks(tx, listed, 1)
  const [{ last } = { last: null }] = await tx
    .select({ last: max(scanItems.position) })
    .from(scanItems)
    .where(eq(scanItems.scanId, scan.id))
  await tx
    .insert(scanItems)
    .values({ scanId: scan.id, userId: scan.userId, position: (last ?? -1) + 1, beerId, ...position })
}

const isRow = ({ scanId, position }: ItemRow) => and(eq(scanItems.scanId, scanId), eq(scanItems.position, position))

/** Identical photos got the same result; none of them may be reused. */
async function preventReuse(tx: Tx, userId: number, photoHashes: string[]): Promise<void> {
  await tx
    .update(scans)
    .set({ photoHash: null })
    .where(and(eq(scans.userId, userId), inArray(scans.photoHash, photoHashes)))
}
