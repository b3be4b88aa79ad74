/** A user's notification preferences, and the browsers that show their notices. Opened for a user. */
import { and, eq, ne, or, sql } from 'drizzle-orm'
import type { InputOf, ServerPreferences, saveNotifications, subscribeToPush } from '#contracts'
import type { Clock } from '../../adapters/clock.ts'
import type { Db } from '../../adapters/db/database.ts'
import { lockUser } from '../../adapters/db/lock-user.ts'
import {
  notificationPreferences,
  outgoingMessages,
  pushSubscriptions,
  sessions,
  users,
} from '../../adapters/db/schema.ts'
import { ProductError } from '../../adapters/http/errors.ts'
import { isTimeZone, lastMonday } from '../../core/journal/week.ts'
import { DEFAULT_PREFERENCES } from '../../core/notices/queue-notice.ts'

/** Nobody's mailbox is filled with links. */
const CONFIRMATION_INTERVAL_MS = 10 * 60_000

export function notificationStore(db: Db, clock: Pick<Clock, 'now'>) {
  return {
    of: (userId: number) => ({
      /** Null until one was changed. */
      async preferences(): Promise<ServerPreferences | null> {
        const { newBeerRatings, menuScanComplete, weeklyDigest, breweryRecommendations } = notificationPreferences
        const { emailNotifications, pushNotifications } = notificationPreferences
        const about = { newBeerRatings, menuScanComplete, weeklyDigest, breweryRecommendations }
        const [row] = await db
          .select({ ...about, emailNotifications, pushNotifications })
          .from(notificationPreferences)
          .where(eq(notificationPreferences.userId, userId))
        return row ?? null
      },

      /** Leaves preferences that are not given as they are: another device, or a link in an e-mail, may have changed them. */
      async save({ timeZone, ...preferences }: InputOf<typeof saveNotifications>['body']): Promise<void> {
        const known: { timeZone?: string } = timeZone !== undefined && isTimeZone(timeZone) ? { timeZone } : {}
        // Whoever switches the digest on gets the next one, not the last.
        const monday = lastMonday(clock.now(), known.timeZone ?? null)
        const digestDay = sql`case when ${notificationPreferences.weeklyDigest} then ${notificationPreferences.digestDay} else ${monday} end`
        await db
          .insert(notificationPreferences)
          .values({ userId, ...DEFAULT_PREFERENCES, ...preferences, ...known, digestDay: monday })
          .onConflictDoUpdate({
            target: notificationPreferences.userId,
            set: { ...preferences, ...known, digestDay, importId: null },
          })
      },

      async address(): Promise<{ email: string | null; isConfirmed: boolean }> {
        const isConfirmed = sql<boolean>`${users.email} is not distinct from ${users.confirmedEmail}`
        const [row] = await db.select({ email: users.email, isConfirmed }).from(users).where(eq(users.id, userId))
        return { email: row?.email ?? null, isConfirmed: row?.isConfirmed ?? false }
      },

      /** Returns 0, or for how long the user has to wait because a link was just sent. */
      async queueConfirmation(): Promise<number> {
        return await db.transaction(async (tx) => {
          const user = await lockUser(tx, userId)
          if (!user?.email) return 0
          const sentAt = user.confirmationSentAt?.getTime() ?? Number.NEGATIVE_INFINITY
          const waitMs = sentAt + CONFIRMATION_INTERVAL_MS - clock.now()
          if (waitMs > 0) return waitMs
          const at = new Date(clock.now())
          await tx.update(users).set({ confirmationSentAt: at }).where(eq(users.id, userId))
          await tx
            .insert(outgoingMessages)
            .values({ userId, mail: { kind: 'confirmation', address: user.email }, queuedAt: at, dueAt: at })
          return 0
        })
      },

      /**
       * A session has one browser, and a browser shows the notices of one user.
       * @throws ProductError unauthenticated if the session has ended in the meantime
       */
      async subscribe(sessionId: number, { endpoint, keys }: InputOf<typeof subscribeToPush>['body']): Promise<void> {
        const values = { userId, sessionId, endpoint, ...keys, subscribedAt: new Date(clock.now()) }
        const { endpoint: address, sessionId: session, userId: owner } = pushSubscriptions
        await db.transaction(async (tx) => {
          await lockUser(tx, userId)
          const [current] = await tx.select().from(sessions).where(eq(sessions.id, sessionId)).for('key share')
          if (!current) throw new ProductError('unauthenticated', 'Please sign in.')
          const isOthers = and(eq(address, endpoint), ne(owner, userId))
          await tx.delete(pushSubscriptions).where(or(isOthers, and(eq(session, sessionId), ne(address, endpoint))))
          await tx.insert(pushSubscriptions).values(values).onConflictDoUpdate({ target: address, set: values })
        })
      },

      async unsubscribe(sessionId: number): Promise<void> {
        await db
          .delete(pushSubscriptions)
          .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.sessionId, sessionId)))
      },
    }),
  }
}
