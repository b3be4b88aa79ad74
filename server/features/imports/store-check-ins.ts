/** Stores imported check-ins, identified by the number of their source, or by beer and time if the file has none. */
import { and, eq, inArray } from 'drizzle-orm'
import { checkIns } from '../../adapters/db/schema.ts'
import { type Parsed, type RecordBatch, resolveBeers } from './record-batch.ts'

export async function storeCheckIns(batch: RecordBatch, parsed: readonly Parsed<'check-in'>[]): Promise<void> {
  if (parsed.length === 0) return
  const { conn, userId, importId, isPreview, dedup, stats } = batch
  const resolved = (await resolveBeers(batch, parsed)).map(({ beerId, record: { source, sourceId, at, beer } }) => ({
    hasNumber: sourceId !== null,
    row: {
      userId,
      importId,
      beerId,
      source,
      sourceId: sourceId ?? `${at.toISOString()} ${beer.brewery ?? ''}/${beer.name}`,
      hadAt: at,
    },
  }))
  const keyOf = ({ source, sourceId }: { source: string; sourceId: string }) => `check-in ${source} ${sourceId}`
  const momentOf = ({ beerId, hadAt }: { beerId: number; hadAt: Date }) => `${beerId} ${hadAt.getTime()}`
  const times = resolved.map(({ row }) => row.hadAt)
  const stored = await conn
    .select()
    .from(checkIns)
    .where(and(eq(checkIns.userId, userId), inArray(checkIns.hadAt, times)))
  const storedKeys = new Set(stored.map(keyOf))
  const storedMoments = new Set(stored.map(momentOf))
  const fresh = resolved.flatMap(({ hasNumber, row }) => {
    const isStored = storedKeys.has(keyOf(row)) || (!hasNumber && storedMoments.has(momentOf(row)))
    const isFresh = !isStored && dedup.add(keyOf(row))
    stats.add('checkIns', isFresh ? 'fresh' : 'known')
    return isFresh ? [row] : []
  })
  if (isPreview || fresh.length === 0) return
  await conn.insert(checkIns).values(fresh).onConflictDoNothing()
}
