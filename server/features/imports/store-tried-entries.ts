/** Stores imported journal entries, identified by their id in the source, or by beer and time if the file has none. */
import { and, eq, inArray, or } from 'drizzle-orm'
import { JOURNAL_ENTRIES_PER_USER_MAX } from '#contracts'
import { triedEntries } from '../../adapters/db/schema.ts'
import { type Parsed, type RecordBatch, resolveBeers, roomFor } from './record-batch.ts'

const LIMIT_REACHED = `a journal entry beyond the ${JOURNAL_ENTRIES_PER_USER_MAX.toLocaleString('en')} that are kept`

export async function storeTriedEntries(batch: RecordBatch, parsed: readonly Parsed<'tried'>[]): Promise<void> {
  if (parsed.length === 0) return
  const { conn, userId, importId, isPreview, dedup, stats } = batch
  const resolved = (await resolveBeers(batch, parsed)).map(({ beerId, line, record }) => {
    const { source, sourceId, at, beer, rating, note, place, position } = record
    return {
      line,
      hasNumber: sourceId !== null,
      row: {
        userId,
        importId,
        beerId,
        source,
        sourceId: sourceId ?? `${at.toISOString()} ${beer.brewery ?? ''}/${beer.name}`,
        triedAt: at,
        rating,
        note,
        place,
        latitude: position?.latitude ?? null,
        longitude: position?.longitude ?? null,
      },
    }
  })
  const momentOf = ({ beerId, triedAt }: { beerId: number; triedAt: Date }) => `${beerId} ${triedAt.getTime()}`
  const rows = resolved.map(({ row }) => row)
  const isKnown = or(
    inArray(
      triedEntries.triedAt,
      rows.map(({ triedAt }) => triedAt),
    ),
    inArray(
      triedEntries.sourceId,
      rows.map(({ sourceId }) => sourceId),
    ),
  )
  const stored = await conn
    .select()
    .from(triedEntries)
    .where(and(eq(triedEntries.userId, userId), isKnown))
  const storedKeys = new Set(stored.map(entryKey))
  const storedMoments = new Set(stored.map(momentOf))
  let room = roomFor(
    batch,
    'checkIns',
    JOURNAL_ENTRIES_PER_USER_MAX,
    await conn.$count(triedEntries, eq(triedEntries.userId, userId)),
  )
  const fresh = resolved.flatMap(({ line, hasNumber, row }) => {
    const key = entryKey(row)
    const isKnown = storedKeys.has(key) || (!hasNumber && storedMoments.has(momentOf(row))) || dedup.has(key)
    if (!isKnown && room <= 0) {
      stats.addUnresolved(line, LIMIT_REACHED)
      return []
    }
    stats.add('checkIns', isKnown ? 'known' : 'fresh')
    if (isKnown) return []
    dedup.add(key)
    room -= 1
    return [row]
  })
  if (isPreview || fresh.length === 0) return
  await conn.insert(triedEntries).values(fresh).onConflictDoNothing()
}

/** In the set of records seen. */
export function entryKey({ source, sourceId }: { source: string; sourceId: string }): string {
  return `check-in ${source} ${sourceId}`
}
