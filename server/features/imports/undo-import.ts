/** Removes what an import stored and restores the ratings it replaced. Returns the ids of its pictures and of those of its entries. */
import { and, eq, or, sql } from 'drizzle-orm'
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
  await removeRatings(tx, userId, importId)
  await unlistedBeers(tx).of(userId).removeUnreferenced()
  return illustrated.map(({ id }) => id)
}

async function removeRatings(tx: Tx, userId: number, importId: number): Promise<void> {
  const { beerId, replaced, olderImported } = beerRatings
  const ofUser = eq(beerRatings.userId, userId)
  const ofOthers = sql`jsonb_path_query_array(${olderImported}, '$[*] ? (@.importId != $id)', jsonb_build_object('id', ${importId}::int))`
  await tx
    .update(beerRatings)
    .set({ olderImported: ofOthers })
    .where(and(ofUser, sql`${olderImported} @> ${JSON.stringify([{ importId }])}::jsonb`))
  const imported = and(ofUser, eq(beerRatings.importId, importId))
  const older = sql`coalesce(${olderImported} -> 0, ${replaced})`
  const restored = await tx
    .update(beerRatings)
    .set({
      rating: sql`(${older} ->> 'rating')::real`,
      ratedAt: sql`(${older} ->> 'ratedAt')::timestamptz`,
      importId: sql`(${older} ->> 'importId')::int`,
      replaced: sql`case when ${olderImported} <> '[]' then ${replaced} end`,
      olderImported: sql`${olderImported} - 0`,
    })
    .where(and(imported, sql`${older} is not null`))
    .returning({ beerId })
  const removed = await tx.delete(beerRatings).where(imported).returning({ beerId })
  const touched = [...restored, ...removed].map(({ beerId }) => beerId)
  if (touched.length > 0) await rateBeers(tx, sql`id in (${idsIn(touched)})`)
}

/** If the import switched them on, and the user has not chosen since. */
async function switchPicturesOff(tx: Tx, userId: number, importId: number): Promise<void> {
  const [brought] = await tx.select({ settings: imports.settings }).from(imports).where(eq(imports.id, importId))
  if (brought?.settings?.keepsPictures) await tx.update(users).set({ keepsPictures: false }).where(eq(users.id, userId))
}
