/**
 * Queues the weekly digests, every Monday morning where their users live. The row of the preferences notes for which Monday that was
 * done, in the transaction that queues the messages, so that of any number of nodes one does it.
 */
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../adapters/clock.ts'
import type { Db, Tx } from '../../adapters/db/database.ts'
import { notificationPreferences, outgoingMessages } from '../../adapters/db/schema.ts'
import { type Poll, startPoll } from '../../adapters/jobs/poll.ts'
import { lastMonday } from '../../core/journal/week.ts'
import { weekInBeer } from '../../core/journal/week-in-beer.ts'
import { queueNotice } from '../../core/notices/queue-notice.ts'

const INTERVAL_MS = 60_000

export interface DigestPorts {
  db: Db
  clock: Pick<Clock, 'now' | 'every'>
  log: Pick<FastifyBaseLogger, 'error'>
  sendsEmail: boolean
}

export function startWeeklyDigest({ db, clock, log, sendsEmail }: DigestPorts): Poll {
  const { userId, timeZone, weeklyDigest, digestDay } = notificationPreferences

  async function work(): Promise<void> {
    const zones = await db.selectDistinct({ timeZone }).from(notificationPreferences).where(eq(weeklyDigest, true))
    for (const zone of zones) {
      const monday = lastMonday(clock.now(), zone.timeZone)
      const isDue = and(
        eq(weeklyDigest, true),
        sql`${timeZone} is not distinct from ${zone.timeZone}`,
        or(isNull(digestDay), lt(digestDay, monday)),
      )
      const due = await db.select({ userId }).from(notificationPreferences).where(isDue).orderBy(userId)
      for (const user of due) {
        await db.transaction(async (tx) => {
          const [still] = await tx
            .select()
            .from(notificationPreferences)
            .where(and(eq(userId, user.userId), isDue))
            .for('update', { skipLocked: true })
          if (still) await queueDigest(tx, still, monday)
        })
      }
    }
  }

  async function queueDigest(tx: Tx, user: typeof notificationPreferences.$inferSelect, monday: string): Promise<void> {
    await tx.update(notificationPreferences).set({ digestDay: monday }).where(eq(userId, user.userId))
    const week = await weekInBeer(tx, { userId: user.userId, monday, timeZone: user.timeZone })
    // A week without anything sends nothing.
    if (week.entries === 0 && week.favorites.length === 0) return
    const at = new Date(clock.now())
    await queueNotice(tx, { userId: user.userId, about: 'weeklyDigest', notice: { kind: 'week' }, at })
    if (sendsEmail && user.emailNotifications) {
      const mail = { kind: 'digest', day: monday } as const
      await tx.insert(outgoingMessages).values({ userId: user.userId, mail, queuedAt: at, dueAt: at })
    }
  }

  return startPoll({ clock, intervalMs: INTERVAL_MS, work, log, failureMessage: 'queueing the weekly digests failed' })
}
