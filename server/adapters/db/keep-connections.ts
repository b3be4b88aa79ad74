/**
 * Makes a pool keep the connection of a statement that the database rejected, and try once more to open one that was refused.
 * A pool of `pg` ends it instead. The embedded database has one slot, and refuses the next connection until the last one has
 * left it, so that a statement of one user would fail those of others. They are given in the order of `connection-queue.ts`. Outside of
 * transactions, statements that recur are named (`statement-names.ts`).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectionQueue, DatabaseBusy } from './connection-queue.ts'
import { hasLostPlan, statementNames } from './statement-names.ts'

const RETRY_AFTER_MS = 50
/** How long a statement of a job waits, if the pool does not say. */
const WAIT_MAX_MS = 10_000
/** How a connection fails that ends while it is being opened; nothing was sent on it. */
const REFUSED = new Set(['ECONNRESET', 'EPIPE'])

/** The database could not be reached; nothing was sent to it. */
export class DatabaseUnreachable extends Error {
  override name = 'DatabaseUnreachable'
}

export function keepConnections(pool: pg.Pool): pg.Pool {
  const openNow: () => Promise<pg.PoolClient> = pool.connect.bind(pool)
  const { max, connectionTimeoutMillis = WAIT_MAX_MS } = pool.options
  const queue = connectionQueue(max, connectionTimeoutMillis)
  const names = statementNames()
  pool.on('release', queue.leave)

  async function open(): Promise<pg.PoolClient> {
    await queue.enter()
    try {
      return await openNow()
    } catch (error) {
      queue.leave()
      throw error
    }
  }

  async function connect(): Promise<pg.PoolClient> {
    try {
      return await open()
    } catch (error) {
      if (!isRefused(error)) throw unreachable(error)
      await sleep(RETRY_AFTER_MS)
      return await open().catch((again: unknown) => {
        throw unreachable(again)
      })
    }
  }

  async function query(statement: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    const client = await connect()
    try {
      const result = await send(client, statement, values)
      client.release()
      return result
    } catch (error) {
      client.release(!isRejection(error))
      throw error
    }
  }

  async function send(client: pg.PoolClient, statement: string | pg.QueryConfig, values?: unknown[]) {
    // Without values it is a single message anyway.
    if (typeof statement === 'string' || !values?.length) return await client.query(statement, values)
    const name = names.nameOf(statement.text)
    if (name === undefined) return await client.query(statement, values)
    try {
      return await client.query({ ...statement, name }, values)
    } catch (error) {
      if (!hasLostPlan(error)) throw error
      names.retire(statement.text)
      return await client.query(statement, values)
    }
  }

  // Nothing waits in the pool itself.
  Object.defineProperty(pool, 'waitingCount', { get: () => queue.length })
  return Object.assign(pool, { connect, query })
}

function isRefused(error: unknown): boolean {
  return (
    error instanceof Error &&
    (('code' in error && typeof error.code === 'string' && REFUSED.has(error.code)) ||
      error.message === 'Connection terminated unexpectedly')
  )
}

/** With the message of the cause, which operators read. */
function unreachable(cause: unknown): unknown {
  if (cause instanceof DatabaseBusy) return cause
  return new DatabaseUnreachable(cause instanceof Error ? cause.message : String(cause), { cause })
}

/** An error of the statement alone; after a fatal one the database ends the connection. */
function isRejection(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR'
}
