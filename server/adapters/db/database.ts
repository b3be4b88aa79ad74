/**
 * Opens the database: embedded in a folder, or PostgreSQL at a URL. Both use the same driver, schema and migrations, so that no
 * other code depends on which one it is.
 */
import { Socket } from 'node:net'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { type EmbeddedOptions, startEmbedded } from './embedded.ts'
import { DatabaseUnreachable, type KeptPool, keepConnections } from './keep-connections.ts'
import { migrateDatabase } from './migrate.ts'
import { openDrizzle } from './open-drizzle.ts'

export type Db = NodePgDatabase
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]
/** The parameter of stores. Inside a transaction use only its `tx`: the embedded database has a single connection. */
export type Conn = Db | Tx

export interface Database {
  db: Db
  pool: KeptPool
  kind: 'embedded' | 'postgres'
  /** How often it has been written to; undefined where other processes may write, too. */
  changes?: () => Promise<number>
  close(): Promise<void>
}

export interface DatabaseOptions extends EmbeddedOptions {
  /** If undefined, the embedded database in `dataDir` is used. */
  databaseUrl?: string | undefined
  /** For commands, such as a backup: a statement may take as long as it needs. */
  isPatient?: boolean
  /** False: the tables stay those of the version that made them. Default true. */
  migrates?: boolean
  /** Runs once the tables are those of this version, and may take as long as it needs. */
  prepare?(db: Db): Promise<unknown>
}

/** How long a query waits for a free connection before it fails. */
const CONNECTION_TIMEOUT_MS = 10_000
const POSTGRES_CONNECTIONS = 10
/** An idle connection to a host that has vanished is noticed after this and ten seconds. */
const KEEP_ALIVE_MS = 30_000
/**
 * No statement of a running server takes this long, and the app waits a minute for an answer. Until then, connections to a host that has vanished
 * take the places of those that could be opened.
 */
const SILENCE_MAX_MS = 45_000

/** @throws DatabaseUnreachable, whose message says what the operator can check */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, isPatient = false, migrates = true, prepare, ...embedded } = options
  if (databaseUrl !== undefined) {
    const { log } = embedded
    // A migration may take as long as it needs.
    const migrating = connect({ connectionString: databaseUrl, max: 1 }, log)
    await (migrates ? migrateDatabase(migrating, 'postgres') : migrating.query('select 1'))
      .then(() => prepare?.(openDrizzle(migrating)))
      .catch(explainUnreachable)
      .finally(() => migrating.end())
    const limits = { max: POSTGRES_CONNECTIONS, ...(!isPatient && endSilentConnections(SILENCE_MAX_MS)) }
    const pool = connect({ connectionString: databaseUrl, ...limits }, log)
    return { db: openDrizzle(pool), pool, kind: 'postgres', close: () => pool.end() }
  }
  const { socket, walSyncs, close } = await startEmbedded(embedded)
  return { ...(await openPool(connect(socket, embedded.log), { migrates, prepare }, close)), changes: walSyncs }
}

function explainUnreachable(error: unknown): never {
  if (!(error instanceof DatabaseUnreachable)) throw error
  const message = `PostgreSQL cannot be used: ${error.message}. Check DATABASE_URL, and that the database is running.`
  throw new DatabaseUnreachable(message, { cause: error.cause })
}

/** Logs lost connections, which pg would otherwise throw as uncaught errors. The next query opens a new connection. */
export function connect(options: pg.PoolConfig, log: Pick<FastifyBaseLogger, 'warn'>): KeptPool {
  const timeouts = {
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  }
  const pool = keepConnections(new pg.Pool({ ...timeouts, ...options }))
  const onLost = (error: Error) => log.warn({ err: error }, 'database connection lost')
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', onLost))
  return pool
}

/**
 * Fails all statements of a connection on which nothing has arrived for this long: the host may have vanished. `query_timeout` of `pg` would
 * fail one statement and keep the connection, on which the `rollback` then waits as long.
 */
export function endSilentConnections(ms: number): Pick<pg.PoolConfig, 'stream'> {
  return {
    stream() {
      const socket = new Socket()
      const silent = Object.assign(new Error(`the database did not answer within ${ms} ms`), { code: 'ETIMEDOUT' })
      return socket.setTimeout(ms, () => socket.destroy(silent))
    },
  }
}

async function openPool(
  pool: KeptPool,
  { migrates, prepare }: Pick<DatabaseOptions, 'migrates' | 'prepare'>,
  closeServer: () => Promise<void>,
): Promise<Database> {
  const db = openDrizzle(pool)
  const close = async () => {
    await pool.end()
    await closeServer()
  }
  try {
    if (migrates) await migrateDatabase(pool, 'embedded')
    await prepare?.(db)
  } catch (error) {
    await close()
    throw error
  }
  return { db, pool, kind: 'embedded', close }
}
