/** Stores imported ratings, those given with Untappd check-ins included: the newest per beer, unless the stored one is newer. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { idsIn } from '../../adapters/db/ids-in.ts'
import { beerRatings } from '../../adapters/db/schema.ts'
import { rateBeers } from '../../core/ratings/rate-beers.ts'
import { beerIdsOf, type Parsed, type RecordBatch, resolveBeers } from './record-batch.ts'

type Rating = typeof beerRatings.$inferSelect

export async function storeRatings(
  batch: RecordBatch,
  ratings: readonly Parsed<'rating'>[],
  entries: readonly Parsed<'tried'>[],
): Promise<void> {
  const given = [...(await resolveBeers(batch, ratings)), ...(await ratingsOfEntries(batch, entries))]
  if (given.length === 0) return
  const { conn, userId, importId, isPreview, dedup, stats } = batch
  const oldestFirst = given.sort((a, b) => a.record.at.getTime() - b.record.at.getTime())
  const stored = await conn
    .select()
    .from(beerRatings)
    .where(and(eq(beerRatings.userId, userId), inArray(beerRatings.beerId, beerIdsOf(given))))
  const storedByBeer = new Map(stored.map((row) => [row.beerId, row]))
  const rows = new Map<number, typeof beerRatings.$inferInsert>()
  for (const { beerId, record } of oldestFirst) {
    const existing = storedByBeer.get(beerId)
    const newest = Math.max(existing?.ratedAt.getTime() ?? -1, dedup.newestRatings.get(beerId) ?? -1)
    const isNewer = record.at.getTime() > newest
    // Several ratings of a beer in the file count once, because only one is stored.
    if (dedup.add(`rating ${beerId}`) && existing?.importId !== importId)
      stats.add('ratings', isNewer ? 'fresh' : 'known')
    if (!isNewer) continue
    dedup.newestRatings.set(beerId, record.at.getTime())
    const { rating, at } = record
    rows.set(beerId, { userId, importId, beerId, rating, ratedAt: at, ...replacedBy(importId, existing) })
  }
  if (isPreview || rows.size === 0) return
  await conn
    .insert(beerRatings)
    .values([...rows.values()])
    .onConflictDoUpdate({
      target: [beerRatings.userId, beerRatings.beerId],
      set: {
        rating: sql`excluded.rating`,
        ratedAt: sql`excluded.rated_at`,
        importId: sql`excluded.import_id`,
        replaced: sql`excluded.replaced`,
        olderImported: sql`excluded.older_imported`,
      },
      setWhere: sql`${beerRatings.ratedAt} < excluded.rated_at`,
    })
  await rateBeers(conn, sql`id in (${idsIn([...rows.keys()])})`)
}

/** What undoing the import restores. */
function replacedBy(importId: number, existing: Rating | undefined): Pick<Rating, 'replaced' | 'olderImported'> {
  if (!existing) return { replaced: null, olderImported: [] }
  const { replaced, olderImported } = existing
  const older = { rating: existing.rating, ratedAt: existing.ratedAt.toISOString() }
  if (existing.importId === null) return { replaced: older, olderImported: [] }
  if (existing.importId === importId) return { replaced, olderImported }
  return { replaced, olderImported: [{ ...older, importId: existing.importId }, ...olderImported] }
}

/** Returns the ratings given with entries. An unresolved beer was already counted with its entry. */
async function ratingsOfEntries({ conn, resolver }: RecordBatch, entries: readonly Parsed<'tried'>[]) {
  const resolved = []
  for (const { record } of entries) {
    const { beer, rating, ratesBeer, at } = record
    if (rating === null || !ratesBeer) continue
    const beerId = await resolver.resolve(conn, beer)
    if (beerId !== 'refused') resolved.push({ beerId, record: { rating, at } })
  }
  return resolved
}
