/**
 * Deletes an account and all its data in one transaction. Recomputes the ratings of the beers the user rated, and keeps the
 * user's provider usage, anonymised, because it counts towards the shared budget.
 */
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../adapters/db/database.ts'
import { idsIn } from '../../adapters/db/ids-in.ts'
import { beerRatings, beers, users } from '../../adapters/db/schema.ts'
import { rateBeers } from '../../core/ratings/rate-beers.ts'
import { deleteEmbeddedAccount } from './embedded/account-store.ts'
import { EMBEDDED_ISSUER } from './session-store.ts'

/** `engine_usage.user_id` of deleted accounts. */
const ANONYMOUS = 0

/** Deletes the user's scans and their jobs, and returns their ids. */
export type RemoveScans = (tx: Tx, userId: number) => Promise<string[]>

/** Returns the ids of the deleted scans, so that the caller can stop those still running. */
export async function deleteAccount(db: Db, removeScans: RemoveScans, userId: number): Promise<string[]> {
  return await db.transaction(async (tx) => {
    // Lock order: scans, beers, user, as in workers and votes. Another order could deadlock.
    const scans = await removeScans(tx, userId)
    const rated = await lockRatedBeers(tx, userId)
    // Everything but usage references this row and is deleted by cascade.
    const [user] = await tx.delete(users).where(eq(users.id, userId)).returning()
    // Whoever was counting usage held the row of the user until then.
    await anonymiseUsage(tx, userId)
    if (user?.issuer === EMBEDDED_ISSUER) await deleteEmbeddedAccount(tx, user.subject)
    if (rated.length > 0) await rateBeers(tx, sql`id in (${idsIn(rated)})`)
    return scans
  })
}

/** Locks the catalogue beers that lose a vote, and returns their ids. */
async function lockRatedBeers(tx: Tx, userId: number): Promise<number[]> {
  const rated = tx.select({ id: beerRatings.beerId }).from(beerRatings).where(eq(beerRatings.userId, userId))
  const locked = await tx
    .select({ id: beers.id })
    .from(beers)
    .where(and(isNull(beers.ownerId), sql`${beers.id} in ${rated}`))
    .orderBy(beers.id)
    .for('no key update')
  return locked.map(({ id }) => id)
}

async function anonymiseUsage(tx: Tx, userId: number): Promise<void> {
  await tx.execute(sql`
    with deleted as (delete from engine_usage where user_id = ${userId} returning *)
    insert into engine_usage as anonymous (day, user_id, engine, calls, input_tokens, output_tokens)
    select day, ${ANONYMOUS}, engine, calls, input_tokens, output_tokens from deleted
    on conflict (day, user_id, engine) do update set calls = anonymous.calls + excluded.calls,
      input_tokens = anonymous.input_tokens + excluded.input_tokens,
      output_tokens = anonymous.output_tokens + excluded.output_tokens`)
}
