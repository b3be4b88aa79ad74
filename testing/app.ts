/**
 * The real server for integration tests: every route on a database of its own, called without a network. What lies outside
 * (readers, time, provider) is passed in; sign-in is a session row, as its own tests drive the whole way.
 */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type AnswerOf, type AnyRoute, type InputOf, pathOf, type User } from '#contracts'
import type { Readers } from '#recognition'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { Database, Db } from '#server/db/database.ts'
import { sessionStore } from '#server/identity/session-store.ts'
import { type Clock, systemClock } from '#server/jobs/clock.ts'
import { testDatabase } from './database.ts'
import { testLog } from './log.ts'
import { scriptedReaders } from './scripted-readers.ts'

export interface TestAppOptions {
  /** Default: readers that find nothing until a test scripts them. */
  readers?: Readers
  clock?: Clock
  /** Scans read at a time; 0 makes a node that only takes photos. Default 2. */
  readerSlots?: number
  /** As in the environment; nothing of the real one is read but TEST_LOG, a log level. */
  env?: Record<string, string>
  webDir?: string
}

/** One of the declared answers, or a refusal: look at the status first. */
export interface Called<R extends AnyRoute> {
  status: number
  body: AnswerOf<R>['body']
  headers: Record<string, string | string[] | number | undefined>
}

type Optional<T> = { [K in keyof T]?: T[K] }
/** A route that declares no input is called with the route alone. */
type CallInput<R extends AnyRoute> = keyof InputOf<R> extends never
  ? [options?: CallOptions]
  : [input: Loose<InputOf<R>> & CallOptions]
/** Ids may be given as numbers, as pages do. */
type Loose<I> = { [K in keyof I]: K extends 'params' ? Record<keyof I[K], string | number> : I[K] }
interface CallOptions {
  headers?: Record<string, string>
  signal?: AbortSignal
}

export type Call = <R extends AnyRoute>(route: R, ...input: CallInput<R>) => Promise<Called<R>>

export interface SignedIn {
  user: User
  /** For requests past the contracts: the value of the Cookie header. */
  cookie: string
  call: Call
}

export interface TestApp {
  app: FastifyInstance
  db: Db
  database: Database
  readers: Readers
  /** As a person of their own. */
  signIn(as?: Optional<User>): Promise<SignedIn>
  /** As a visitor. */
  call: Call
  close(): Promise<void>
}

export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { readers = scriptedReaders(), clock = systemClock, readerSlots = 2, env = {}, webDir } = options
  const database = await testDatabase()
  const { config } = readConfig({ NODE_ENV: 'test', ...env })
  const app = await buildApp({
    config,
    database,
    readers,
    readerSlots,
    issuer: undefined,
    clock,
    log: testLog,
    webDir,
    version: 'test',
  })
  await app.ready()
  const sessions = sessionStore(database.db, clock.now)

  return {
    app,
    db: database.db,
    database,
    readers,
    call: callWith(app, {}),
    async signIn(as = {}) {
      const subject = randomUUID()
      const person = { firstName: 'Ada', lastName: 'Brewer', email: `${subject}@example.org`, ...as }
      const { firstName, lastName, email } = person
      const id = await sessions.rememberUser({ issuer: 'https://test', subject, firstName, lastName, email })
      const cookie = `session=${await sessions.open(id, null)}`
      return { user: { id, firstName, lastName, email }, cookie, call: callWith(app, { cookie }) }
    },
    close: () => app.close(),
  }
}

interface AnyInput extends CallOptions {
  params?: Record<string, string | number>
  query?: Record<string, string | number>
  body?: unknown
  form?: Record<string, unknown>
}

function callWith(app: FastifyInstance, ownHeaders: Record<string, string>): Call {
  return async (route: AnyRoute, input: AnyInput = {}) => {
    const sent = await payloadOf(input)
    const answer = await app.inject({
      method: route.method,
      url: pathOf(route, input.params),
      headers: { host: 'localhost:3000', ...ownHeaders, ...sent?.headers, ...input.headers },
      ...(input.query && { query: mapValues(input.query, String) }),
      ...(sent && { payload: sent.payload }),
      ...(input.signal && { signal: input.signal }),
    })
    const body = answer.body === '' ? null : answer.json()
    return { status: answer.statusCode, body, headers: answer.headers }
  }
}

async function payloadOf({ body, form }: AnyInput) {
  if (form) {
    const data = new FormData()
    for (const [name, value] of Object.entries(form)) {
      if (value instanceof Blob) data.set(name, value, 'photo.jpg')
      else if (value !== undefined) data.set(name, String(value))
    }
    const encoded = new Response(data)
    const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
    return { headers, payload: Buffer.from(await encoded.arrayBuffer()) }
  }
  if (body === undefined) return undefined
  return { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) }
}

function mapValues<V, W>(of: Record<string, V>, change: (value: V) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(of).map(([key, value]) => [key, change(value)]))
}
