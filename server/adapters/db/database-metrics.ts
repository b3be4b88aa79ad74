/** Metrics of the database: its connections, and the newest snapshot of the embedded one. */
import type pg from 'pg'
import { Gauge, type Registry } from 'prom-client'
import { measuredGauge } from '../metrics.ts'
import { newestSnapshot } from './snapshots.ts'

type Connections = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>

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
