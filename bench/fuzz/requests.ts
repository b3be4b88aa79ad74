/** Hostile requests to every declared route, at the real app with an in-memory database. */
import { randomUUID } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import { systemClock } from '#server/adapters/clock.ts'
import { migrateDatabase } from '#server/adapters/db/migrate.ts'
import { createLog } from '#server/adapters/http/log.ts'
import { ROUTES } from '#server/adapters/http/openapi.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { EMBEDDED_ISSUER, sessionStore } from '#server/features/identity/session-store.ts'
import { hostileRequest } from '#testing/hostile/requests.ts'
import { openInMemory } from '#testing/in-memory-database.ts'
import { randomFrom } from '#testing/pictures/random.ts'
import { scriptedReaders } from '#testing/scripted-readers.ts'
import { FuzzReport, type FuzzResult } from './report.ts'

/** Fewer than the rate limits refuse, of which the strictest allows 20 files. */
const REQUESTS_PER_USER = 15
/** Fewer mean that the requests are all refused at the door, by limits or for want of a session. */
const MIN_ACCEPTED_SHARE = 0.1
/** The queue is full, or a photo is not answered in time: declared answers. */
const INTENDED = new Set([503, 504])

export async function fuzzRequests(seed: number, count: number): Promise<FuzzResult> {
  const report = new FuzzReport(count)
  const { pool, close } = await openInMemory()
  await migrateDatabase(pool, 'embedded')
  const db = drizzle(pool)
  const app = await buildApp({
    config: readConfig({ NODE_ENV: 'test' }).config,
    database: { db, pool, kind: 'embedded', close },
    readers: scriptedReaders(),
    readerSlots: 2,
    issuer: undefined,
    clock: systemClock,
    log: createLog('silent'),
    webDir: undefined,
    metricsToken: undefined,
    version: 'fuzz',
  })
  await app.ready()
  const sessions = sessionStore(db, systemClock.now)
  const random = randomFrom(seed)
  let cookie = ''
  let remoteAddress = ''
  /** Some requests delete the user or end the session. */
  let isSignedOut = false
  for (let number = 0; number < count; number++) {
    if (number % REQUESTS_PER_USER === 0 || isSignedOut) {
      isSignedOut = false
      remoteAddress = `10.${random.whole(0, 255)}.${random.whole(0, 255)}.${random.whole(1, 254)}`
      const profile = { issuer: EMBEDDED_ISSUER, subject: randomUUID(), firstName: null, lastName: null, email: null }
      cookie = `session=${await sessions.open(await sessions.upsertUser(profile), { idToken: null })}`
    }
    const route = ROUTES[random.whole(0, ROUTES.length - 1)]
    if (!route) continue
    const { headers, ...request } = hostileRequest(route, random)
    const send = async () => {
      const { statusCode } = await app.inject({
        ...request,
        remoteAddress,
        headers: { host: 'localhost', cookie, ...headers },
      })
      isSignedOut = statusCode === 401
      if (INTENDED.has(statusCode)) return 'intended 5xx'
      return statusCode === 401 || statusCode === 429 ? String(statusCode) : `${Math.floor(statusCode / 100)}xx`
    }
    const name = `request ${number} of seed ${seed}: ${request.method} ${request.url.slice(0, 100)}`
    await report.add(name, send, (outcome) => outcome === '5xx' || outcome.startsWith('threw'))
  }
  const accepted = report.outcomes.get('2xx') ?? 0
  if (accepted < count * MIN_ACCEPTED_SHARE) report.failures.push(`only ${accepted} requests reached the product`)
  await app.close()
  await close()
  return report
}
