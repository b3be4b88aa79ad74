/** Checks the database without changing it. A server that holds the embedded one is asked to look itself. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { z } from 'zod'
import { type Command, ServerNotRunning, sendCommand } from '../adapters/commands/command-socket.ts'
import { connect, type Db } from '../adapters/db/database.ts'
import { startEmbedded } from '../adapters/db/embedded.ts'
import { migrationsFolder, NewerDatabase } from '../adapters/db/migrate.ts'
import { assertSuitable, DatabaseUnsuitable } from '../adapters/db/suitable.ts'
import { createLog } from '../adapters/http/log.ts'
import type { Config, Secrets } from '../config.ts'
import { type Check, Problem } from './check.ts'

/** As PostgreSQL counts: 15.0. */
const VERSION_MIN = 150_000
const COMMAND = 'describe-database'
/** A third of a lease: a node whose clock is further ahead would take scans from others that still read them. */
const CLOCK_DIFFERENCE_MAX_MS = 5_000

const DatabaseState = z.object({
  version: z.number(),
  hasTrigrams: z.boolean(),
  /** When the newest applied migration was made; null in an empty database. */
  migratedTo: z.number().nullable(),
  /** It has a migration that this version lacks. Servers of earlier versions do not report it. */
  isNewer: z.boolean().default(false),
})
type DatabaseState = z.infer<typeof DatabaseState>

const Applied = z.array(z.object({ when: z.number() }))
const Journal = z.object({ entries: Applied })

export function doctorCommands(db: Db): Record<typeof COMMAND, Command> {
  return { [COMMAND]: () => stateOf(db) }
}

export function databaseOf({ config, secrets }: { config: Config; secrets: Secrets }, now = Date.now): Check {
  return {
    name: 'database',
    async run() {
      const { dataDir } = config
      if (config.database === 'postgres') return describe(await stateOfPostgres(secrets.databaseUrl, now), 'PostgreSQL')
      if (!existsSync(join(dataDir, 'database'))) return `none yet: the first start creates it in ${resolve(dataDir)}`
      const running = await sendCommand(dataDir, { command: COMMAND, input: null }, () => {}).catch(notRunning)
      if (running !== undefined) return describe(DatabaseState.parse(running), `in use by the server, embedded`)
      return describe(await stateOfFolder(dataDir), 'embedded')
    },
  }
}

function notRunning(error: unknown): undefined {
  if (!(error instanceof ServerNotRunning)) throw error
}

async function stateOfPostgres(databaseUrl: string | undefined, now: () => number): Promise<DatabaseState> {
  const pool = connect({ connectionString: databaseUrl, max: 1 }, createLog('silent'))
  try {
    const state = await stateOf(drizzle(pool))
    await assertSuitable(pool, { creates: pendingOf(state).length > 0 })
    const { rows } = await pool.query<{ isReadOnly: boolean }>(
      `select current_setting('transaction_read_only')::bool as "isReadOnly"`,
    )
    if (rows[0]?.isReadOnly)
      throw new Problem('It is read-only, as a replica is.', 'DATABASE_URL must lead to the primary.')
    await assertSameTime(pool, now)
    return state
  } catch (error) {
    if (error instanceof DatabaseUnsuitable || error instanceof Problem) throw error
    const { message } = error instanceof Error && error.cause instanceof Error ? error.cause : Object(error)
    throw new Problem(`It does not answer: ${message}.`, 'Check DATABASE_URL, and that the database is running.')
  } finally {
    await pool.end()
  }
}

/** The time of the answer lies between those before and after, so that a slow network differs by nothing. */
async function assertSameTime(pool: pg.Pool, now: () => number): Promise<void> {
  const before = now()
  const { rows } = await pool.query<{ ms: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as ms')
  const { ms = before } = rows[0] ?? {}
  const difference = Math.max(before - ms, ms - now(), 0)
  if (difference <= CLOCK_DIFFERENCE_MAX_MS) return
  const message = `Its clock differs from that of this machine by ${Math.round(difference / 1_000)} s.`
  throw new Problem(message, 'Let all machines follow a time server (NTP), or nodes take scans from one another.')
}

async function stateOfFolder(dataDir: string): Promise<DatabaseState> {
  const log = createLog('silent')
  const embedded = await startEmbedded({ dataDir, takesSnapshots: false, log })
  const pool = connect(embedded.socket, log)
  try {
    return await stateOf(drizzle(pool))
  } finally {
    await pool.end()
    await embedded.close()
  }
}

async function stateOf(db: Db): Promise<DatabaseState> {
  const { rows } = await db.execute(sql`
    select current_setting('server_version_num')::int as "version",
      exists (select from pg_available_extensions where name = 'pg_trgm') as "hasTrigrams",
      to_regclass('drizzle.__drizzle_migrations') is not null as "isMigrated"`)
  const { isMigrated, ...state } = DatabaseState.omit({ migratedTo: true })
    .extend({ isMigrated: z.boolean() })
    .parse(rows[0])
  if (!isMigrated) return { ...state, migratedTo: null }
  const { rows: applied } = await db.execute(
    sql`select created_at::float8 as "when" from drizzle.__drizzle_migrations order by created_at`,
  )
  const [times, known] = [Applied.parse(applied).map(({ when }) => when), migrationTimes()]
  return { ...state, migratedTo: times.at(-1) ?? null, isNewer: times.some((when) => !known.includes(when)) }
}

function pendingOf({ migratedTo }: Pick<DatabaseState, 'migratedTo'>): number[] {
  return migrationTimes().filter((when) => when > (migratedTo ?? 0))
}

function migrationTimes(): number[] {
  const journal = readFileSync(join(migrationsFolder(), 'meta', '_journal.json'), 'utf8')
  return Journal.parse(JSON.parse(journal)).entries.map(({ when }) => when)
}

function describe({ version, hasTrigrams, migratedTo, isNewer }: DatabaseState, kind: string): string {
  const name = `${kind} ${Math.floor(version / 10_000)}.${version % 10_000}`
  if (version < VERSION_MIN) throw new Problem(`${name} is too old.`, 'PostgreSQL 15 or newer is needed.')
  if (!hasTrigrams) {
    throw new Problem(`${name} has no extension pg_trgm.`, 'Install it (on Debian: postgresql-contrib).')
  }
  if (isNewer) throw new NewerDatabase()
  const pending = pendingOf({ migratedTo }).length
  return `${name}, ${pending === 0 ? 'up to date' : `the next start applies ${pending} migrations`}`
}
