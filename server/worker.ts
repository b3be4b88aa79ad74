/** `npm run worker`: reads photos that server nodes accept, without serving clients. It shares their queue in PostgreSQL. */
import { Registry } from 'prom-client'
import { systemClock as clock } from './adapters/clock.ts'
import { openDatabase } from './adapters/db/database.ts'
import { databaseMetrics } from './adapters/db/database-metrics.ts'
import { processMetrics } from './adapters/http/event-loop.ts'
import { createLog } from './adapters/http/log.ts'
import { serveMetrics } from './adapters/http/metrics-route.ts'
import { ConfigProblems, readSettings } from './config.ts'
import { startCatalogueFeed } from './core/beers/catalogue-feed.ts'
import { loadShippedCatalogue } from './core/beers/shipped-catalogue.ts'
import { providerBudget } from './features/provider-budget/provider-budget.ts'
import { claimedScan } from './features/scan/claimed-scan.ts'
import { endScan } from './features/scan/end-scan.ts'
import { readerMetrics } from './features/scan/reader-metrics.ts'
import { scanMetrics } from './features/scan/scan-metrics.ts'
import { type Lease, scanQueue } from './features/scan/scan-queue.ts'
import { startWorker } from './features/scan/worker.ts'
import { reportWorker } from './features/scan/worker-roster.ts'
import { shippedCatalogue } from './product-files.ts'
import { readerSlotsOf, startReadersFor } from './reader-processes.ts'
import { startFailure } from './start-failure.ts'

/** Every photo comes from another process, so nothing but the next look finds it. */
const CLAIM_INTERVAL_MS = 500
const STOPPING_MAX_MS = 15_000

await main().catch((error: unknown) => {
  const { message, exitCode } = startFailure(error)
  console.error(message)
  process.exit(exitCode)
})

async function main(): Promise<void> {
  const { config, secrets, unknown } = readSettings()
  const { databaseUrl } = secrets
  const slots = readerSlotsOf(config)
  if (databaseUrl === undefined) {
    throw new ConfigProblems(['DATABASE_URL: a worker needs PostgreSQL; the embedded database has one process only'])
  }
  if (slots === 0) throw new ConfigProblems(['SCAN_READERS: a worker needs at least 1'])
  const log = createLog(config.logLevel)
  for (const problem of unknown) log.warn(problem)

  const database = await openDatabase({
    databaseUrl,
    dataDir: config.dataDir,
    prepare: (db) => loadShippedCatalogue(db, shippedCatalogue()),
    log,
  })
  const { db } = database
  const readers = startReadersFor(config, secrets, log, { hasClients: false })
  const catalogue = await startCatalogueFeed({ db, readers, clock, log })
  const registry = new Registry()
  processMetrics(registry)
  databaseMetrics(registry, database.pool, undefined)
  readerMetrics(registry, readers)
  const metrics = scanMetrics(registry, db, clock)
  const { host, metricsPort: port } = config
  const { metricsToken } = secrets
  const ofMetrics = port === undefined ? undefined : await serveMetrics({ registry, metricsToken, host, port, log })
  await readers.ready()
  const ending = {
    recognise: readers.recognise,
    claimed: (lease: Lease) => claimedScan(lease, db, clock),
    // The node that accepted the photo looks for its result in the database.
    waiter: { notify: () => {} },
    budget: providerBudget({ db, clock, vision: config.vision, registry, log }),
    clock,
    onTimes: metrics.stages,
  }
  const worker = startWorker({
    queue: scanQueue(db, clock),
    work: (job, signal) => metrics.measured(job, () => endScan(job, ending, signal)),
    slots,
    claimIntervalMs: CLAIM_INTERVAL_MS,
    clock,
    log,
  })
  const reports = reportWorker({ db, clock, log, kind: 'worker' })
  console.log(`BeerGoggles reads photos (${slots} at once)`)

  let stopping: Promise<never> | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => (stopping ??= stop()))

  async function stop(): Promise<never> {
    setTimeout(() => {
      log.error('stopping took too long')
      process.exit(1)
    }, STOPPING_MAX_MS).unref()
    await worker.stop()
    await Promise.all([reports.close(), catalogue.close(), readers.close(), ofMetrics?.close()])
    await database.close()
    return process.exit(0)
  }
}
