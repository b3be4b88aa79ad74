/** The pages of a menu: lists, adds and removes them. Each page is a scan; `pageOf` refers to the first one. */
import { and, asc, eq, inArray, ne, or, sql } from 'drizzle-orm'
import { MENU_BEERS_MAX, MENU_PAGES_MAX } from '#contracts'
import type { Conn, Db, Tx } from '../../adapters/db/database.ts'
import { lockUser } from '../../adapters/db/lock-user.ts'
import { scanItems, scanJobs, scans } from '../../adapters/db/schema.ts'
import { ProductError } from '../../adapters/http/errors.ts'
import { groupByScan, itemsOf } from './item-rows.ts'
import { joinPages, type MenuLine } from './join-pages.ts'
import { isEmptied, type ScanRow } from './to-scan.ts'

const MENU_FULL = `A menu can have up to ${MENU_PAGES_MAX} pages and ${MENU_BEERS_MAX.toLocaleString('en')} beers.`

/** The page order: by number; unnumbered pages last, by arrival. */
export const IN_PAGE_ORDER = [sql`${scans.page} asc nulls last`, asc(scans.scannedAt), asc(scans.id)]

/** Returns the scans of the pages after the first, in page order. */
export async function furtherPagesOf(conn: Conn, scanId: string): Promise<ScanRow[]> {
  return await conn
    .select()
    .from(scans)
    .where(eq(scans.pageOf, scanId))
    .orderBy(...IN_PAGE_ORDER)
}

/** Returns the lines of all pages of a scan, as the app lists them. */
export async function linesOf(conn: Conn, scanId: string): Promise<MenuLine[]> {
  const ids = [scanId, ...(await furtherPagesOf(conn, scanId)).map(({ id }) => id)]
  const rows = groupByScan(await itemsOf(conn, ids))
  return joinPages(ids.map((id) => rows.get(id) ?? []))
}

/** @throws ProductError not_found if the user has no such menu, menu_full if it has the maximum number of pages */
export async function assertCanJoin(conn: Conn, userId: number, scanId: string, pageId: string): Promise<void> {
  const [first] = await conn
    .select()
    .from(scans)
    .where(and(eq(scans.id, scanId), eq(scans.userId, userId)))
    // Old scans may be deleted meanwhile.
    .for('key share')
  if (!first || first.pageOf !== null || first.id === pageId) throw menuNotFound()
  const others = (await furtherPagesOf(conn, scanId)).filter(({ id }) => id !== pageId)
  const room = await roomForBeers(conn, { id: pageId, pageOf: scanId })
  if (others.length + 2 > MENU_PAGES_MAX || room === 0) throw new ProductError('menu_full', MENU_FULL)
}

/** How many beers a page may have beside those of the other pages. */
export async function roomForBeers(conn: Conn, { id, pageOf }: Pick<ScanRow, 'id' | 'pageOf'>): Promise<number> {
  const menuId = pageOf ?? id
  const others = conn
    .select({ id: scans.id })
    .from(scans)
    .where(and(or(eq(scans.id, menuId), eq(scans.pageOf, menuId)), ne(scans.id, id)))
  return Math.max(0, MENU_BEERS_MAX - (await conn.$count(scanItems, inArray(scanItems.scanId, others))))
}

/**
 * Removes a page with its rows. The scan of the first page stays without rows, because its id is the id of the menu.
 * @throws ProductError not_found; conflict for the only page that is left, and for a first page that is still being processed
 */
export async function removePage(db: Db, userId: number, scanId: string, pageId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockUser(tx, userId)
    // Locks the job before the scan, as workers do; the other order could deadlock with them.
    if (pageId !== scanId)
      await tx.delete(scanJobs).where(and(eq(scanJobs.scanId, pageId), eq(scanJobs.userId, userId)))
    const [first] = await tx
      .select()
      .from(scans)
      .where(and(eq(scans.id, scanId), eq(scans.userId, userId)))
      .for('update')
    const further = first ? await furtherPagesOf(tx, scanId) : []
    if (!first || ![first, ...further].some(({ id }) => id === pageId)) throw menuNotFound()
    const hasOthers = pageId === scanId ? further.length > 0 : further.length > 1 || !(await isRemoved(tx, first))
    if (!hasOthers) throw new ProductError('conflict', 'This is the only page of the menu.')
    if (pageId === scanId) await emptyFirstPage(tx, first)
    else await tx.delete(scans).where(eq(scans.id, pageId))
  })
}

async function isRemoved(tx: Tx, first: ScanRow): Promise<boolean> {
  return isEmptied(first, await tx.$count(scanItems, eq(scanItems.scanId, first.id)))
}

async function emptyFirstPage(tx: Tx, first: ScanRow): Promise<void> {
  if (first.status === 'processing') throw new ProductError('conflict', 'This page is still being read.')
  await tx.delete(scanItems).where(eq(scanItems.scanId, first.id))
  // The empty result must not be reused for an identical photo.
  await tx
    .update(scans)
    .set({ status: 'completed', failure: null, failureCode: null, photoHash: null })
    .where(eq(scans.id, first.id))
}

const menuNotFound = () => new ProductError('not_found', "We couldn't find that menu.")
