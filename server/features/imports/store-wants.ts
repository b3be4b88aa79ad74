/** Stores imported beers to try, one want per beer. */
import { and, eq, inArray } from 'drizzle-orm'
import { wants } from '../../adapters/db/schema.ts'
import { beerIdsOf, type Parsed, type RecordBatch, resolveBeers } from './record-batch.ts'

export async function storeWants(batch: RecordBatch, parsed: readonly Parsed<'want'>[]): Promise<void> {
  if (parsed.length === 0) return
  const { conn, userId, importId, isPreview, dedup, stats } = batch
  const resolved = await resolveBeers(batch, parsed)
  const stored = await conn
    .select({ beerId: wants.beerId })
    .from(wants)
    .where(and(eq(wants.userId, userId), inArray(wants.beerId, beerIdsOf(resolved))))
  const storedIds = new Set(beerIdsOf(stored))
  const fresh = resolved.filter(({ beerId }) => {
    const isFresh = !storedIds.has(beerId) && dedup.add(`want ${beerId}`)
    stats.add('wants', isFresh ? 'fresh' : 'known')
    return isFresh
  })
  if (isPreview || fresh.length === 0) return
  const rows = fresh.map(({ beerId, record }) => ({ userId, importId, beerId, wantedAt: record.at }))
  await conn.insert(wants).values(rows).onConflictDoNothing()
}
