/**
 * The table `scan_jobs` as a queue: one row for each scan that has not ended. Whoever works on a scan holds its lease and
 * renews it; a lease that lapses frees the scan for the next worker, on this node or another. The lease's token is the
 * fence: every write of a worker carries it, so that one who lost the lease changes nothing, whatever the clocks say.
 */
import { randomUUID } from 'node:crypto'
import { and, asc, count, eq, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { RecogniseAsk } from '#recognition'
import type { Conn } from '../db/database.ts'
import { scanJobs, scans } from '../db/schema.ts'
import type { Clock } from './clock.ts'

const LEASE_MS = 15_000

/** The right to write one scan. */
export interface Lease {
  scanId: string
  leaseToken: string
}

export interface ClaimedScan extends Lease {
  userId: number
  /** 1 for the first time. Each claim counts, also one whose worker died. */
  attempt: number
  ask: RecogniseAsk
  /** The camera took the photo by itself. */
  isFrame?: boolean
}

/** The scan was cancelled, or another worker has it: drop the work, there is nothing to write. */
export class LeaseLost extends Error {
  constructor(scanId: string) {
    super(`The lease of scan ${scanId} is lost`)
    this.name = 'LeaseLost'
  }
}

const free = alias(scanJobs, 'free')
const running = alias(scanJobs, 'running')

export function scanQueue(conn: Conn, clock: Pick<Clock, 'now'>) {
  const now = () => new Date(clock.now())
  const heldBy = ({ scanId, leaseToken }: Lease) =>
    and(eq(scanJobs.scanId, scanId), eq(scanJobs.leaseToken, leaseToken))

  return {
    async add(scanId: string, userId: number): Promise<void> {
      await conn.insert(scanJobs).values({ scanId, userId, createdAt: now() })
    },

    /** How many scans have not ended: this user's, and everyone's. */
    async load(userId: number): Promise<{ mine: number; all: number }> {
      const [load] = await conn
        .select({
          mine: sql<number>`count(*) filter (where ${scanJobs.userId} = ${userId})`.mapWith(Number),
          all: count(),
        })
        .from(scanJobs)
      return load ?? { mine: 0, all: 0 }
    },

    /** Takes the next free scan: of the users with the fewest running ones, the oldest. */
    async claim(): Promise<ClaimedScan | undefined> {
      const at = now()
      const runningOfUser = conn
        .select({ n: count() })
        .from(running)
        .where(and(eq(running.userId, free.userId), gte(running.leaseUntil, at)))
      const next = conn
        .select({ scanId: free.scanId })
        .from(free)
        .where(or(isNull(free.leaseUntil), lt(free.leaseUntil, at)))
        .orderBy(asc(sql`${runningOfUser}`), asc(free.createdAt), asc(free.scanId))
        .limit(1)
        .for('update', { skipLocked: true })
      const leaseToken = randomUUID()
      const [claimed] = await conn
        .update(scanJobs)
        .set({ leaseToken, leaseUntil: new Date(at.getTime() + LEASE_MS), attempt: sql`${scanJobs.attempt} + 1` })
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
      return { ...job, leaseToken, ask, isFrame: call === 'auto' }
    },

    /** Prolongs the leases; the answer holds the tokens of those that are still held. */
    async renew(leaseTokens: string[]): Promise<Set<string | null>> {
      if (leaseTokens.length === 0) return new Set()
      const renewed = await conn
        .update(scanJobs)
        .set({ leaseUntil: new Date(clock.now() + LEASE_MS) })
        .where(inArray(scanJobs.leaseToken, leaseTokens))
        .returning({ leaseToken: scanJobs.leaseToken })
      return new Set(renewed.map((row) => row.leaseToken))
    },

    /** Frees the scan for whoever claims next. An attempt that was called off, not failed, is taken back. */
    async giveBack(lease: Lease, attempt: 'failed' | 'called off'): Promise<void> {
      await conn
        .update(scanJobs)
        .set({
          leaseToken: null,
          leaseUntil: null,
          ...(attempt === 'called off' && { attempt: sql`${scanJobs.attempt} - 1` }),
        })
        .where(heldBy(lease))
    },

    /** Locks the job until the transaction ends, so that no other worker takes it over meanwhile. @throws LeaseLost */
    async hold(lease: Lease): Promise<{ userId: number }> {
      const [held] = await conn.select({ userId: scanJobs.userId }).from(scanJobs).where(heldBy(lease)).for('update')
      if (!held) throw new LeaseLost(lease.scanId)
      return held
    },

    /** Ends the job with the transaction; only after `hold`. */
    async remove(lease: Lease): Promise<void> {
      await conn.delete(scanJobs).where(heldBy(lease))
    },
  }
}

export type ScanQueue = ReturnType<typeof scanQueue>
