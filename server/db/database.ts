/**
 * Opens the database: embedded in a folder, or PostgreSQL by its address. Both are reached through one driver, one schema
 * and one folder of migrations, so that nothing else has to know which one it is.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { type EmbeddedOptions, startEmbedded } from './embedded.ts'
import * as schema from './schema.ts'

export type Db = NodePgDatabase<typeof schema>
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]
/** What a store takes: inside a transaction only its `tx` may be used, as the embedded database has one connection. */
export type Conn = Db | Tx

export interface Database {
  db: Db
  pool: pg.Pool
  kind: 'embedded' | 'postgres'
  close(): Promise<void>
}

export interface DatabaseOptions extends EmbeddedOptions {
  /** Absent: the embedded database in `dataDir`. */
  databaseUrl?: string | undefined
  /** How long a query waits for a free connection before it fails. */
  connectionTimeoutMs?: number | undefined
}

const CONNECTION_TIMEOUT_MS = 10_000
const POSTGRES_CONNECTIONS = 10
/** Any number, as long as every node takes the same one: two nodes that start together migrate one after the other. */
const MIGRATION_LOCK = 7_238_111

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, connectionTimeoutMs = CONNECTION_TIMEOUT_MS, ...embedded } = options
  const timeout = { connectionTimeoutMillis: connectionTimeoutMs }
  if (databaseUrl !== undefined) {
    const pool = connect({ ...timeout, connectionString: databaseUrl, max: POSTGRES_CONNECTIONS }, embedded.log)
    return migrated(pool, 'postgres', async () => {})
  }
  const { socket, close } = await startEmbedded(embedded)
  const pool = connect({ ...timeout, ...socket, max: 1, idleTimeoutMillis: 0 }, embedded.log)
  return migrated(pool, 'embedded', close)
}

/** A pool whose lost connections are logged, never thrown into the void: the next query gets a fresh one or an error. */
export function connect(options: pg.PoolConfig, log: Pick<FastifyBaseLogger, 'warn'>): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: CONNECTION_TIMEOUT_MS, ...options })
  const onLost = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', onLost))
  return pool
}

/** Brings the tables up to date. */
export async function migrateDatabase(pool: pg.Pool, kind: Database['kind']): Promise<void> {
  const client = await pool.connect()
  try {
    if (kind === 'postgres') await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle(client), { migrationsFolder: migrationsFolder() })
    if (kind === 'postgres') await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function migrated(pool: pg.Pool, kind: Database['kind'], afterwards: () => Promise<void>): Promise<Database> {
  const close = async () => {
    await pool.end()
    await afterwards()
  }
  try {
    await migrateDatabase(pool, kind)
  } catch (error) {
    await close()
    throw error
  }
  return { db: drizzle(pool, { schema }), pool, kind, close }
}

/** Beside this module in the sources, beside the bundle or its chunks in the built product. */
export function migrationsFolder(): string {
  const folder = ['./migrations', '../migrations']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path))
  if (!folder) throw new Error('the folder of migrations is missing beside the server')
  return folder
}
