/**
 * The built server with the embedded database for an hour: 20 people browse while two photos are always in work. Prints the memory of the
 * server and its readers and the latency of reads for each minute, and fails after an error or if memory still grows at the end:
 * `npm run bench -- soak [--minutes 60]`.
 */
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { percentile } from '../statistics/shares.ts'
import { browse } from './browse.ts'
import { keepScanning, readMetrics, startServer } from './served.ts'

const PEOPLE = 20
/** The share of the time after which caches and the memory of the readers' networks are full. */
const WARM = 0.3
/** The share of the time whose mean is compared, because a minute may end within a photo. */
const WINDOW = 0.2
const GROWTH_MAX = 1.15
const MB = 1_024 ** 2

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } })
const minutes = Math.max(1, Math.round(Number(values.minutes)))
console.log(`${cpus().length} cores, load average at the start ${(loadavg()[0] ?? 0).toFixed(1)}, ${minutes} minutes`)

const { product, accounts } = await startServer({})
const { origin } = product
const memory: number[] = []
let failed = 0
try {
  for (let minute = 1; minute <= minutes; minute++) {
    const stopScanning = keepScanning(origin, accounts)
    const traffic = await browse({ origin, accounts, people: PEOPLE, thinkMs: 1_000, seconds: 60 })
    const scans = await stopScanning()
    const metric = await readMetrics(origin)
    const server = metric('process_resident_memory_bytes') / MB
    const readers = metric('reader_memory_bytes', 'kind="resident"') / MB
    memory.push(server + readers)
    failed += traffic.failed
    const text = [
      `minute ${minute}`,
      `server ${server.toFixed(0)} MB`,
      `readers ${readers.toFixed(0)} MB, ${metric('reader_restarts_total')} restarts`,
      `${traffic.readMs.length + traffic.writeMs.length} answers, reads p50 ${ms(traffic.readMs, 0.5)}, p99 ${ms(traffic.readMs, 0.99)}`,
      `${scans} scans`,
      `${traffic.refused} answers 503`,
      `${traffic.failed} errors`,
    ]
    console.log(text.join(', '))
  }
} finally {
  await product.stop()
}
const window = Math.ceil(minutes * WINDOW)
const warm = Math.floor(minutes * WARM)
const growth = mean(memory.slice(-window)) / mean(memory.slice(warm, warm + window))
console.log(`mean memory of the last ${window} minutes: ${growth.toFixed(2)} times that from minute ${warm + 1}`)
process.exit(failed > 0 || growth > GROWTH_MAX ? 1 : 0)

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function ms(times: readonly number[], share: number): string {
  return `${(percentile(times, share) ?? 0).toFixed(0)} ms`
}
