/**
 * The table `scan_jobs` as a leased queue: one row for each scan that has not ended. Every write of a worker carries the
 * token of its lease (`adapters/jobs/lease.ts`).
 */
import { and, asc, count, eq, type GetColumnData, gte, inArray, isNull, lt, min, or, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { RecogniseAsk } from '#recognition'
import type { Clock } from '../../adapters/clock.ts'
import type { Conn } from '../../adapters/db/database.ts'
import { scanJobs, scans } from '../../adapters/db/schema.ts'
import { LeaseLost, leasesOf } from '../../adapters/jobs/lease.ts'

/** The right to write one scan. */
export interface Lease {
  scanId: string
  userId: number
  leaseToken: string
}

export interface ScanJob extends Lease {
  /** When the photo was accepted. */
  createdAt: Date
  /** 1 for the first claim. */
  attempt: number
  ask: RecogniseAsk
  /** True for an automatic frame of the camera. */
  isFrame: boolean
  /** The day of whose provider budget an earlier attempt took the photo; null if none did. */
  countedOn: string | null
}

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

    /** The scans that no worker holds. */
    async waiting(): Promise<{ count: number; oldest: Date | null }> {
      const [waiting] = await conn
        .select({ count: count(), oldest: min(scanJobs.createdAt) })
        .from(scanJobs)
        .where(or(isNull(scanJobs.leaseUntil), lt(scanJobs.leaseUntil, now())))
      return waiting ?? { count: 0, oldest: null }
    },

    /** Leases the oldest free scan of the users with the fewest running ones. */
    async claim(): Promise<ScanJob | undefined> {
      const runningOfUser = conn
        .select({ n: count() })
        .from(running)
        .where(and(eq(running.userId, scanJobs.userId), gte(running.leaseUntil, now())))
      const ofScan = <Column extends PgColumn>(column: Column) =>
        sql<GetColumnData<Column>>`${conn.select({ column }).from(scans).where(eq(scans.id, scanJobs.scanId))}`
      const claimed = await leases.claim(conn, {
        key: scanJobs.scanId,
        order: [asc(sql`${runningOfUser}`), asc(scanJobs.createdAt), asc(scanJobs.scanId)],
        returning: {
          scanId: scanJobs.scanId,
          userId: scanJobs.userId,
          createdAt: scanJobs.createdAt,
          attempt: scanJobs.attempt,
          countedOn: scanJobs.countedOn,
          call: ofScan(scans.call),
          context: ofScan(scans.context),
        },
      })
      if (!claimed) return undefined
      const { call, context, ...job } = claimed.row
      const ask = { call: call === 'menu' ? ('menu' as const) : ('identify' as const), context }
      return { ...job, leaseToken: claimed.leaseToken, ask, isFrame: call === 'auto' }
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

    /** Stores on which day's provider budget the photo counts; null: on none. Returns false if the lease is lost. */
    async countOn(lease: Lease, day: string | null): Promise<boolean> {
      const counted = await conn
        .update(scanJobs)
        .set({ countedOn: day })
        .where(heldBy(lease))
        .returning({ scanId: scanJobs.scanId })
      return counted.length > 0
    },

    /** Locks the job until the transaction ends, so that no other worker claims it meanwhile. @throws LeaseLost */
    async hold(lease: Lease): Promise<void> {
      const [held] = await conn.select({ scanId: scanJobs.scanId }).from(scanJobs).where(heldBy(lease)).for('update')
      if (!held) throw new LeaseLost(`scan ${lease.scanId}`)
    },

    /** Deletes the job; call `hold` first. */
    async remove(lease: Lease): Promise<void> {
      await conn.delete(scanJobs).where(heldBy(lease))
    },
  }
}

export type ScanQueue = ReturnType<typeof scanQueue>
