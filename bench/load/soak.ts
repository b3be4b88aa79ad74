/**
 * The built server with the embedded database for an hour: 20 people browse while two photos are always in work. Prints the memory of the
 * server and its readers for each tenth of the time, and fails after an error or if memory still grows at the end:
 * `npm run bench -- soak [--minutes 60]`.
 */
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { percentile } from '../statistics/shares.ts'
import { browse } from './browse.ts'
import { keepScanning, readMetrics, startServer } from './served.ts'

const PARTS = 10
const PEOPLE = 20
/** By then, caches and the memory of the readers' networks are full. */
const WARM = 3
const GROWTH_MAX = 1.15
const MB = 1_024 ** 2

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } })
const minutes = Number(values.minutes)
console.log(`${cpus().length} cores, load average at the start ${(loadavg()[0] ?? 0).toFixed(1)}, ${minutes} minutes`)

const { product, accounts } = await startServer({})
const { origin } = product
const memory: number[] = []
let failed = 0
try {
  for (let part = 1; part <= PARTS; part++) {
    const stopScanning = keepScanning(origin, accounts)
    const seconds = (minutes * 60) / PARTS
    const traffic = await browse({ origin, accounts, people: PEOPLE, thinkMs: 1_000, seconds })
    const scans = await stopScanning()
    const metric = await readMetrics(origin)
    const server = metric('process_resident_memory_bytes') / MB
    const readers = metric('reader_memory_bytes', 'kind="resident"') / MB
    memory.push(server + readers)
    failed += traffic.failed
    const text = [
      `minute ${((part * minutes) / PARTS).toFixed(1)}`,
      `server ${server.toFixed(0)} MB`,
      `readers ${readers.toFixed(0)} MB, ${metric('reader_restarts_total')} restarts`,
      `${traffic.readMs.length + traffic.writeMs.length} answers, reads p99 ${(percentile(traffic.readMs, 0.99) ?? 0).toFixed(0)} ms`,
      `${scans} scans`,
      `${traffic.refused} answers 503`,
      `${traffic.failed} errors`,
    ]
    console.log(text.join(', '))
  }
} finally {
  await product.stop()
}
const growth = (memory.at(-1) ?? 0) / (memory[WARM - 1] ?? 1)
console.log(`memory after ${minutes} minutes: ${growth.toFixed(2)} times that after ${(minutes * WARM) / PARTS}`)
process.exit(failed > 0 || growth > GROWTH_MAX ? 1 : 0)
