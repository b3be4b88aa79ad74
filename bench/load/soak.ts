/**
 * The built server with the embedded database for an hour: 20 people browse while two photos are always in work. Prints each minute, records the first
 * and every fifth, and fails after an error or if memory or open files still grow at the end:
 * `npm run bench -- soak [--minutes 60] [--curve soak.svg] [--record]`.
 */
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { figures, RECORD } from '../figures.ts'
import { percentile } from '../statistics/shares.ts'
import { browse } from './browse.ts'
import { curvesOf } from './curves.ts'
import { keepScanning, readMetrics, startServer } from './served.ts'

const PEOPLE = 20
/** The share of the time after which caches and the memory of the readers' networks are full. */
const WARM = 0.3
/** The share of the time whose mean is compared, because a minute may end within a photo. */
const WINDOW = 0.2
const GROWTH_MAX = 1.15
const RECORDED_EVERY = 5
const MB = 1_024 ** 2

interface Minute {
  server: number
  heap: number
  readers: number
  loopMs: number
  openFiles: number
  handles: number
  database: number
  folder: number
  readP50: number
  readP99: number
  scans: number
  answers: number
  refused: number
  errors: number
}

/** In the order of the table; those with `flat` are compared at the end, those with `isOnlyDrawn` are in the curves alone. */
const COLUMNS: { of: keyof Minute; title: string; flat?: true; isOnlyDrawn?: true }[] = [
  { of: 'server', title: 'server, MB', flat: true },
  { of: 'heap', title: 'its heap, MB' },
  { of: 'readers', title: 'readers, MB', flat: true },
  { of: 'loopMs', title: 'event loop p99, ms' },
  { of: 'openFiles', title: 'open files', flat: true },
  { of: 'handles', title: 'handles', isOnlyDrawn: true },
  { of: 'database', title: 'database, MB', isOnlyDrawn: true },
  { of: 'folder', title: 'all data, MB' },
  { of: 'readP50', title: 'reads p50, ms' },
  { of: 'readP99', title: 'reads p99, ms' },
  { of: 'answers', title: 'answers' },
  { of: 'refused', title: '503' },
  { of: 'scans', title: 'scans' },
  { of: 'errors', title: 'errors' },
]

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, curve: { type: 'string' }, ...RECORD },
})
const minutes = Math.max(1, Math.round(Number(values.minutes)))
const inTable = COLUMNS.filter(({ isOnlyDrawn }) => !isOnlyDrawn)
const columns = ['minute', ...inTable.map(({ title }) => title)] as const
const [all, some] = [figures('soak', columns, { record: false }), figures('soak', columns, values)]
const growthTable = figures('growth', ['of', 'last minutes beside those after the first third'], values)

const { product, accounts } = await startServer({})
const measured: Minute[] = []
let restarts = 0
try {
  for (let minute = 1; minute <= minutes; minute++) {
    const stopScanning = keepScanning(product.origin, accounts)
    const traffic = await browse({ origin: product.origin, accounts, people: PEOPLE, thinkMs: 1_000, seconds: 60 })
    const scans = await stopScanning()
    const metric = await readMetrics(product.origin)
    restarts = metric('reader_restarts_total')
    const row: Minute = {
      server: metric('process_resident_memory_bytes') / MB,
      heap: metric('nodejs_heap_size_used_bytes') / MB,
      readers: metric('reader_memory_bytes', 'kind="resident"') / MB,
      loopMs: metric('event_loop_delay_seconds', 'quantile="0.99"') * 1_000,
      openFiles: metric('process_open_fds'),
      handles: metric('nodejs_active_handles_total'),
      database: bytesIn(join(product.dataDir, 'database')) / MB,
      folder: bytesIn(product.dataDir) / MB,
      readP50: percentile(traffic.readMs, 0.5) ?? 0,
      readP99: percentile(traffic.readMs, 0.99) ?? 0,
      answers: traffic.readMs.length + traffic.writeMs.length,
      refused: traffic.refused,
      scans,
      errors: traffic.failed,
    }
    measured.push(row)
    const table = minute === 1 || minute % RECORDED_EVERY === 0 ? some : all
    table.add(String(minute), ...inTable.map(({ of }) => row[of].toFixed(0)))
    if (values.curve !== undefined) writeFileSync(values.curve, curve())
  }
} finally {
  await product.stop()
}

const window = Math.ceil(minutes * WINDOW)
const warm = Math.floor(minutes * WARM)
const growth = COLUMNS.filter(({ flat }) => flat).map(({ of, title }) => {
  const perMinute = measured.map((row) => row[of])
  return { title, times: mean(perMinute.slice(-window)) / mean(perMinute.slice(warm, warm + window)) }
})
for (const { title, times } of growth) growthTable.add(title, `${times.toFixed(2)} times`)
const errors = measured.reduce((sum, row) => sum + row.errors, 0)
console.log(`${errors} errors, ${restarts} restarts of readers`)
process.exit(errors > 0 || growth.some(({ times }) => times > GROWTH_MAX) ? 1 : 0)

function curve(): string {
  return curvesOf(COLUMNS.map(({ of, title }) => ({ title, values: measured.map((row) => row[of]) })))
}

/** Of the files that exist throughout: others come and go meanwhile. */
function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce((sum, path) => {
    const found = statSync(join(folder, path), { throwIfNoEntry: false })
    return found?.isFile() ? sum + found.size : sum
  }, 0)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
