/** The rows of `scan_items`, shared by the modules that read or write scans. */
import { asc, sql } from 'drizzle-orm'
import { builtOnce } from '../../adapters/db/built-once.ts'
import type { Conn } from '../../adapters/db/database.ts'
import { isAnyOf } from '../../adapters/db/ids-in.ts'
import { scanItems } from '../../adapters/db/schema.ts'
import type { ItemValues } from './sighting-rows.ts'
import type { ItemRow, ScanRow } from './to-scan.ts'

/** A statement has at most 65,535 parameters. */
const ITEMS_PER_INSERT = 1_000

const rowsOfScans = builtOnce((conn) =>
  conn
    .select()
    .from(scanItems)
    .where(isAnyOf(scanItems.scanId, sql.placeholder('scanIds')))
    .orderBy(asc(scanItems.position)),
)

/** Returns the rows of several scans, those of each scan in the order of its photo. */
export async function itemsOf(conn: Conn, scanIds: string[]): Promise<ItemRow[]> {
  return await rowsOfScans(conn).execute({ scanIds })
}

/** Inserts the rows in their order. */
export async function insertItems(
  conn: Conn,
  { id: scanId, userId }: Pick<ScanRow, 'id' | 'userId'>,
  rows: readonly ItemValues[],
): Promise<void> {
  const items = rows.map((row, position) => ({ ...row, scanId, userId, position }))
  for (let from = 0; from < items.length; from += ITEMS_PER_INSERT)
    await conn.insert(scanItems).values(items.slice(from, from + ITEMS_PER_INSERT))
}

export function groupByScan<R extends { scanId: string }>(rows: readonly R[]): Map<string, R[]> {
  const grouped = new Map<string, R[]>()
  for (const row of rows) {
    const group = grouped.get(row.scanId)
    if (group) group.push(row)
    else grouped.set(row.scanId, [row])
  }
  return grouped
}
