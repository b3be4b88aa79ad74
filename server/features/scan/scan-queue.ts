/**
 * The table `scan_jobs` as a leased queue: one row for each scan that has not ended. Every write of a worker carries the
 * token of its lease (`adapters/jobs/lease.ts`).
 */
import { and, asc, count, eq, gte, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { RecogniseAsk } from '#recognition'
import type { Clock } from '../../adapters/clock.ts'
import type { Conn } from '../../adapters/db/database.ts'
import { scanJobs, scans } from '../../adapters/db/schema.ts'
import { LeaseLost, leasesOf } from '../../adapters/jobs/lease.ts'

/** The right to write one scan. */
export interface Lease {
  scanId: string
  leaseToken: string
}

export interface ScanJob extends Lease {
  userId: number
  /** 1 for the first claim. */
  attempt: number
  ask: RecogniseAsk
  /** True for an automatic frame of the camera. */
  isFrame?: boolean
}

const free = alias(scanJobs, 'free')
const running = alias(scanJobs, 'running')

export function scanQueue(conn: Conn, clock: Pick<Clock, 'now'>) {
  const now = () => new Date(clock.now())
  const leases = leasesOf(scanJobs, clock)
  const heldBy = ({ scanId, leaseToken }: Lease) => and(eq(scanJobs.scanId, scanId), leases.isHeld(leaseToken))

  return {
    async add(scanId: string, userId: number): Promise<void> {
      await conn.insert(scanJobs).values({ scanId, userId, createdAt: now() })
    },

    /** Counts the scans that have not ended: this user's, and everyone's. */
    async load(userId: number): Promise<{ mine: number; all: number }> {
      const [load] = await conn
        .select({
          mine: sql<number>`count(*) filter (where ${scanJobs.userId} = ${userId})`.mapWith(Number),
          all: count(),
        })
        .from(scanJobs)
      return load ?? { mine: 0, all: 0 }
    },

    /** Leases the oldest free scan of the users with the fewest running ones. */
    async claim(): Promise<ScanJob | undefined> {
      const at = now()
      const runningOfUser = conn
        .select({ n: count() })
        .from(running)
        .where(and(eq(running.userId, free.userId), gte(running.leaseUntil, at)))
      const next = conn
        .select({ scanId: free.scanId })
        .from(free)
        .where(leases.isFree(free))
        .orderBy(asc(sql`${runningOfUser}`), asc(free.createdAt), asc(free.scanId))
        .limit(1)
        .for('update', { skipLocked: true })
      const lease = leases.claimed()
      const [claimed] = await conn
        .update(scanJobs)
        .set(lease)
        .from(scans)
        .where(and(eq(scanJobs.scanId, next), eq(scans.id, scanJobs.scanId)))
        .returning({
          scanId: scanJobs.scanId,
          userId: scanJobs.userId,
          attempt: scanJobs.attempt,
          call: scans.call,
          context: scans.context,
        })
      if (!claimed) return undefined
      const { call, context, ...job } = claimed
      const ask = { call: call === 'menu' ? ('menu' as const) : ('identify' as const), context }
      return { ...job, leaseToken: lease.leaseToken, ask, isFrame: call === 'auto' }
    },

    /** Renews the leases and returns the tokens of those still held. */
    async renew(leaseTokens: string[]): Promise<Set<string | null>> {
      if (leaseTokens.length === 0) return new Set()
      const renewed = await conn
        .update(scanJobs)
        .set(leases.renewed())
        .where(inArray(scanJobs.leaseToken, leaseTokens))
        .returning({ leaseToken: scanJobs.leaseToken })
      return new Set(renewed.map((row) => row.leaseToken))
    },

    /** Releases the lease, so that any worker can claim the scan at once. */
    async giveBack(lease: Lease, attempt: 'failed' | 'aborted'): Promise<void> {
      await conn.update(scanJobs).set(leases.released(attempt)).where(heldBy(lease))
    },

    /** Locks the job until the transaction ends, so that no other worker claims it meanwhile. @throws LeaseLost */
    async hold(lease: Lease): Promise<{ userId: number }> {
      const [held] = await conn.select({ userId: scanJobs.userId }).from(scanJobs).where(heldBy(lease)).for('update')
      if (!held) throw new LeaseLost(`scan ${lease.scanId}`)
      return held
    },

    /** Deletes the job; call `hold` first. */
    async remove(lease: Lease): Promise<void> {
      await conn.delete(scanJobs).where(heldBy(lease))
    },
  }
}

export type ScanQueue = ReturnType<typeof scanQueue>
