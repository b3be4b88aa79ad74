/** Metrics of scans: how many wait and how long, what each attempt took, and how it ended. */
import { Histogram, type Registry } from 'prom-client'
import type { Clock } from '../../adapters/clock.ts'
import type { Db } from '../../adapters/db/database.ts'
import { LeaseLost } from '../../adapters/jobs/lease.ts'
import { measuredGauge } from '../../adapters/metrics.ts'
import type { ScanOutcome } from './end-scan.ts'
import type { ScanTimes } from './run-scan.ts'
import { type ScanJob, scanQueue } from './scan-queue.ts'

export interface ScanMetrics {
  /** Runs an attempt at a scan and records how long it waited and took, and how it ended. */
  measured(job: Pick<ScanJob, 'ask' | 'attempt' | 'createdAt'>, attempt: () => Promise<ScanOutcome>): Promise<void>
  /** Records how long the stages of a completed attempt took, in seconds. */
  stages(job: Pick<ScanJob, 'ask'>, times: ScanTimes): void
}

export function scanMetrics(registry: Registry, db: Db, clock: Pick<Clock, 'now'>): ScanMetrics {
  const queue = scanQueue(db, clock)
  measuredGauge(
    registry,
    { name: 'scans_waiting', help: 'Scans that no reader works on yet, of all nodes.' },
    async () => (await queue.waiting()).count,
  )
  measuredGauge(
    registry,
    { name: 'scans_waiting_oldest_seconds', help: 'Since when the oldest of them has waited; 0 if none waits.' },
    async () => {
      const { oldest } = await queue.waiting()
      return oldest ? (clock.now() - oldest.getTime()) / 1_000 : 0
    },
  )
  const seconds = new Histogram({
    name: 'scan_duration_seconds',
    help: 'Attempts at scans by outcome: `completed`, `dropped` (deleted, or a camera frame without a new beer), the failure code, or `retried`.',
    labelNames: ['call', 'outcome'],
    buckets: [0.5, 1, 2, 5, 10, 20, 40, 90],
    registers: [registry],
  })
  const ofStages = new Histogram({
    name: 'scan_stage_seconds',
    help: 'Stages of completed attempts; `waiting` is the time until the first of them.',
    labelNames: ['call', 'stage'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 40],
    registers: [registry],
  })

  return {
    async measured({ ask: { call }, attempt: number, createdAt }, attempt) {
      const startedAt = clock.now()
      // A later attempt waits for the lease of the one before.
      if (number === 1) ofStages.observe({ call, stage: 'waiting' }, (startedAt - createdAt.getTime()) / 1_000)
      const record = (outcome: ScanOutcome | 'retried') =>
        seconds.observe({ call, outcome }, (clock.now() - startedAt) / 1_000)
      try {
        record(await attempt())
      } catch (error) {
        record(error instanceof LeaseLost ? 'dropped' : 'retried')
        throw error
      }
    },
    stages({ ask: { call } }, times) {
      for (const [stage, seconds] of Object.entries(times)) ofStages.observe({ call, stage }, seconds)
    },
  }
}
