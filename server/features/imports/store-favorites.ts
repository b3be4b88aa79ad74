/** Stores imported favourites, one per beer. */
import { and, eq, inArray } from 'drizzle-orm'
import { FAVORITES_PER_USER_MAX } from '#contracts'
import { favorites } from '../../adapters/db/schema.ts'
import { beerIdsOf, freshOf, type Parsed, type RecordBatch, resolveBeers } from './record-batch.ts'

export async function storeFavorites(batch: RecordBatch, parsed: readonly Parsed<'favorite'>[]): Promise<void> {
  if (parsed.length === 0) return
  const { conn, userId, importId, isPreview } = batch
  const resolved = await resolveBeers(batch, parsed)
  const stored = await conn
    .select({ beerId: favorites.beerId })
    .from(favorites)
    .where(and(eq(favorites.userId, userId), inArray(favorites.beerId, beerIdsOf(resolved))))
  const fresh = freshOf(batch, 'favorites', resolved, {
    keyOf: ({ beerId }) => beerId,
    known: new Set(beerIdsOf(stored)),
    max: FAVORITES_PER_USER_MAX,
    stored: await conn.$count(favorites, eq(favorites.userId, userId)),
    beyond: 'the maximum number of favorites is reached',
  })
  if (isPreview || fresh.length === 0) return
  const rows = fresh.map(({ beerId, record }) => ({ userId, importId, beerId, favoritedAt: record.at }))
  await conn.insert(favorites).values(rows).onConflictDoNothing()
}
