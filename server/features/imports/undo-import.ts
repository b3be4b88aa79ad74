/** Removes what an import stored and restores the ratings it replaced. Returns the ids of pictures that went with its entries. */
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Tx } from '../../adapters/db/database.ts'
import { idsIn } from '../../adapters/db/ids-in.ts'
import {
  beerRatings,
  favorites,
  pictures,
  scans,
  searches,
  tasteAnswers,
  tasteOptOuts,
  triedEntries,
  wants,
} from '../../adapters/db/schema.ts'
import { unlistedBeers } from '../../core/beers/unlisted-store.ts'
import { rateBeers } from '../../core/ratings/rate-beers.ts'

export async function removeImported(tx: Tx, userId: number, importId: number): Promise<string[]> {
  const illustrated = await tx
    .select({ id: pictures.id })
    .from(pictures)
    .innerJoin(triedEntries, eq(triedEntries.id, pictures.entryId))
    .where(and(eq(triedEntries.userId, userId), eq(triedEntries.importId, importId)))
  for (const table of [scans, favorites, searches, triedEntries, wants, tasteAnswers, tasteOptOuts])
    await tx.delete(table).where(and(eq(table.userId, userId), eq(table.importId, importId)))
  const imported = and(eq(beerRatings.userId, userId), eq(beerRatings.importId, importId))
  const restored = await tx
    .update(beerRatings)
    .set({
      rating: sql`(${beerRatings.replaced} ->> 'rating')::real`,
      ratedAt: sql`(${beerRatings.replaced} ->> 'ratedAt')::timestamptz`,
      importId: null,
      replaced: null,
    })
    .where(and(imported, isNotNull(beerRatings.replaced)))
    .returning({ beerId: beerRatings.beerId })
  const removed = await tx.delete(beerRatings).where(imported).returning({ beerId: beerRatings.beerId })
  const touched = [...restored, ...removed].map(({ beerId }) => beerId)
  if (touched.length > 0) await rateBeers(tx, sql`id in (${idsIn(touched)})`)
  await unlistedBeers(tx).removeUnreferenced()
  return illustrated.map(({ id }) => id)
}
