/** Stores imported answers on cards, one per beer, and that personal ratings are switched off. */
import { and, eq, inArray } from 'drizzle-orm'
import { tasteAnswers, tasteOptOuts } from '../../adapters/db/schema.ts'
import { beerIdsOf, type Parsed, type RecordBatch, resolveBeers } from './record-batch.ts'

export async function storeTaste(
  batch: RecordBatch,
  answers: readonly Parsed<'taste-answer'>[],
  switches: readonly Parsed<'taste-off'>[],
): Promise<void> {
  await storeAnswers(batch, answers)
  const [off] = switches
  if (off) await storeSwitch(batch, off.record.since)
}

async function storeAnswers(batch: RecordBatch, parsed: readonly Parsed<'taste-answer'>[]): Promise<void> {
  if (parsed.length === 0) return
  const { conn, userId, importId, isPreview, dedup, stats } = batch
  const resolved = await resolveBeers(batch, parsed)
  const stored = await conn
    .select({ beerId: tasteAnswers.beerId })
    .from(tasteAnswers)
    .where(and(eq(tasteAnswers.userId, userId), inArray(tasteAnswers.beerId, beerIdsOf(resolved))))
  const storedIds = new Set(beerIdsOf(stored))
  const fresh = resolved.filter(({ beerId }) => {
    const isFresh = !storedIds.has(beerId) && dedup.add(`taste ${beerId}`)
    stats.add('taste', isFresh ? 'fresh' : 'known')
    return isFresh
  })
  if (isPreview || fresh.length === 0) return
  const rows = fresh.map(({ beerId, record }) => ({
    userId,
    importId,
    beerId,
    answer: record.answer,
    answeredAt: record.at,
  }))
  await conn.insert(tasteAnswers).values(rows).onConflictDoNothing()
}

async function storeSwitch({ conn, userId, importId, isPreview, dedup, stats }: RecordBatch, since: Date) {
  const [stored] = await conn.select().from(tasteOptOuts).where(eq(tasteOptOuts.userId, userId))
  const isFresh = !stored && dedup.add('taste off')
  stats.add('taste', isFresh ? 'fresh' : 'known')
  if (isFresh && !isPreview) await conn.insert(tasteOptOuts).values({ userId, importId, since }).onConflictDoNothing()
}
