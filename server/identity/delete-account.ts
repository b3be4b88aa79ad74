/**
 * Ends an account with everything that belongs to it, in one transaction. Beers that the user rated are rated without
 * that vote; what the user's photos cost stays counted against the budget of all, under nobody's name.
 */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { idsIn } from '../catalogue-import/ids-in.ts'
import type { Db, Tx } from '../db/database.ts'
import { beerRatings, beers, users } from '../db/schema.ts'
import type { Clock } from '../jobs/clock.ts'
import { rateBeers } from '../ratings/rate-beers.ts'
import { scanStore } from '../scan/scan-store.ts'
import { ISSUER as EMBEDDED_ISSUER } from './embedded/issuer.ts'
import { forgetAccount } from './embedded/provider.ts'

const NOBODY = 0

/** Says which scans there were: those that still run are to be stopped. */
export async function deleteAccount(db: Db, clock: Pick<Clock, 'now'>, userId: number): Promise<string[]> {
  return await db.transaction(async (tx) => {
    // Scans, then beers, then the user, as workers and votes take them: in another order two could wait for each other.
    const scans = await scanStore(tx, clock).of(userId).removeAll()
    const rated = await holdRatedBeers(tx, userId)
    await keepUseOfAll(tx, userId)
    // Whatever else belongs to the user refers to this row and goes with it.
    const [user] = await tx.delete(users).where(eq(users.id, userId)).returning()
    if (user?.issuer === EMBEDDED_ISSUER) await forgetAccount(tx, user.subject)
    if (rated.length > 0) await rateBeers(tx, sql`id in (${idsIn(rated)})`)
    return scans
  })
}

/** The beers of the catalogue that lose a vote. */
async function holdRatedBeers(tx: Tx, userId: number): Promise<number[]> {
  const rated = tx.select({ id: beerRatings.beerId }).from(beerRatings).where(eq(beerRatings.userId, userId))
  const held = await tx
    .select({ id: beers.id })
    .from(beers)
    .where(and(isNull(beers.ownerId), sql`${beers.id} in ${rated}`))
    .orderBy(beers.id)
    .for('update')
  return held.map(({ id }) => id)
}

async function keepUseOfAll(tx: Tx, userId: number): Promise<void> {
  await tx.execute(sql`
    with gone as (delete from engine_usage where user_id = ${userId} returning *)
    insert into engine_usage as kept (day, user_id, engine, calls, input_tokens, output_tokens)
    select day, ${NOBODY}, engine, calls, input_tokens, output_tokens from gone
    on conflict (day, user_id, engine) do update set calls = kept.calls + excluded.calls,
      input_tokens = kept.input_tokens + excluded.input_tokens, output_tokens = kept.output_tokens + excluded.output_tokens`)
}
