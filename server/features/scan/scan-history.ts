/** Reads and deletes stored scans: a user's own, and those shared by a link. */
import { and, desc, eq, inArray, isNull, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { SCANS_PER_PAGE, type Scan } from '#contracts'
import { builtOnce } from '../../adapters/db/built-once.ts'
import type { Conn } from '../../adapters/db/database.ts'
import { lockUser } from '../../adapters/db/lock-user.ts'
import { scanJobs, scans } from '../../adapters/db/schema.ts'
import { beerStore } from '../../core/beers/beer-store.ts'
import { FAILURE_CODES, type FailureCode } from './claimed-scan.ts'
import { groupByScan, itemsOf } from './item-rows.ts'
import { furtherPagesOf, IN_PAGE_ORDER } from './menu-pages.ts'
import { type Detail, type ItemRow, isUnsettled, type ScanRow, toMenuOfPages, toScan } from './to-scan.ts'

type ListDetail = Exclude<Detail, 'full'>

export function scanHistory(conn: Conn) {
  return {
    of: (userId: number) => ({
      /** Returns the user's newest scans, newest first. A camera frame appears once it has ended. */
      list: async (detail: ListDetail = 'summary'): Promise<Scan[]> =>
        toHistory(conn, await newestRows(conn).execute({ userId }), detail),

      /** Returns the next scans of the list after this one; undefined if the user has no such scan. */
      async olderThan(scanId: string, detail: ListDetail = 'summary'): Promise<Scan[] | undefined> {
        const isScan = and(eq(scans.id, scanId), eq(scans.userId, userId))
        if ((await conn.$count(scans, isScan)) === 0) return undefined
        const isOlder = sql`(${scans.scannedAt}, ${scans.id}) < (select scanned_at, id from scans where id = ${scanId})`
        return await toHistory(conn, await selectNewest(conn, and(eq(scans.userId, userId), isOlder)), detail)
      },

      async byId(scanId: string): Promise<Scan | undefined> {
        return await findOne(conn, scanId, eq(scans.userId, userId))
      },

      /** Returns why a failed scan failed. */
      async failure(scanId: string): Promise<{ code: FailureCode; message: string }> {
        const [row] = await conn
          .select({ code: scans.failureCode, message: scans.failure })
          .from(scans)
          .where(and(eq(scans.id, scanId), eq(scans.userId, userId)))
        const code = FAILURE_CODES.find((known) => known === row?.code) ?? 'scan_failed'
        return { code, message: row?.message ?? "We couldn't process this image." }
      },

      /** Deletes every scan of the user and the jobs of unfinished ones; returns the deleted ids. */
      async removeAll(): Promise<string[]> {
        return await conn.transaction(async (tx) => {
          await lockUser(tx, userId)
          await tx.delete(scanJobs).where(eq(scanJobs.userId, userId))
          const removed = await tx.delete(scans).where(eq(scans.userId, userId)).returning({ id: scans.id })
          return removed.map(({ id }) => id)
        })
      },

      /** Deletes the scan with its further pages and jobs; returns the deleted ids, none if the user has no such scan. */
      async remove(scanId: string): Promise<string[]> {
        return await conn.transaction(async (tx) => {
          await lockUser(tx, userId)
          // Jobs first: workers lock the job before the scan, and the other order could deadlock with them.
          const pageIds = [scanId, ...(await furtherPagesOf(tx, scanId)).map(({ id }) => id)]
          await tx.delete(scanJobs).where(and(inArray(scanJobs.scanId, pageIds), eq(scanJobs.userId, userId)))
          const removed = await tx
            .delete(scans)
            .where(and(or(eq(scans.id, scanId), eq(scans.pageOf, scanId)), eq(scans.userId, userId)))
            .returning({ id: scans.id })
          return removed.map(({ id }) => id)
        })
      },
    }),

    /** Returns the scan if its owner shares it under this token. */
    async shared(scanId: string, token: string): Promise<Scan | undefined> {
      return await findOne(conn, scanId, eq(scans.shareToken, token))
    },

    /** Returns the scan of a round. */
    async atTable(scanId: string): Promise<Scan | undefined> {
      return await findOne(conn, scanId, sql`exists (select from rounds where rounds.scan_id = ${scans.id})`)
    },
  }
}

/** Condition: one of these scans, or a further page of one. A union, because no index serves an `or` of two subqueries. */
function withPages(found: SQLWrapper): SQL {
  return sql`${scans.id} in (
    with found as ${found}
    select id from found union all select page.id from ${scans} as page join found on page.page_of = found.id)`
}

const newestRows = builtOnce((conn) => selectNewest(conn, eq(scans.userId, sql.placeholder('userId'))))

/** The newest scans of a user among these, with their further pages. */
function selectNewest(conn: Conn, isAmong: SQL | undefined) {
  const isListed = and(isNull(scans.pageOf), or(ne(scans.call, 'auto'), ne(scans.status, 'processing')))
  const first = conn
    .select({ id: scans.id })
    .from(scans)
    .where(and(isAmong, isListed))
    .orderBy(desc(scans.scannedAt), desc(scans.id))
    .limit(SCANS_PER_PAGE)
  return conn
    .select()
    .from(scans)
    .where(withPages(first))
    .orderBy(...IN_PAGE_ORDER)
}

async function toHistory(conn: Conn, all: readonly ScanRow[], detail: ListDetail): Promise<Scan[]> {
  const items = await itemsOf(
    conn,
    all.map(({ id }) => id),
  )
  const rows = all.filter(({ pageOf }) => pageOf === null).sort(newestFirst)
  const furtherPages = all.filter(({ pageOf }) => pageOf !== null)
  return await toScans(conn, { rows, furtherPages, items }, detail)
}

async function findOne(conn: Conn, scanId: string, isVisible: SQL): Promise<Scan | undefined> {
  const found = conn
    .select({ id: scans.id })
    .from(scans)
    .where(and(eq(scans.id, scanId), isVisible))
  const pages = await conn
    .select()
    .from(scans)
    .where(withPages(found))
    .orderBy(...IN_PAGE_ORDER)
  if (pages.length === 0) return undefined
  const items = await itemsOf(
    conn,
    pages.map(({ id }) => id),
  )
  const rows = pages.filter(({ id }) => id === scanId)
  const furtherPages = pages.filter(({ id }) => id !== scanId)
  const [scan] = await toScans(conn, { rows, furtherPages, items }, 'full')
  return scan
}

/** Equal times by id, as ids are compared by the database. */
function newestFirst(one: ScanRow, other: ScanRow): number {
  return other.scannedAt.getTime() - one.scannedAt.getTime() || (other.id < one.id ? -1 : 1)
}

interface StoredScans {
  rows: readonly ScanRow[]
  furtherPages: readonly ScanRow[]
  items: readonly ItemRow[]
}

async function toScans(conn: Conn, { rows, furtherPages, items }: StoredScans, detail: Detail): Promise<Scan[]> {
  const itemsByScan = groupByScan(items)
  const isAlone = ({ scanId }: ItemRow) => itemsByScan.get(scanId)?.length === 1
  const beersOf = (found: readonly { beerId: number }[]) => beerStore(conn).byIds(found.map(({ beerId }) => beerId))
  const alternativesOf = (found: readonly ItemRow[]) => found.flatMap(({ alternatives }) => alternatives)
  const shown = { full: items, exported: items.filter(isAlone), summary: [] }[detail]
  const beers = await beersOf([...items, ...alternativesOf(shown)])
  if (detail === 'summary') {
    const asked = items.filter((item) => isAlone(item) && isUnsettled(item, beers))
    for (const [id, beer] of await beersOf(alternativesOf(asked))) beers.set(id, beer)
  }
  const withItems = (row: ScanRow) => ({ row, items: itemsByScan.get(row.id) ?? [] })
  return rows.map((row) => {
    const first = withItems(row)
    const further = furtherPages.filter(({ pageOf }) => pageOf === row.id).map(withItems)
    return further.length > 0 ? toMenuOfPages(first, further, beers, detail) : toScan(row, first.items, beers, detail)
  })
}
