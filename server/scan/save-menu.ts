/**
 * Keeps a menu in the history. Of what the client sends only ids, order, price and section are taken; names, ratings and all
 * else come from the database when the scan is read.
 */
import { randomUUID } from 'node:crypto'
import { and, desc, eq, gte, inArray, isNull } from 'drizzle-orm'
import { type ParsedOf, SAVE_MENU_WINDOW_MS, type Scan, type saveMenu } from '#contracts'
import { visibleTo } from '../beers/beer-store.ts'
import type { Db, Tx } from '../db/database.ts'
import { beers, scanItems, scans } from '../db/schema.ts'
import { ProductError } from '../http/errors.ts'
import type { Clock } from '../jobs/clock.ts'
import { linesOf } from './menu-pages.ts'
import { scanStore } from './scan-store.ts'
import type { ItemRow } from './to-scan.ts'

type Menu = ParsedOf<typeof saveMenu>['body']

/** @throws ProductError invalid, not_found */
export async function saveMenuFor(
  userId: number,
  { beerId, menuData, scanId }: Menu,
  { db, clock }: { db: Db; clock: Pick<Clock, 'now'> },
): Promise<{ scan: Scan; made: boolean }> {
  if (beerId !== menuData[0]?.id) throw new ProductError('invalid', 'beerId must be the first beer of the menu.')
  const saved = await db.transaction(async (tx) => {
    await assertVisible(tx, userId, menuData)
    const id = scanId ? await ownMenu(tx, userId, scanId) : await sameMenu(tx, userId, menuData, clock)
    return id ? await update(tx, id, menuData) : await insert(tx, userId, menuData, new Date(clock.now()))
  })
  const scan = await scanStore(db, clock).of(userId).byId(saved.id)
  if (!scan) throw noSuchScan()
  return { scan, made: saved.made }
}

async function assertVisible(tx: Tx, userId: number, menuData: Menu['menuData']) {
  const ids = [...new Set(menuData.map(({ id }) => id))]
  const known = await tx
    .select({ id: beers.id })
    .from(beers)
    .where(and(inArray(beers.id, ids), visibleTo(userId)))
  if (known.length < ids.length) throw new ProductError('invalid', 'The menu names a beer that does not exist.')
}

async function ownMenu(tx: Tx, userId: number, scanId: string): Promise<string> {
  const [scan] = await tx
    .select({ status: scans.status })
    .from(scans)
    .where(and(eq(scans.id, scanId), eq(scans.userId, userId)))
    .for('update')
  if (!scan) throw noSuchScan()
  if (scan.status !== 'completed') throw new ProductError('invalid', 'Only a scan that is completed can be saved.')
  return scanId
}

/** The user's newest menu of the last minutes with the same beers in the same order. */
async function sameMenu(tx: Tx, userId: number, menuData: Menu['menuData'], clock: Pick<Clock, 'now'>) {
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
  const isSame = items.length === menuData.length && items.every((item, at) => item.beerId === menuData[at]?.id)
  return isSame ? newest.id : undefined
}

async function update(tx: Tx, id: string, menuData: Menu['menuData']) {
  const known = (await linesOf(tx, id)).map(({ item }) => item)
  // What is kept is the list as it was sent: the photos it was read from are pages no more.
  const further = await tx
    .delete(scans)
    .where(and(eq(scans.pageOf, id), eq(scans.status, 'completed')))
    .returning({ id: scans.id })
  if (further.length > 0) await tx.update(scans).set({ photoHash: null }).where(eq(scans.id, id))
  await tx.delete(scanItems).where(eq(scanItems.scanId, id))
  await tx.insert(scanItems).values(
    menuData.map(({ id: beerId, price, section }, position) => {
      const seen = take(known, beerId)
      return {
        ...seen,
        scanId: id,
        position,
        beerId,
        price: price === undefined ? (seen?.price ?? null) : price,
        section: section === undefined ? (seen?.section ?? null) : section,
      }
    }),
  )
  return { id, made: false }
}

async function insert(tx: Tx, userId: number, menuData: Menu['menuData'], at: Date) {
  const id = randomUUID()
  const scan = { id, userId, status: 'completed', scanType: 'menu', call: 'menu', context: 'menu' } as const
  await tx.insert(scans).values({ ...scan, scannedAt: at, endedAt: at })
  await tx
    .insert(scanItems)
    .values(
      menuData.map(({ id: beerId, price, section }, position) => ({ scanId: id, position, beerId, price, section })),
    )
  return { id, made: true }
}

async function itemsOf(tx: Tx, scanId: string): Promise<ItemRow[]> {
  return await tx.select().from(scanItems).where(eq(scanItems.scanId, scanId)).orderBy(scanItems.position)
}

/** What the photo said of this beer: the first row of it that is not taken yet, as a beer may stand twice on a menu. */
function take(rows: ItemRow[], beerId: number): ItemRow | undefined {
  const at = rows.findIndex((row) => row.beerId === beerId)
  return at < 0 ? undefined : rows.splice(at, 1)[0]
}

const noSuchScan = () => new ProductError('not_found', 'There is no such scan.')
