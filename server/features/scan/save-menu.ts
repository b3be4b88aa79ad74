/**
 * Saves a menu in the history. Only ids, order, prices and sections of the request are stored; names, ratings and everything
 * else come from the database when the scan is read.
 */
import { randomUUID } from 'node:crypto'
import { and, desc, eq, gte, inArray, isNull } from 'drizzle-orm'
import { type ParsedOf, SAVE_MENU_WINDOW_MS, type Scan, type saveMenu } from '#contracts'
import type { Clock } from '../../adapters/clock.ts'
import type { Db, Tx } from '../../adapters/db/database.ts'
import { isAnyOf } from '../../adapters/db/ids-in.ts'
import { lockUser } from '../../adapters/db/lock-user.ts'
import { beerRedirects, beers, scanItems, scans } from '../../adapters/db/schema.ts'
import { ProductError } from '../../adapters/http/errors.ts'
import { visibleTo } from '../../core/beers/beer-store.ts'
import { stateOf } from '../../core/scans/scan-state.ts'
import { insertItems } from './item-rows.ts'
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
  const { status } = await stateOf(tx, scan)
  // A page that is being read would replace what is saved.
  if (status !== 'completed' || scan.status === 'processing')
    throw new ProductError('invalid', 'Only a completed scan can be saved.')
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
  const items = await itemsOf(tx, newest.id)
  const isSame = items.length === menuData.length && items.every((item, index) => item.beerId === menuData[index]?.id)
  return isSame ? newest.id : undefined
}

async function update(tx: Tx, { id, userId }: Pick<ScanRow, 'id' | 'userId'>, menuData: Menu['menuData']) {
  const known = (await linesOf(tx, id)).map(({ item }) => onFirstPhoto(item, id))
  // The saved list replaces the pages that it was read from.
  const further = await tx
    .delete(scans)
    .where(and(eq(scans.pageOf, id), eq(scans.status, 'completed')))
    .returning({ id: scans.id })
  const read = { status: 'completed', failure: null, failureCode: null, photoHash: null } as const
  if (further.length > 0) await tx.update(scans).set(read).where(eq(scans.id, id))
  await tx.delete(scanItems).where(eq(scanItems.scanId, id))
  const rows = menuData.map(({ id: beerId, price, section }) => {
    const row = takeRow(known, beerId)
    return {
      ...row,
      beerId,
      price: price === undefined ? (row?.price ?? null) : price,
      section: section === undefined ? (row?.section ?? null) : section,
    }
  })
  await insertItems(tx, { id, userId }, rows)
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

async function itemsOf(tx: Tx, scanId: string): Promise<ItemRow[]> {
  return await tx.select().from(scanItems).where(eq(scanItems.scanId, scanId)).orderBy(scanItems.position)
}

/** Removes and returns the first row of the beer: a menu may list it twice, and each row is used once. */
function takeRow(rows: ItemRow[], beerId: number): ItemRow | undefined {
  const index = rows.findIndex((row) => row.beerId === beerId)
  return index < 0 ? undefined : rows.splice(index, 1)[0]
}
