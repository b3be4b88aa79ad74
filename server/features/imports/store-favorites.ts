/** Stores imported favourites, one per beer. */
import { and, eq, inArray } from 'drizzle-orm'
import { FAVORITES_PER_USER_MAX } from '#contracts'
import { favorites } from '../../adapters/db/schema.ts'
import { beerIdsOf, type Parsed, type RecordBatch, resolveBeers, roomFor } from './record-batch.ts'

export async function storeFavorites(batch: RecordBatch, parsed: readonly Parsed<'favorite'>[]): Promise<void> {
  if (parsed.length === 0) return
  const { conn, userId, importId, isPreview, dedup, stats } = batch
  const resolved = await resolveBeers(batch, parsed)
  const stored = await conn
    .select({ beerId: favorites.beerId })
    .from(favorites)
    .where(and(eq(favorites.userId, userId), inArray(favorites.beerId, beerIdsOf(resolved))))
  const storedIds = new Set(beerIdsOf(stored))
  let room = roomFor(
    batch,
    'favorites',
    FAVORITES_PER_USER_MAX,
    await conn.$count(favorites, eq(favorites.userId, userId)),
  )
  const fresh = resolved.filter(({ beerId, line }) => {
    if (!storedIds.has(beerId) && room <= 0) {
      stats.addUnresolved(line, 'the maximum number of favorites is reached')
      return false
    }
    const isFresh = !storedIds.has(beerId) && dedup.add(`favorite ${beerId}`)
    stats.add('favorites', isFresh ? 'fresh' : 'known')
    if (isFresh) room -= 1
    return isFresh
  })
  if (isPreview || fresh.length === 0) return
  const rows = fresh.map(({ beerId, record }) => ({ userId, importId, beerId, favoritedAt: record.at }))
  await conn.insert(favorites).values(rows).onConflictDoNothing()
}
