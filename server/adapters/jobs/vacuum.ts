import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { startPoll } from './poll.ts'

const INTERVAL_MS = 10 * 60_000

const TABLES = `
  select oid::regclass::text as name from pg_class
  where relkind = 'r' and relnamespace in ('public'::regnamespace, 'pg_catalog'::regnamespace) and not relisshared`

/**
 * Reuses the space of deleted rows. PostgreSQL does it itself; the embedded database has no background processes. Table by table, because
 * nothing else is answered during a statement, and one for all of them takes long on a busy machine.
 */
export function vacuumRegularly(
  app: FastifyInstance,
  { kind, pool }: Pick<Database, 'kind' | 'pool'>,
  clock: Pick<Clock, 'every'>,
): void {
  if (kind !== 'embedded') return
  const work = async () => {
    const { rows } = await pool.query<{ name: string }>(TABLES)
    for (const { name } of rows) await pool.query(`vacuum ${name}`)
  }
  const failureMessage = 'vacuum failed'
  const poll = startPoll({ clock, intervalMs: INTERVAL_MS, work, log: app.log, failureMessage, yields: true })
  app.addHook('onClose', poll.close)
}
