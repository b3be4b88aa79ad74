/**
 * Which processes read photos. Each of them reports to the table `workers`; nodes show the reports as metrics, because what was killed
 * shows none. A process that stops takes its row with it, so that an old report means that the process was killed or hangs.
 */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { and, eq, lt, lte } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '../../adapters/clock.ts'
import type { Db } from '../../adapters/db/database.ts'
import { workers } from '../../adapters/db/schema.ts'
import { startPoll } from '../../adapters/jobs/poll.ts'
import { measured } from '../../adapters/metrics.ts'

const REPORT_INTERVAL_MS = 15_000
const MISSING_AFTER_MS = 60_000
/** Then its alert has been noticed. */
const FORGOTTEN_AFTER_MS = 60 * 60_000

export interface WorkerReports {
  db: Db
  clock: Pick<Clock, 'now' | 'every'>
  log: Pick<FastifyBaseLogger, 'error'>
  /** `node`: a server that also reads photos. */
  kind: 'node' | 'worker'
  node?: string
}

/** Reports at once and then regularly, and takes the place of a process of this kind that went missing on this machine before it came. */
export function reportWorker({ db, clock, log, kind, node = hostname() }: WorkerReports): { close(): Promise<void> } {
  const id = randomUUID()
  const startedAt = clock.now()
  const before = (ms: number) => new Date(clock.now() - ms)

  async function work() {
    const lastSeen = new Date(Math.min(startedAt, clock.now() - MISSING_AFTER_MS))
    await db.delete(workers).where(and(eq(workers.node, node), eq(workers.kind, kind), lte(workers.seenAt, lastSeen)))
    await db.delete(workers).where(lt(workers.seenAt, before(FORGOTTEN_AFTER_MS)))
    const seenAt = before(0)
    await db
      .insert(workers)
      .values({ id, node, kind, seenAt })
      .onConflictDoUpdate({ target: workers.id, set: { seenAt } })
  }
  const failureMessage = 'reporting that this process reads photos failed'
  const poll = startPoll({ clock, intervalMs: REPORT_INTERVAL_MS, work, log, failureMessage })
  poll.wake()
  return {
    async close() {
      await poll.close()
      await db
        .delete(workers)
        .where(eq(workers.id, id))
        .catch((error: unknown) => log.error({ err: error }, failureMessage))
    },
  }
}

/** With nothing reported, or no database, the gauge has no values. */
export function workerMetrics(registry: Registry, db: Db, clock: Pick<Clock, 'now'>): void {
  new Gauge({
    name: 'workers_alive',
    help: 'Processes that read photos, by machine: nodes with readers, and workers. Those that went without stopping count as 0 for an hour.',
    labelNames: ['node', 'kind', 'process'],
    registers: [registry],
    async collect() {
      const all = (await measured(() => db.select().from(workers))) ?? []
      this.reset()
      for (const { id, node, kind, seenAt } of all) {
        this.set({ node, kind, process: id }, clock.now() - seenAt.getTime() < MISSING_AFTER_MS ? 1 : 0)
      }
    },
  })
}
