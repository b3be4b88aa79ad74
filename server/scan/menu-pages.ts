/** The photos of one menu: which they are, whether one more may join, and how one is taken out again. */
import { and, asc, eq, sql } from 'drizzle-orm'
import { MENU_PAGES_MAX } from '#contracts'
import type { Conn, Db, Tx } from '../db/database.ts'
import { scanItems, scanJobs, scans } from '../db/schema.ts'
import { ProductError } from '../http/errors.ts'
import { joinPages, type MenuLine } from './join-pages.ts'
import type { ItemRow, ScanRow } from './to-scan.ts'

/** Their order on the menu: by number, those without one last, as they came. */
export const IN_PAGE_ORDER = [sql`${scans.page} asc nulls last`, asc(scans.scannedAt), asc(scans.id)]

/** The scans of the further pages, in order. */
export async function furtherPagesOf(conn: Conn, scanId: string): Promise<ScanRow[]> {
  return await conn
    .select()
    .from(scans)
    .where(eq(scans.pageOf, scanId))
    .orderBy(...IN_PAGE_ORDER)
}

/** The lines of a scan's list as they are shown, of all its pages. */
export async function linesOf(conn: Conn, scanId: string): Promise<MenuLine[]> {
  const ids = [scanId, ...(await furtherPagesOf(conn, scanId)).map(({ id }) => id)]
  const pages: ItemRow[][] = []
  for (const id of ids) {
    pages.push(await conn.select().from(scanItems).where(eq(scanItems.scanId, id)).orderBy(asc(scanItems.position)))
  }
  return joinPages(pages)
}

/** @throws ProductError not_found without such a menu of the user, conflict when it has as many pages as one can have */
export async function assertCanJoin(conn: Conn, userId: number, scanId: string, pageId: string): Promise<void> {
  const [first] = await conn
    .select()
    .from(scans)
    .where(and(eq(scans.id, scanId), eq(scans.userId, userId)))
  if (!first || first.pageOf !== null || first.id === pageId) throw noSuchMenu()
  const others = (await furtherPagesOf(conn, scanId)).filter(({ id }) => id !== pageId)
  if (others.length + 2 > MENU_PAGES_MAX) {
    throw new ProductError('conflict', `A menu has at most ${MENU_PAGES_MAX} pages.`)
  }
}

/**
 * Takes a page out, with what was read on it. The first page's scan stays, as the menu is known by it, and loses its rows.
 * @throws ProductError not_found; conflict for the only page, and for a first one that is still read
 */
export async function removePage(db: Db, userId: number, scanId: string, pageId: string): Promise<void> {
  await db.transaction(async (tx) => {
    // Jobs are locked before their scans, as workers do.
    if (pageId !== scanId)
      await tx.delete(scanJobs).where(and(eq(scanJobs.scanId, pageId), eq(scanJobs.userId, userId)))
    const [first] = await tx
      .select()
      .from(scans)
      .where(and(eq(scans.id, scanId), eq(scans.userId, userId)))
      .for('update')
    const further = first ? await furtherPagesOf(tx, scanId) : []
    if (!first || ![first, ...further].some(({ id }) => id === pageId)) throw noSuchMenu()
    if (pageId === scanId) await emptyFirst(tx, first, further)
    else await tx.delete(scans).where(eq(scans.id, pageId))
  })
}

async function emptyFirst(tx: Tx, first: ScanRow, further: readonly ScanRow[]): Promise<void> {
  if (further.length === 0) throw new ProductError('conflict', 'This is the only page of the menu.')
  if (first.status === 'processing') throw new ProductError('conflict', 'This page is still being read.')
  await tx.delete(scanItems).where(eq(scanItems.scanId, first.id))
  // Its photo must not be answered with the rows that are gone.
  await tx
    .update(scans)
    .set({ status: 'completed', failure: null, failureCode: null, photoHash: null })
    .where(eq(scans.id, first.id))
}

const noSuchMenu = () => new ProductError('not_found', 'There is no such menu.')
