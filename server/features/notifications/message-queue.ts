/** The queue of messages to users. A node claims one with a lease; every write carries the lease's token. */
import { and, asc, eq, gt, gte, isNotNull, isNull, lt, lte, notInArray, or, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Clock } from '../../adapters/clock.ts'
import type { Db } from '../../adapters/db/database.ts'
import { outgoingMessages, pushSubscriptions, users } from '../../adapters/db/schema.ts'
import { leasesOf } from '../../adapters/jobs/lease.ts'

const MINUTE_MS = 60_000
/** The pause after each failed attempt but the last. */
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS]
const ATTEMPTS_MAX = PAUSES_MS.length + 1
/** A push service may ask for more patience, within reason. */
const PAUSE_MAX_MS = 6 * 60 * MINUTE_MS
/** An older message is no news. */
const AGE_MAX_MS = 3 * 24 * 60 * MINUTE_MS

export interface Channels {
  push: boolean
  email: boolean
}

const sending = alias(outgoingMessages, 'sending')

type Row = typeof outgoingMessages.$inferSelect
/** A message leased to this process. */
export type ClaimedMessage = Pick<Row, 'id' | 'userId' | 'subscriptionId' | 'notice' | 'mail' | 'attempt'> & {
  leaseToken: string
}

export type MessageQueue = ReturnType<typeof messageQueue>

export function messageQueue(db: Db, clock: Pick<Clock, 'now'>) {
  const leases = leasesOf(outgoingMessages, clock)
  const at = (ms = 0) => new Date(clock.now() + ms)
  const held = ({ id, leaseToken }: { id: number; leaseToken: string }) =>
    and(eq(outgoingMessages.id, id), leases.isHeld(leaseToken))
  const remove = async (claimed: { id: number; leaseToken: string }): Promise<void> => {
    await db.delete(outgoingMessages).where(held(claimed))
  }

  return {
    /**
     * Leases the message that is due longest, of those that this node can send, and rather of a user to whom none is being sent: one whose
     * push service takes its time holds up nobody else.
     */
    async claim({ push, email }: Channels): Promise<ClaimedMessage | undefined> {
      const { id, userId, subscriptionId, notice, mail, attempt, dueAt } = outgoingMessages
      const canSend = push && email ? undefined : push ? isNull(mail) : isNotNull(mail)
      const leased = db.select({ userId: sending.userId }).from(sending).where(gte(sending.leaseUntil, at()))
      const claimOf = (whose?: SQL) =>
        leases.claim(db, {
          key: id,
          isReady: and(lte(dueAt, at()), canSend, whose),
          order: [asc(dueAt), asc(id)],
          returning: { id, userId, subscriptionId, notice, mail, attempt },
        })
      const claimed = (await claimOf(notInArray(userId, leased))) ?? (await claimOf())
      return claimed && { ...claimed.row, leaseToken: claimed.leaseToken }
    },

    /** The browser that a notice is for, and the language of its user; undefined if it was signed out meanwhile. */
    async browserOf({ subscriptionId, userId }: ClaimedMessage) {
      if (subscriptionId === null) return undefined
      const { endpoint, p256dh, auth } = pushSubscriptions
      const [browser] = await db
        .select({ endpoint, p256dh, auth, language: users.language })
        .from(pushSubscriptions)
        .innerJoin(users, eq(users.id, pushSubscriptions.userId))
        .where(and(eq(pushSubscriptions.id, subscriptionId), eq(pushSubscriptions.userId, userId)))
      return browser
    },

    /** Keeps the message while it is being sent. */
    async renew(claimed: ClaimedMessage): Promise<void> {
      await db.update(outgoingMessages).set(leases.renewed()).where(held(claimed))
    },

    remove,

    /** Forgets the browser, and with it every message to it. */
    async removeBrowser({ subscriptionId, userId }: ClaimedMessage): Promise<void> {
      if (subscriptionId === null) return
      await db
        .delete(pushSubscriptions)
        .where(and(eq(pushSubscriptions.id, subscriptionId), eq(pushSubscriptions.userId, userId)))
    },

    /** Returns false if it was the last attempt: the message is dropped. */
    async retryLater(claimed: ClaimedMessage, afterMs = 0): Promise<boolean> {
      const pause = PAUSES_MS[claimed.attempt - 1]
      if (pause === undefined) {
        await remove(claimed)
        return false
      }
      const dueAt = at(Math.min(PAUSE_MAX_MS, Math.max(pause, afterMs)))
      await db
        .update(outgoingMessages)
        .set({ ...leases.released('failed'), dueAt })
        .where(held(claimed))
      return true
    },

    /** Another node may have it at once. */
    async release(claimed: ClaimedMessage): Promise<void> {
      await db.update(outgoingMessages).set(leases.released('aborted')).where(held(claimed))
    },

    /** Removes what nobody sends any more: it is too old, or each attempt ended its process. */
    async removeStale(): Promise<void> {
      const isDead = and(gt(outgoingMessages.attempt, ATTEMPTS_MAX), leases.isFree())
      await db.delete(outgoingMessages).where(or(lt(outgoingMessages.queuedAt, at(-AGE_MAX_MS)), isDead))
    },
  }
}
