/**
 * Tells users that the ratings of others have changed the rating of a beer they saved, once the changes since they saved or rated it,
 * or were last notified, add up to something. Works after the vote: a notice that a crash loses is sent with the next vote.
 */
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../adapters/clock.ts'
import type { Conn, Db } from '../../adapters/db/database.ts'
import {
  beers,
  favorites,
  notificationPreferences,
  outgoingMessages,
  pushSubscriptions,
} from '../../adapters/db/schema.ts'
import { startPoll } from '../../adapters/jobs/poll.ts'
import { wants } from './queue-notice.ts'

/** Points of 100. Less is hardly seen on a card. */
const CHANGE_MIN = 2
const INTERVAL_MS = 60_000

interface Vote {
  beerId: number
  /** The voter knows already. */
  userId: number
}

export interface RatingNews {
  rated(vote: Vote): void
  close(): Promise<void>
}

interface RatingNewsPorts {
  db: Db
  clock: Pick<Clock, 'now' | 'every'>
  log: Pick<FastifyBaseLogger, 'error'>
}

export function startRatingNews({ db, clock, log }: RatingNewsPorts): RatingNews {
  const votes: Vote[] = []
  const work = async () => {
    for (let vote = votes.shift(); vote; vote = votes.shift()) await tell(db, vote, new Date(clock.now()))
  }
  const failureMessage = 'queueing notices about ratings failed'
  const poll = startPoll({ clock, intervalMs: INTERVAL_MS, work, log, failureMessage })
  return {
    rated(vote) {
      votes.push(vote)
      poll.wake()
    },
    close: poll.close,
  }
}

/** One statement: the user is notified once, whatever other nodes do at the same time. */
async function tell(conn: Conn, { beerId, userId }: Vote, at: Date): Promise<void> {
  await conn.execute(sql`
    with changed as (
      select ${favorites.id} as id, ${favorites.userId} as user_id, ${favorites.toldRating} as before,
        ${beers.rating} as rating, ${beers.ratingOrigin} as origin, ${beers.name} as name
      from ${favorites} join ${beers} on ${beers.id} = ${favorites.beerId}
      where ${beers.id} = ${beerId} and ${beers.rating} > 0 and ${favorites.userId} <> ${userId}
        and (${favorites.toldRating} is null or abs(${beers.rating} - ${favorites.toldRating}) >= ${CHANGE_MIN})
      order by 1 for update of ${favorites} skip locked
    ), notified as (
      update ${favorites} set told_rating = changed.rating from changed where ${favorites.id} = changed.id
    )
    insert into ${outgoingMessages} (user_id, subscription_id, notice, queued_at, due_at)
    select ${pushSubscriptions.userId}, ${pushSubscriptions.id}, jsonb_build_object('kind', 'rating', 'beerId', ${beerId}::int,
      'name', changed.name, 'before', round(changed.before), 'rating', round(changed.rating),
      'isExpected', coalesce(changed.origin, 'style') not in ('community', 'imported')), ${at}::timestamptz, ${at}::timestamptz
    from changed join ${pushSubscriptions} on ${pushSubscriptions.userId} = changed.user_id
    left join ${notificationPreferences} on ${notificationPreferences.userId} = changed.user_id
    where changed.before is not null and ${wants('newBeerRatings')} and ${wants('pushNotifications')}
    -- A browser that is being signed out gets none, rather than fail the statement for all others.
    for key share of ${pushSubscriptions} skip locked`)
}
