/**
 * Makes a pool keep the connection of a statement that the database rejected, and try once more to open one that was refused.
 * A pool of `pg` ends it instead. The embedded database has one slot, and refuses the next connection until the last one has
 * left it, so that a statement of one user would fail those of others. They are given in the order of `connection-queue.ts`. Outside of
 * transactions, statements that recur are named (`statement-names.ts`), and with `pipeline` they share the pool's only connection.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { withoutStatement } from '../failed-statement.ts'
import { type Begin, connectionQueue, DatabaseBusy } from './connection-queue.ts'
import { hasLostPlan, statementNames } from './statement-names.ts'

const RETRY_AFTER_MS = 50
/** How long a statement of a job waits, if the pool does not say. */
const WAIT_MAX_MS = 10_000
/** How a connection fails that ends while it is being opened; nothing was sent on it. */
const REFUSED = new Set(['ECONNRESET', 'EPIPE'])

/** The code of PostgreSQL for a change in a transaction that may only read. */
const READ_ONLY = '25006'
/**
 * The codes with which PostgreSQL ends a connection: a shutdown, a crash, a time limit of its sessions. Severities do not say so, since they are in
 * the language of `lc_messages`.
 */
const ENDING = /^(?:57P|08|25P0[34])/u
/** How a statement fails whose connection ends in another way. */
const BROKEN_CODES = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])
const BROKEN_MESSAGE = /^(?:Connection terminated|Client has encountered a connection error|Client was closed)/u

/** The database could not be reached; nothing was sent to it. */
export class DatabaseUnreachable extends Error {
  override name = 'DatabaseUnreachable'
}

/**
 * How many statements are on their way on a shared connection, so that the database has the next one without waiting for this process. With 200
 * people, four at once do most of it, and sixteen no more than eight.
 */
const STATEMENTS_AT_ONCE = 8

/** For a pool of the embedded database. */
export const ONE_SHARED_CONNECTION = { max: 1, pipeline: true, idleTimeoutMillis: 0 } as const

/** The connection of a statement, with `pipeline` also of others that wait for no answer of one another. */
interface Borrowed {
  client: Promise<pg.PoolClient>
  statements: number
  isLost: boolean
}

export type KeptPool = pg.Pool & {
  /** Tells a listener how many seconds each statement and transaction has waited for its connection. */
  onWaited(listener: (seconds: number) => void): void
  /** Freed connections are handed out only in this callback. */
  paceBy(begin: Begin): void
}

export function keepConnections(pool: pg.Pool): KeptPool {
  const openNow: () => Promise<pg.PoolClient> = pool.connect.bind(pool)
  const { max, pipeline = false, connectionTimeoutMillis = WAIT_MAX_MS } = pool.options
  if (pipeline && max !== 1) throw new Error('statements share a connection only if it is the only one')
  /** A transaction takes all places of its connection. */
  const placesOfConnection = pipeline ? STATEMENTS_AT_ONCE : 1
  const listeners: ((seconds: number) => void)[] = []
  const queue = connectionQueue(max * placesOfConnection, connectionTimeoutMillis, (ms) => {
    for (const listener of listeners) listener(ms / 1_000)
  })
  const names = statementNames()
  /** With `pipeline`, while statements are on their way. */
  let shared: Borrowed | undefined

  async function take<T>(places: number, open: () => Promise<T>): Promise<T> {
    await queue.enter(places)
    try {
      return await open()
    } catch (error) {
      queue.leave(places)
      throw error
    }
  }

  async function takeOrRetry<T>(places: number, open: () => Promise<T>): Promise<T> {
    try {
      return await take(places, open)
    } catch (error) {
      if (!isRefused(error)) throw unreachable(error)
      await sleep(RETRY_AFTER_MS)
      return await take(places, open).catch((again: unknown) => {
        throw unreachable(again)
      })
    }
  }

  async function connect(): Promise<pg.PoolClient> {
    const client = await takeOrRetry(placesOfConnection, openNow)
    const release = client.release
    client.release = (error) => {
      release(error)
      queue.leave(placesOfConnection)
    }
    return client
  }

  async function borrow(): Promise<Borrowed> {
    const borrowed = shared ?? { client: openNow(), statements: 0, isLost: false }
    if (pipeline) shared = borrowed
    borrowed.statements += 1
    try {
      await borrowed.client
      return borrowed
    } catch (error) {
      if (shared === borrowed) shared = undefined
      throw error
    }
  }

  /** The last of its statements gives the connection back to the pool. */
  async function giveBack(borrowed: Borrowed): Promise<void> {
    borrowed.statements -= 1
    const isLast = borrowed.statements === 0
    if (shared === borrowed && (isLast || borrowed.isLost)) shared = undefined
    if (isLast) (await borrowed.client).release(borrowed.isLost)
    queue.leave(1)
  }

  async function query(statement: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    const borrowed = await takeOrRetry(1, borrow)
    try {
      return await send(await borrowed.client, statement, values)
    } catch (error) {
      borrowed.isLost ||= !isRejection(error)
      throw error
    } finally {
      await giveBack(borrowed)
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
  const onWaited: KeptPool['onWaited'] = (listener) => listeners.push(listener)
  return Object.assign(pool, { connect, query, onWaited, paceBy: queue.paceBy })
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

/** An error of the statement alone. */
function isRejection(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !isEnding(error) && !isReadOnly(error)
}

function isEnding({ code = '', severity }: pg.DatabaseError): boolean {
  // A pooler ends connections with it, in English; to PostgreSQL it is a statement with a wrong number of values.
  const isOfStatement = code === '08P01' && severity !== 'FATAL'
  return ENDING.test(code) && !isOfStatement
}

/** The connection ended before a statement was answered, which may have been executed. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof pg.DatabaseError) return isEnding(error)
  const failed = withoutStatement(error)
  return failed === error ? isConnectionLost(error.cause) : isConnectionLost(failed) || isBroken(failed)
}

function isBroken(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return BROKEN_MESSAGE.test(error.message) || ('code' in error && BROKEN_CODES.has(String(error.code)))
}

/** After a failover: the connection leads to a replica, and a new one may lead to the primary. */
export function isReadOnly(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (error instanceof pg.DatabaseError && error.code === READ_ONLY) || isReadOnly(error.cause)
}
