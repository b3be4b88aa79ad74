import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { startPoll } from './poll.ts'

const INTERVAL_MS = 10 * 60_000

/** Reuses the space of deleted rows. PostgreSQL does it itself; the embedded database has no background processes. */
export function vacuumRegularly(
  app: FastifyInstance,
  { kind, pool }: Pick<Database, 'kind' | 'pool'>,
  clock: Pick<Clock, 'every'>,
): void {
  if (kind !== 'embedded') return
  const work = () => pool.query('vacuum')
  const failureMessage = 'vacuum failed'
  const poll = startPoll({ clock, intervalMs: INTERVAL_MS, work, log: app.log, failureMessage, yields: true })
  app.addHook('onClose', poll.close)
}
