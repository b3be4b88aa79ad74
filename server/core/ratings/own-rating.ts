import { and, between, eq, inArray, sql } from 'drizzle-orm'
import type { Conn } from '../../adapters/db/database.ts'
import { NEWEST_FIRST } from '../../adapters/db/newest-first.ts'
import { beerRatings, beers, favorites, triedEntries } from '../../adapters/db/schema.ts'
import { rateBeers } from './rate-beers.ts'

/** A rating given this long after having a beer is about that time. */
const SAME_NIGHT_MS = 24 * 60 * 60_000
/** The clocks of a phone and of servers differ by less. */
const CLOCK_SKEW_MS = 5 * 60_000

export interface OwnVote {
  userId: number
  beerId: number
  rating: number
  ratedAt: Date
}

/** Sets the user's rating of a beer and rates the beer anew. The caller has locked the beer's row. */
export async function setOwnRating(tx: Conn, { userId, beerId, rating, ratedAt }: OwnVote): Promise<void> {
  const values = { rating: Number(rating.toFixed(1)), ratedAt, importId: null }
  await tx
    .insert(beerRatings)
    .values({ userId, beerId, ...values })
    .onConflictDoUpdate({ target: [beerRatings.userId, beerRatings.beerId], set: values })
  await rateAfterOwnVote(tx, { userId, beerId })
}

/** Rates the beer anew. What the user's own vote changes is no news to them, should they have saved the beer. */
export async function rateAfterOwnVote(tx: Conn, { userId, beerId }: Pick<OwnVote, 'userId' | 'beerId'>) {
  await rateBeers(tx, sql`id = ${beerId}`)
  const rating = sql`(select ${beers.rating} from ${beers} where ${beers.id} = ${beerId})`
  await tx
    .update(favorites)
    .set({ toldRating: rating })
    .where(and(eq(favorites.userId, userId), eq(favorites.beerId, beerId)))
}

/**
 * Notes the rating at the user's journal entry of the beer that was the latest at that time, if it is from the same night; null
 * removes it.
 */
export async function rateLatestEntry(
  tx: Conn,
  { userId, beerId, rating, ratedAt }: Omit<OwnVote, 'rating'> & { rating: number | null },
) {
  const from = new Date(ratedAt.getTime() - SAME_NIGHT_MS)
  const isOfNight = between(triedEntries.triedAt, from, new Date(ratedAt.getTime() + CLOCK_SKEW_MS))
  const latest = tx
    .select({ id: triedEntries.id })
    .from(triedEntries)
    .where(and(isOfBeer(userId, beerId), isOfNight))
    .orderBy(...NEWEST_FIRST)
    .limit(1)
  // Undoing the import that brought the entry leaves what the user changed.
  await tx.update(triedEntries).set({ rating, importId: null }).where(inArray(triedEntries.id, latest))
}

/**
 * True if removing this vote has cleared the latest journal entry of the beer: it is unrated, and was there when the vote
 * was given. Of a later entry nothing is known.
 */
export async function hasClearedLatestEntry(tx: Conn, { userId, beerId, ratedAt }: OwnVote): Promise<boolean> {
  const [latest] = await tx
    .select({ rating: triedEntries.rating, triedAt: triedEntries.triedAt })
    .from(triedEntries)
    .where(isOfBeer(userId, beerId))
    .orderBy(...NEWEST_FIRST)
    .limit(1)
  return latest !== undefined && latest.rating === null && latest.triedAt <= ratedAt
}

function isOfBeer(userId: number, beerId: number) {
  return and(eq(triedEntries.userId, userId), eq(triedEntries.beerId, beerId))
}
