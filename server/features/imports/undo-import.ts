/** Removes what an import stored and restores the ratings it replaced. Returns the ids of its pictures and of those of its entries. */
import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { Tx } from '../../adapters/db/database.ts'
import { idsIn } from '../../adapters/db/ids-in.ts'
import {
  beerRatings,
  confirmedBarcodes,
  corrections,
  favorites,
  imports,
  namedLabels,
  notificationPreferences,
  pictures,
  scans,
  searches,
  tasteAnswers,
  tasteOptOuts,
  triedEntries,
  users,
  wants,
} from '../../adapters/db/schema.ts'
import { unlistedBeers } from '../../core/beers/unlisted-store.ts'
import { rateBeers } from '../../core/ratings/rate-beers.ts'

const OF_IMPORTS = [
  scans,
  favorites,
  searches,
  pictures,
  triedEntries,
  wants,
  tasteAnswers,
  tasteOptOuts,
  confirmedBarcodes,
  namedLabels,
  corrections,
  notificationPreferences,
]

export async function removeImported(tx: Tx, userId: number, importId: number): Promise<string[]> {
  const illustrated = await tx
    .select({ id: pictures.id })
    .from(pictures)
    .leftJoin(triedEntries, eq(triedEntries.id, pictures.entryId))
    .where(and(eq(pictures.userId, userId), or(eq(pictures.importId, importId), eq(triedEntries.importId, importId))))
  await switchPicturesOff(tx, userId, importId)
  for (const table of OF_IMPORTS)
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
  await unlistedBeers(tx).of(userId).removeUnreferenced()
  return illustrated.map(({ id }) => id)
}

/** If the import switched them on. */
async function switchPicturesOff(tx: Tx, userId: number, importId: number): Promise<void> {
  const [brought] = await tx.select({ settings: imports.settings }).from(imports).where(eq(imports.id, importId))
  if (brought?.settings?.keepsPictures) await tx.update(users).set({ keepsPictures: false }).where(eq(users.id, userId))
}
