/** A provider's estimate of an unlisted beer: evidence of its own origin, which any vote soon outweighs. */
import { sql } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { importedRatings } from '../db/schema.ts'
import { ESTIMATE_SOURCE, rateBeers } from './rate-beers.ts'

/** Keeps the first estimate of a beer; a beer that waits for its rating is left to the rating job. */
export async function keepEstimate(tx: Tx, beerId: number, rating: number): Promise<void> {
  const made = await tx
    .insert(importedRatings)
    .values({ source: ESTIMATE_SOURCE, beerId, mean: rating, count: null })
    .onConflictDoNothing()
    .returning({ beerId: importedRatings.beerId })
  if (made.length === 0) return
  await rateBeers(tx, sql`id = ${beerId} and rating > 0`)
}
