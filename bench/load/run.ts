/**
 * The built server under load, with the embedded database and with PostgreSQL: people who browse while two photos are always in
 * work. Prints response times, refusals and throughput. Run by `npm run bench -- load [--seconds 20] [--record]`.
 */
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { startThrowAwayPostgres } from '../../scripts/postgres.mjs'
import { figures, RECORD } from '../figures.ts'
import { percentile } from '../statistics/shares.ts'
import { browse, secondsUntilAnswered } from './browse.ts'
import { keepScanning, readMetrics, startServer } from './served.ts'

/** With as many accounts as there are people at the busiest level but the last, whose people share them in threes. */
const ACCOUNTS = 200
/**
 * People look at a screen for some seconds, and few screens need more than two calls: three seconds are brisk, one is haste. The last levels have no
 * pauses: they show what the server does when it can do no more.
 */
const LEVELS = [
  { people: 50, thinkMs: 1_000 },
  { people: 200, thinkMs: 3_000 },
  { people: 200, thinkMs: 1_000 },
  { people: 200, thinkMs: 0 },
  { people: 600, thinkMs: 0 },
] as const

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '20' }, ...RECORD } })
const seconds = Number(values.seconds)
const columns = [
  'database, people, pause',
  'answers/s',
  'reads p50 / p95 / p99, ms',
  'writes p99, ms',
  '`/healthz` p99, ms',
  'event loop p99, ms',
  '503',
  'p99 of 503, ms',
  'recovered after, s',
  'errors',
  'scans',
] as const
const table = figures('load', columns, values)

console.log(`${cpus().length} cores, load average at the start ${(loadavg()[0] ?? 0).toFixed(1)}, ${seconds} s each`)
await measure('embedded', {})
const postgres = await startThrowAwayPostgres()
try {
  await measure('PostgreSQL', { DATABASE_URL: postgres.url })
} finally {
  postgres.stop()
}

async function measure(database: string, settings: Record<string, string>): Promise<void> {
  const { product, accounts } = await startServer(settings, ACCOUNTS)
  try {
    const { origin } = product
    await browse({ origin, accounts, people: 20, thinkMs: 100, seconds: 3 })
    for (const level of LEVELS) {
      await readMetrics(origin) // Resets the histogram.
      const stopScanning = keepScanning(origin, accounts)
      const traffic = await browse({ origin, accounts, seconds, ...level })
      const recoveredAfter = await secondsUntilAnswered(origin, accounts)
      const lag = ((await readMetrics(origin))('event_loop_delay_seconds', 'quantile="0.99"') * 1_000).toFixed(0)
      const scans = await stopScanning()
      const pause = level.thinkMs === 0 ? 'none' : `${level.thinkMs / 1_000} s`
      const { readMs, writeMs, healthMs, refused, refusedMs, failed, seconds: spent } = traffic
      table.add(
        `${database}, ${level.people}, ${pause}`,
        ((readMs.length + writeMs.length) / spent).toFixed(0),
        [0.5, 0.95, 0.99].map((share) => ms(readMs, share)).join(' / '),
        ms(writeMs, 0.99),
        ms(healthMs, 0.99),
        lag,
        String(refused),
        refused > 0 ? ms(refusedMs, 0.99) : '',
        recoveredAfter.toFixed(1),
        String(failed),
        String(scans),
      )
    }
  } finally {
    await product.stop()
  }
}

function ms(times: readonly number[], share: number): string {
  return (percentile(times, share) ?? 0).toFixed(0)
}
