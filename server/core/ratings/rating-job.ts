/**
 * Background job: rates beers that have no rating yet and recomputes the percentiles of styles whose ratings changed. New
 * beers start at 0 and are rated within seconds, by whichever node polls first.
 */
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../adapters/clock.ts'
import type { Database, Db } from '../../adapters/db/database.ts'
import { type Poll, startPoll } from '../../adapters/jobs/poll.ts'
import { rateBeers } from './rate-beers.ts'
import { invalidateStylePercentiles, refreshStylePercentiles } from './style-percentiles.ts'

const POLL_INTERVAL_MS = 2_000
const BATCH = 500

export interface RatingJobPorts {
  db: Db
  changes?: Database['changes'] | undefined
  clock: Pick<Clock, 'every'>
  log: FastifyBaseLogger
}

export function startRatingJob({ db, changes, clock, log }: RatingJobPorts): Poll {
  let isFirst = true

  const work = async () => {
    await rateWaiting(db)
    // Ratings may have changed before the start without a record of it.
    if (isFirst) await invalidateStylePercentiles(db)
    isFirst = false
    await refreshStylePercentiles(db)
  }
  const failureMessage = 'computing ratings failed'
  const job = startPoll({ clock, intervalMs: POLL_INTERVAL_MS, work, log, failureMessage, yields: true, changes })
  job.wake()
  return job
}

/** Rates all beers without a rating, in batches. */
export async function rateWaiting(db: Db): Promise<void> {
  while (
    (await rateBeers(db, sql`id in (select id from beers where rating = 0 order by id limit ${BATCH})`)) === BATCH
  );
}
