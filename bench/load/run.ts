/**
 * The built server under load, with the embedded database and with PostgreSQL: people who browse while two photos are always in
 * work. Prints response times, refusals and throughput. Run by `npm run bench -- load [--seconds 20]`.
 */
import { randomUUID } from 'node:crypto'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { identifyBeer } from '#contracts'
import { Browser } from '#testing/browser.ts'
import { renderSingle } from '#testing/pictures/index.ts'
import { someBeers } from '../../e2e/fixtures/pictures.ts'
import { BUILT, Product } from '../../e2e/fixtures/product.ts'
import { startThrowAwayPostgres } from '../../scripts/postgres.mjs'
import { percentile } from '../statistics/shares.ts'
import { type Account, browse, type Traffic } from './browse.ts'

/** Accounts are shared, because sign-ins are limited. Each stays far below the limit for a user. */
const ACCOUNTS = 20
const SCANNERS = 2
const PHOTOS = 8
/** The last level has no pauses: it shows what the server does when it can do no more. */
const LEVELS = [
  { people: 50, thinkMs: 1_000 },
  { people: 200, thinkMs: 1_000 },
  { people: 200, thinkMs: 0 },
] as const

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '20' } } })
const seconds = Number(values.seconds)
const photos = await Promise.all(someBeers(1, PHOTOS).map((beer, index) => renderSingle({ beer, seed: 900 + index })))

console.log(`${cpus().length} cores, load average at the start ${(loadavg()[0] ?? 0).toFixed(1)}, ${seconds} s each`)
await measure('embedded', {})
const postgres = await startThrowAwayPostgres()
try {
  await measure('PostgreSQL', { DATABASE_URL: postgres.url })
} finally {
  postgres.stop()
}

async function measure(database: string, settings: Record<string, string>): Promise<void> {
  const product = await Product.start(BUILT, {
    HOST: 'localhost',
    SCAN_READERS: '1',
    NODE_ENV: 'production',
    EMBEDDED_SIGN_IN: 'allow',
    ...settings,
  })
  try {
    const { origin } = product
    const accounts: Account[] = []
    for (let index = 0; index < ACCOUNTS; index++) accounts.push(await signIn(origin))
    await browse({ origin, accounts, people: ACCOUNTS, thinkMs: 100, seconds: 3 })
    for (const level of LEVELS) {
      await eventLoopLag(origin) // Resets the histogram.
      const over = new AbortController()
      const scanning = Promise.all(Array.from({ length: SCANNERS }, (_, n) => scan(origin, accounts, n, over.signal)))
      const traffic = await browse({ origin, accounts, seconds, ...level })
      const lag = await eventLoopLag(origin)
      over.abort()
      const scans = (await scanning).reduce((sum, n) => sum + n, 0)
      console.log(
        `${database}, ${level.people} people, ${level.thinkMs / 1_000} s pause: ${lineOf(traffic)}, event loop p99 ${lag} ms, ${scans} scans`,
      )
    }
  } finally {
    await product.stop()
  }
}

function lineOf({ readMs, writeMs, healthMs, refused, refusedMs, failed, seconds: spent }: Traffic): string {
  const ms = (times: readonly number[], share: number) => (percentile(times, share) ?? 0).toFixed(0)
  return [
    `${((readMs.length + writeMs.length) / spent).toFixed(0)} answers/s`,
    `reads p50 ${ms(readMs, 0.5)}, p95 ${ms(readMs, 0.95)}, p99 ${ms(readMs, 0.99)} ms`,
    `writes p99 ${ms(writeMs, 0.99)} ms`,
    `/healthz p99 ${ms(healthMs, 0.99)} ms`,
    `${refused} answers 503 (p99 ${ms(refusedMs, 0.99)} ms)`,
    `${failed} errors`,
  ].join(', ')
}

/** Keeps one photo in work; returns how many ended. */
async function scan(origin: string, accounts: readonly Account[], scanner: number, over: AbortSignal): Promise<number> {
  let ended = 0
  // A user's second copy of a photo would take the result of the first.
  for (let turn = scanner; !over.aborted; turn += SCANNERS) {
    const body = new FormData()
    body.set('scanId', randomUUID())
    body.set('image', new Blob([new Uint8Array(photos[turn % PHOTOS] ?? [])]), 'beer.jpg')
    const { cookie } = accounts[Math.floor(turn / PHOTOS) % ACCOUNTS] ?? { cookie: '' }
    try {
      const answer = await fetch(origin + identifyBeer.path, {
        method: 'POST',
        headers: { cookie, origin },
        body,
        signal: over,
      })
      await answer.arrayBuffer()
      if (answer.status === 200 || answer.status === 422) ended += 1
    } catch {
      // The measurement is over.
    }
  }
  return ended
}

/** In ms since the last call. */
async function eventLoopLag(origin: string): Promise<string> {
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  const [, lag = 'NaN'] = /^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(metrics) ?? []
  return (Number(lag) * 1_000).toFixed(0)
}

async function signIn(origin: string): Promise<Account> {
  const browser = new Browser(origin)
  const form = await browser.open('/api/login?returnTo=/api/user')
  await browser.submit(form, { firstName: 'Ada', lastName: 'Brewer', email: `${randomUUID()}@example.org` })
  return { cookie: `session=${browser.cookie('session')}` }
}
