/**
 * Opens the database: embedded in a folder, or PostgreSQL at a URL. Both use the same driver, schema and migrations, so that no
 * other code depends on which one it is.
 */
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { type EmbeddedOptions, startEmbedded } from './embedded.ts'
import { keepConnections } from './keep-connections.ts'
import { migrateDatabase } from './migrate.ts'
import { openDrizzle } from './open-drizzle.ts'
import type * as schema from './schema.ts'

export type Db = NodePgDatabase<typeof schema>
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]
/** The parameter of stores. Inside a transaction use only its `tx`: the embedded database has a single connection. */
export type Conn = Db | Tx

export interface Database {
  db: Db
  pool: pg.Pool
  kind: 'embedded' | 'postgres'
  close(): Promise<void>
}

export interface DatabaseOptions extends EmbeddedOptions {
  /** If undefined, the embedded database in `dataDir` is used. */
  databaseUrl?: string | undefined
}

/** How long a query waits for a free connection before it fails. */
const CONNECTION_TIMEOUT_MS = 10_000
const POSTGRES_CONNECTIONS = 10

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, ...embedded } = options
  if (databaseUrl !== undefined) {
    const pool = connect({ connectionString: databaseUrl, max: POSTGRES_CONNECTIONS }, embedded.log)
    return openMigrated(pool, 'postgres', async () => {})
  }
  const { socket, close } = await startEmbedded(embedded)
  const pool = connect(socket, embedded.log)
  return openMigrated(pool, 'embedded', close)
}

/** Logs lost connections, which pg would otherwise throw as uncaught errors. The next query opens a new connection. */
export function connect(options: pg.PoolConfig, log: Pick<FastifyBaseLogger, 'warn'>): pg.Pool {
  const pool = keepConnections(new pg.Pool({ connectionTimeoutMillis: CONNECTION_TIMEOUT_MS, ...options }))
  const onLost = (error: Error) => log.warn({ err: error }, 'database connection lost')
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', onLost))
  return pool
}

async function openMigrated(
  pool: pg.Pool,
  kind: Database['kind'],
  closeServer: () => Promise<void>,
): Promise<Database> {
  const close = async () => {
    await pool.end()
    await closeServer()
  }
  try {
    await migrateDatabase(pool, kind)
  } catch (error) {
    await close()
    throw error
  }
  return { db: openDrizzle(pool), pool, kind, close }
}
