/** The scan feature for tests: real routes, worker and database; readers and clock are scripted. */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import multipart from '@fastify/multipart'
import { lt } from 'drizzle-orm'
import { type FastifyInstance, fastify } from 'fastify'
import { type AnyRoute, pathOf } from '#contracts'
import type { Db } from '../db/database.ts'
import { scanJobs, users } from '../db/schema.ts'
import { answerErrors } from '../http/errors.ts'
import { type ManualClock, manualClock } from '../jobs/manual-clock.ts'
import { scanQueue } from '../jobs/scan-queue.ts'
import { scanWaiter } from '../jobs/scan-waiter.ts'
import { startWorker } from '../jobs/worker.ts'
import { QUEUE_LIMITS, type QueueLimits } from './accept-photo.ts'
import { endScan } from './end-scan.ts'
import { recognitionRoutes } from './recognition-routes.ts'
import { scanRoutes } from './scan-routes.ts'
import { scanStore } from './scan-store.ts'
import { scriptedReaders } from './scripted-readers.ts'

const RENEWAL_MS = 5_000

export interface ScanAppOptions {
  db: Db
  clock?: ManualClock
  slots?: number
  limits?: QueueLimits
}

export type ScanApp = ReturnType<typeof startScanApp>

export function startScanApp({ db, clock = manualClock(), slots = 2, limits = QUEUE_LIMITS }: ScanAppOptions) {
  const readers = scriptedReaders()
  const catalogue = { version: 1 }
  const app = fastify({ logger: { level: process.env.TEST_LOG ?? 'silent' } })
  const { log } = app
  app.decorateRequest('user', undefined)
  app.register(multipart)
  answerErrors(app)
  app.addHook('onRequest', async (request) => {
    const id = Number(request.headers['x-test-user'])
    if (id) request.user = { id, firstName: null, lastName: null, email: null }
  })
  const waiter = scanWaiter({ db, clock, log })
  const scans = scanStore(db, clock)
  const worker = startWorker({
    queue: scanQueue(db, clock),
    work: (job, signal) => endScan(job, { recognise: readers.recognise, scans, waiter, clock }, signal),
    slots,
    clock,
    log,
  })
  app.register(async (scope) => {
    recognitionRoutes(scope, {
      db,
      readers,
      waiter,
      clock,
      limits,
      catalogueVersion: () => catalogue.version,
      wake: worker.wake,
    })
    scanRoutes(scope, { db, clock, worker, waiter })
  })
  return {
    app,
    db,
    clock,
    readers,
    waiter,
    catalogue,
    worker,
    async signIn() {
      const [user] = await db.insert(users).values({ issuer: 'test', subject: randomUUID() }).returning()
      if (!user) throw new Error('no user was made')
      return { user, call: callAs(app, user.id) }
    },
    /** Lets time pass so slowly that every lease is renewed on the way. */
    async pass(ms: number) {
      for (let passed = 0; passed < ms; passed += RENEWAL_MS) {
        clock.advance(RENEWAL_MS)
        const tooShort = lt(scanJobs.leaseUntil, new Date(clock.now() + RENEWAL_MS))
        while ((await db.select().from(scanJobs).where(tooShort)).length > 0) await setTimeout(1)
      }
    },
    async close() {
      waiter.stop()
      await worker.stop()
      await app.close()
    },
  }
}

interface Input {
  params?: Record<string, string>
  body?: unknown
  form?: Record<string, string | Blob | undefined>
  headers?: Record<string, string>
}

function callAs(app: FastifyInstance, userId: number) {
  return async (route: AnyRoute, { params, body, form, headers }: Input = {}) => {
    const sent = await encoded(body, form)
    const response = await app.inject({
      method: route.method,
      url: pathOf(route, params),
      headers: { 'x-test-user': String(userId), ...sent?.headers, ...headers },
      ...(sent && { payload: sent.payload }),
    })
    return {
      status: response.statusCode,
      headers: response.headers,
      body: response.body === '' ? null : response.json(),
    }
  }
}

async function encoded(body: unknown, form: Input['form']) {
  if (form) {
    const data = new FormData()
    for (const [name, value] of Object.entries(form)) {
      if (value instanceof Blob) data.set(name, value, 'photo.jpg')
      else if (value !== undefined) data.set(name, value)
    }
    const request = new Response(data)
    const headers = { 'content-type': request.headers.get('content-type') ?? '' }
    return { headers, payload: Buffer.from(await request.arrayBuffer()) }
  }
  return body === undefined
    ? undefined
    : { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) }
}
