/**
 * Computes the ratings of beers that have none yet, and the standings of styles whose ratings changed. A new beer starts at
 * 0; this job ends that within seconds: it is woken when a beer is made, and looks by itself for what another node or a
 * crash left behind.
 */
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/database.ts'
import { rateBeers } from './rate-beers.ts'
import { distrustStandings, refreshStandings } from './standings.ts'

const LOOK_INTERVAL_MS = 2_000
const BATCH = 500

export interface RatingJob {
  /** New beers may be waiting. */
  wake(): void
  close(): Promise<void>
}

export function startRatingJob({ db, log }: { db: Db; log: FastifyBaseLogger }): RatingJob {
  let running: Promise<void> | undefined
  let closed = false
  let isTrusted = false

  const work = async () => {
    await rateWaiting(db)
    if (!isTrusted) await distrustStandings(db)
    isTrusted = true
    await refreshStandings(db)
  }
  const look = () => {
    if (closed || running) return
    running = work()
      .catch((error: unknown) => log.error({ err: error }, 'ratings could not be computed'))
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(look, LOOK_INTERVAL_MS)
  look()
  return {
    wake: look,
    async close() {
      closed = true
      clearInterval(timer)
      await running
    },
  }
}

/** Rates every beer that waits, in batches. */
export async function rateWaiting(db: Db): Promise<void> {
  while (
    (await rateBeers(db, sql`id in (select id from beers where rating = 0 order by id limit ${BATCH})`)) === BATCH
  );
}
