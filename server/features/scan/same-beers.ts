/** Recognises that consecutive frames of the camera show the same beers, so that they leave one scan. */
import { and, desc, eq, gte, inArray, ne } from 'drizzle-orm'
import type { Tx } from '../../adapters/db/database.ts'
import { scanItems, scans } from '../../adapters/db/schema.ts'
import { groupByScan } from './item-rows.ts'
import type { ScanRow } from './to-scan.ts'

type WithBeer = { beerId: number }

/** Returns the user's newest other scan since `since` with exactly these beers. */
export async function scanOfSameBeers(
  tx: Tx,
  scan: ScanRow,
  rows: readonly WithBeer[],
  since: Date,
): Promise<string | undefined> {
  const recent = await tx
    .select({ id: scans.id })
    .from(scans)
    .where(
      and(
        eq(scans.userId, scan.userId),
        ne(scans.id, scan.id),
        eq(scans.status, 'completed'),
        gte(scans.scannedAt, since),
      ),
    )
    .orderBy(desc(scans.scannedAt))
  if (recent.length === 0) return undefined
  const ids = recent.map(({ id }) => id)
  const items = await tx
    .select({ scanId: scanItems.scanId, beerId: scanItems.beerId })
    .from(scanItems)
    .where(inArray(scanItems.scanId, ids))
  const itemsByScan = groupByScan(items)
  const key = keyOf(rows)
  return ids.find((id) => keyOf(itemsByScan.get(id) ?? []) === key)
}

const keyOf = (rows: readonly WithBeer[]) => [...new Set(rows.map(({ beerId }) => beerId))].sort().join()
