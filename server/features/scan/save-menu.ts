/**
 * Saves a menu in the history. Only ids, order, prices and sections of the request are stored; names, ratings and everything
 * else come from the database when the scan is read. A line that was corrected in the meantime stays corrected: the app sends
 * each menu once as it was recognised.
 */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, gte, inArray, isNull, notInArray } from 'drizzle-orm'
import { type ParsedOf, SAVE_MENU_WINDOW_MS, type Scan, type saveMenu } from '#contracts'
import type { Clock } from '../../adapters/clock.ts'
import type { Db, Tx } from '../../adapters/db/database.ts'
import { isAnyOf } from '../../adapters/db/ids-in.ts'
import { lockUser } from '../../adapters/db/lock-user.ts'
import { beerRedirects, beers, roundWishes, scanItems, scans } from '../../adapters/db/schema.ts'
import { ProductError } from '../../adapters/http/errors.ts'
import { visibleTo } from '../../core/beers/beer-store.ts'
import { isFinishedList, stateOf } from '../../core/scans/scan-state.ts'
import { insertItems, itemsOf } from './item-rows.ts'
import { linesOf } from './menu-pages.ts'
import { scanHistory } from './scan-history.ts'
import { scanNotFound } from './scan-not-found.ts'
import { type ItemRow, onFirstPhoto, type ScanRow } from './to-scan.ts'

type Menu = ParsedOf<typeof saveMenu>['body']

/** @throws ProductError invalid, not_found */
export async function saveMenuFor(
  userId: number,
  { beerId, menuData: sent, scanId }: Menu,
  { db, clock }: { db: Db; clock: Pick<Clock, 'now'> },
): Promise<{ scan: Scan; created: boolean }> {
  if (beerId !== sent[0]?.id) throw new ProductError('invalid', 'beerId must be the first beer of the menu.')
  const saved = await db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const menuData = await withCurrentIds(tx, userId, sent)
    await assertVisible(tx, userId, menuData)
    const id = scanId ? await ownMenu(tx, userId, scanId) : await recentMenuOfSameBeers(tx, userId, menuData, clock)
    return id ? await update(tx, { id, userId }, menuData) : await insert(tx, userId, menuData, new Date(clock.now()))
  })
  const scan = await scanHistory(db).of(userId).byId(saved.id)
  if (!scan) throw scanNotFound()
  return { scan, created: saved.created }
}

/** A menu may have been on the screen while unlisted beers joined the catalogue. */
async function withCurrentIds(tx: Tx, userId: number, menuData: Menu['menuData']): Promise<Menu['menuData']> {
  const { id, beerId } = beerRedirects
  const isNamed = isAnyOf(id, [...new Set(menuData.map((beer) => beer.id))])
  const moved = await tx
    .select({ id, beerId })
    .from(beerRedirects)
    .where(and(eq(beerRedirects.userId, userId), isNamed))
  const current = new Map(moved.map((redirect) => [redirect.id, redirect.beerId]))
  return menuData.map((beer) => ({ ...beer, id: current.get(beer.id) ?? beer.id }))
}

async function assertVisible(tx: Tx, userId: number, menuData: Menu['menuData']) {
  const ids = [...new Set(menuData.map(({ id }) => id))]
  const known = await tx
    .select({ id: beers.id })
    .from(beers)
    .where(and(inArray(beers.id, ids), visibleTo(userId)))
  if (known.length < ids.length) throw new ProductError('invalid', "We couldn't find one of the beers on this menu.")
}

async function ownMenu(tx: Tx, userId: number, scanId: string): Promise<string> {
  const [scan] = await tx
    .select()
    .from(scans)
    .where(and(eq(scans.id, scanId), eq(scans.userId, userId)))
    .for('update')
  if (!scan) throw scanNotFound()
  // A page that is being read would replace what is saved.
  if (!isFinishedList(await stateOf(tx, scan)) || scan.status === 'processing')
    throw new ProductError('invalid', 'Only a finished scan of several beers can be saved.')
  return scanId
}

/** Returns the user's newest menu if it is a few minutes old at most and has the same beers in the same order. */
async function recentMenuOfSameBeers(tx: Tx, userId: number, menuData: Menu['menuData'], clock: Pick<Clock, 'now'>) {
  const [newest] = await tx
    .select({ id: scans.id })
    .from(scans)
    .where(
      and(
        eq(scans.userId, userId),
        eq(scans.scanType, 'menu'),
        isNull(scans.pageOf),
        eq(scans.status, 'completed'),
        gte(scans.scannedAt, new Date(clock.now() - SAVE_MENU_WINDOW_MS)),
      ),
    )
    .orderBy(desc(scans.scannedAt), desc(scans.id))
    .limit(1)
    .for('update')
  if (!newest) return undefined
  const items = await itemsOf(tx, [newest.id])
  const isSame = items.length === menuData.length && items.every((item, index) => item.beerId === menuData[index]?.id)
  return isSame ? newest.id : undefined
}

async function update(tx: Tx, { id, userId }: Pick<ScanRow, 'id' | 'userId'>, menuData: Menu['menuData']) {
  const lines = (await linesOf(tx, id)).map(({ item }) => ({ page: item.scanId, row: onFirstPhoto(item, id) }))
  const saved = await rowsOfLines(
    tx,
    userId,
    lines.map(({ row }) => row),
    menuData,
  )
  // The saved list replaces the pages that it was read from. One that it has no line of was read after the app had sent it.
  const replaced = new Set(lines.filter(({ row }) => saved.includes(row)).map(({ page }) => page)).add(id)
  const kept = lines.filter(({ page }) => !replaced.has(page))
  const known = lines.filter(({ page }) => replaced.has(page)).map(({ row }) => row)
  const further = await tx
    .delete(scans)
    .where(
      and(
        eq(scans.pageOf, id),
        eq(scans.status, 'completed'),
        notInArray(scans.id, [...new Set(kept.map(({ page }) => page))]),
      ),
    )
    .returning({ id: scans.id })
  const rows = menuData.map(({ id: beerId, price, section }, index) => {
    const row = saved[index]
    return {
      ...row,
      beerId: row?.beerId ?? beerId,
      price: price === undefined ? (row?.price ?? null) : price,
      section: section === undefined ? (row?.section ?? null) : section,
    }
  })
  if (further.length === 0 && isDeepStrictEqual(rows, known)) return { id, created: false }
  // The saved list must not be reused for an identical photo, and undoing the import that brought the scan leaves it.
  const read = { status: 'completed', failure: null, failureCode: null, photoHash: null, importId: null } as const
  await tx.update(scans).set(read).where(eq(scans.id, id))
  await tx.delete(scanItems).where(eq(scanItems.scanId, id))
  await insertItems(tx, { id, userId }, rows)
  const listed = [...new Set([...rows, ...kept.map(({ row }) => row)].map(({ beerId }) => beerId))]
  await tx.delete(roundWishes).where(and(eq(roundWishes.scanId, id), notInArray(roundWishes.beerId, listed)))
  return { id, created: false }
}

async function insert(tx: Tx, userId: number, menuData: Menu['menuData'], at: Date) {
  const id = randomUUID()
  const scan = { id, userId, status: 'completed', scanType: 'menu', call: 'menu', context: 'menu' } as const
  await tx.insert(scans).values({ ...scan, scannedAt: at, endedAt: at })
  await insertItems(
    tx,
    { id, userId },
    menuData.map(({ id: beerId, price, section }) => ({ beerId, price, section })),
  )
  return { id, created: true }
}

/**
 * Returns the stored row of each line, undefined for a beer that the scan does not list. Each row is used once, as a menu may list a beer
 * twice. A line with the beer that a correction replaced means the corrected row.
 */
async function rowsOfLines(
  tx: Tx,
  userId: number,
  known: readonly ItemRow[],
  lines: Menu['menuData'],
): Promise<(ItemRow | undefined)[]> {
  const own = await ownAmong(tx, userId, [...known.map((row) => row.beerId), ...lines.map(({ id }) => id)])
  const rules: ((row: ItemRow, beerId: number, isSameLine: boolean) => boolean)[] = [
    (row, beerId, isSameLine) => isSameLine && row.beerId === beerId,
    (row, beerId) => row.beerId === beerId,
    (row, beerId) => wasCorrected(row) && row.alternatives[0]?.beerId === beerId,
    // The misread name of a renamed beer is no alternative.
    (row, beerId, isSameLine) => isSameLine && wasCorrected(row) && own.has(row.beerId) && own.has(beerId),
  ]
  const free = new Set(known)
  const found: (ItemRow | undefined)[] = lines.map(() => undefined)
  for (const isRowOf of rules) {
    for (const [index, { id }] of lines.entries()) {
      if (found[index]) continue
      const row = known.find((each) => isRowOf(each, id, each === known[index]) && free.has(each))
      if (!row) continue
      found[index] = row
      free.delete(row)
    }
  }
  return found
}

/** Recognised, and then named by the user. */
const wasCorrected = ({ confidence, readText }: ItemRow) => confidence === null && readText.length > 0

async function ownAmong(tx: Tx, userId: number, beerIds: number[]): Promise<Set<number>> {
  const isOwn = and(eq(beers.ownerId, userId), isAnyOf(beers.id, [...new Set(beerIds)]))
  return new Set((await tx.select({ id: beers.id }).from(beers).where(isOwn)).map(({ id }) => id))
}
