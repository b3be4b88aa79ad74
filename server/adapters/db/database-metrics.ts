/** Metrics of the database: its connections, the wait for them, and the newest snapshot of the embedded one. */
import { Gauge, Histogram, type Registry } from 'prom-client'
import { measuredGauge } from '../metrics.ts'
import type { KeptPool } from './keep-connections.ts'
import { newestSnapshot } from './snapshots.ts'

type Connections = Pick<KeptPool, 'totalCount' | 'idleCount' | 'waitingCount' | 'onWaited'>

/** `snapshotsDir`: undefined if the database is not embedded. */
export function databaseMetrics(registry: Registry, pool: Connections, snapshotsDir: string | undefined): void {
  new Gauge({
    name: 'database_connections',
    help: 'Open database connections of this node.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
    },
  })
  measuredGauge(
    registry,
    { name: 'database_waiting', help: 'Statements and transactions that wait for a database connection of this node.' },
    () => pool.waitingCount,
  )
  const waited = new Histogram({
    name: 'database_wait_seconds',
    help: 'How long statements and transactions waited for a database connection of this node.',
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  pool.onWaited((seconds) => waited.observe(seconds))
  if (snapshotsDir === undefined) return
  measuredGauge(
    registry,
    {
      name: 'snapshot_newest_timestamp_seconds',
      help: 'When the newest snapshot of the embedded database was taken. Missing before the first one.',
    },
    () => {
      const newest = newestSnapshot(snapshotsDir)
      return newest && newest.takenAt.getTime() / 1_000
    },
  )
}
