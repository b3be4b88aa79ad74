/**
 * The real server for integration tests: all routes on a separate database, called through `inject` without a network.
 * Reader processes and the clock are injected. `signIn` only inserts a session; the sign-in flow has its own tests.
 */
import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type AnswerOf, type AnyRoute, type InputOf, pathOf, type User } from '#contracts'
import type { Readers } from '#recognition'
import { type Clock, systemClock } from '#server/adapters/clock.ts'
import type { Database, Db } from '#server/adapters/db/database.ts'
import type { DiskSpace } from '#server/adapters/disk-space.ts'
import type { ConnectionLimits } from '#server/adapters/http/connection-limits.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { HashCost } from '#server/features/identity/embedded/password-hash.ts'
import type { Issuer } from '#server/features/identity/oidc-client.ts'
import { EMBEDDED_ISSUER, sessionStore } from '#server/features/identity/session-store.ts'
import { testDatabase } from './database.ts'
import { readImportFile } from './import-files.ts'
import { testLog } from './log.ts'
import { scriptedReaders } from './scripted-readers.ts'

export interface TestAppOptions {
  /** Default: scripted readers that find no beer. */
  readers?: Readers
  clock?: Clock
  /** Concurrent scans. 0 makes a node that accepts photos but does not process them. Default 2. */
  readerSlots?: number
  /** Environment variables of the server. Of the real environment only TEST_LOG (a log level) is read. */
  env?: Record<string, string>
  webDir?: string
  photoDir?: string
  pictureDir?: string
  importDir?: string
  disk?: DiskSpace
  connections?: ConnectionLimits
  isStopping?: () => boolean
  passwordCost?: HashCost
  /** Default: the embedded provider. */
  issuer?: Issuer
  isPushOnLoopback?: boolean
  log?: FastifyBaseLogger
}

/** A declared response or an error response: check `status` first. */
interface TestResponse<R extends AnyRoute> {
  status: number
  body: AnswerOf<R>['body']
  headers: Record<string, string | string[] | number | undefined>
}

type Optional<T> = { [K in keyof T]?: T[K] }
/** The input is optional for a route that needs none. */
type CallInput<R extends AnyRoute> =
  Record<never, never> extends InputOf<R>
    ? [input?: WithNumericParams<InputOf<R>> & CallOptions]
    : [input: WithNumericParams<InputOf<R>> & CallOptions]
/** Path parameters may be numbers, as in the web app. */
type WithNumericParams<I> = { [K in keyof I]: K extends 'params' ? Record<keyof I[K], string | number> : I[K] }
interface CallOptions {
  headers?: Record<string, string>
  signal?: AbortSignal
}

export type Call = <R extends AnyRoute>(route: R, ...input: CallInput<R>) => Promise<TestResponse<R>>

export interface SignedIn {
  user: User
  /** Value of the Cookie header, for requests that bypass `call`. */
  cookie: string
  call: Call
}

export interface TestApp {
  app: FastifyInstance
  db: Db
  database: Database
  readers: Readers
  /** Signs in a new user. */
  signIn(as?: Optional<User>): Promise<SignedIn>
  /** Calls a route without a session. */
  call: Call
  close(): Promise<void>
}

export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const {
    readers = scriptedReaders(),
    clock = systemClock,
    readerSlots = 2,
    env = {},
    webDir,
    photoDir,
    pictureDir,
    importDir,
    disk,
    connections,
    isStopping,
    passwordCost,
    isPushOnLoopback,
    issuer,
    log = testLog,
  } = options
  const database = await testDatabase()
  const { config, secrets } = readConfig({ NODE_ENV: 'test', ...env })
  const app = await buildApp({
    config,
    database,
    readers,
    readerSlots,
    issuer,
    metricsToken: secrets.metricsToken,
    smtpUrl: secrets.smtpUrl,
    clock,
    log,
    webDir,
    photoDir,
    pictureDir,
    importDir,
    disk,
    version: 'test',
    ...(connections && { connections }),
    readFile: readImportFile,
    ...(isStopping && { isStopping }),
    passwordCost,
    isPushOnLoopback,
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
      const profile = { firstName: 'Ada', lastName: 'Brewer', email: `${subject}@example.org`, ...as }
      const { firstName, lastName, email } = profile
      const issuerUrl = issuer?.url ?? EMBEDDED_ISSUER
      const id = await sessions.upsertUser({ issuer: issuerUrl, subject, firstName, lastName, email })
      const cookie = `session=${await sessions.open(id, { idToken: null })}`
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

function callWith(app: FastifyInstance, sessionHeaders: Record<string, string>): Call {
  return async (route: AnyRoute, input: AnyInput = {}) => {
    const request = await payloadOf(input)
    const response = await app.inject({
      method: route.method,
      url: pathOf(route, input.params),
      headers: { host: 'localhost:3000', ...sessionHeaders, ...request?.headers, ...input.headers },
      ...(input.query && { query: mapValues(input.query, String) }),
      ...(request && { payload: request.payload }),
      ...(input.signal && { signal: input.signal }),
    })
    const body = response.body === '' ? null : response.json()
    return { status: response.statusCode, body, headers: response.headers }
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

function mapValues<V, W>(record: Record<string, V>, transform: (value: V) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, transform(value)]))
}
