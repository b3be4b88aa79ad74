/** Builds the server from its ports, in reading order: protection, identity, catalogue, scans, and what a user keeps. */
import { randomUUID } from 'node:crypto'
import fastifyCompress from '@fastify/compress'
import fastifyCookie from '@fastify/cookie'
import fastifyMultipart from '@fastify/multipart'
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify'
import { Registry } from 'prom-client'
import { type Lexicons, openShipped } from '#catalogue/shipped'
import type { Readers, TextProvider } from '#recognition'
import { beerRoutes } from './beers/beer-routes.ts'
import { startCatalogueFeed } from './beers/catalogue-feed.ts'
import { startListing } from './beers/list-unlisted.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { AI_SOURCE, aiSource } from './discovery/ai-source.ts'
import { startDiscovery } from './discovery/discovery.ts'
import { openSources } from './discovery/sources.ts'
import { favoriteRoutes } from './favorites/favorite-routes.ts'
import { hadRoutes } from './had/had-routes.ts'
import { answerErrors } from './http/errors.ts'
import { healthRoutes } from './http/health.ts'
import { docsRoutes } from './http/openapi.ts'
import { protect } from './http/protection.ts'
import { serveWebApp } from './http/web-app.ts'
import { accountRoutes } from './identity/account-routes.ts'
import { guard, identityRoutes } from './identity/identity-routes.ts'
import type { Issuer } from './identity/oidc-client.ts'
import { imageRoutes } from './images/image-routes.ts'
import { importRoutes } from './imports/import-routes.ts'
import { importStore } from './imports/import-store.ts'
import { startImportRunner } from './imports/run-import.ts'
import type { Clock } from './jobs/clock.ts'
import { scanQueue } from './jobs/scan-queue.ts'
import { scanWaiter } from './jobs/scan-waiter.ts'
import { startWorker } from './jobs/worker.ts'
import { shippedCatalogue } from './product-files.ts'
import { startRatingJob } from './ratings/rating-job.ts'
import { ratingRoutes } from './ratings/rating-routes.ts'
import { endScan } from './scan/end-scan.ts'
import { recognitionRoutes } from './scan/recognition-routes.ts'
import { scanRoutes } from './scan/scan-routes.ts'
import { scanStore } from './scan/scan-store.ts'
import { catalogueNames } from './search/catalogue-names.ts'
import { searchRoutes } from './search/search-routes.ts'
import { engineRoutes } from './usage/engine-routes.ts'
import { engineUse } from './usage/engine-use.ts'

export interface AppPorts {
  config: Config
  database: Database
  readers: Readers
  /** The provider that reads photos, asked in words; undefined with the embedded engine. */
  textProvider?: TextProvider | undefined
  /** Scans read at a time. */
  readerSlots: number
  /** Undefined: the embedded provider. */
  issuer: Issuer | undefined
  clock: Clock
  log: FastifyBaseLogger
  /** The built web app; undefined where somebody else serves it. */
  webDir: string | undefined
  version: string
}

/** Read when they are first asked for: they take memory that most installations do not need. */
let lexicons: Lexicons | undefined
const shippedLexicons = () => (lexicons ??= openShipped(shippedCatalogue()))

export async function buildApp(ports: AppPorts): Promise<FastifyInstance> {
  const { config, database, readers, textProvider, clock, log } = ports
  const { db } = database
  const { publicUrl } = config

  const app: FastifyInstance = fastify({
    loggerInstance: log,
    // Addresses carry what people search for; the hook below logs the route instead.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    trustProxy: publicUrl === undefined ? false : ['loopback', 'linklocal', 'uniquelocal'],
  })
  app.decorate('checksContracts', !config.production)
  answerErrors(app)
  logAnswers(app)
  await protect(app, { https: publicUrl?.startsWith('https:') ?? false })
  await app.register(fastifyCompress, { threshold: 1_024 })
  await app.register(fastifyCookie)
  await app.register(fastifyMultipart)
  guard(app, { db, now: clock.now, publicUrl })

  await identityRoutes(app, { db, now: clock.now, publicUrl, issuer: ports.issuer })
  const registry = new Registry()
  healthRoutes(app, { database, readers, registry })
  docsRoutes(app, ports.version)

  const catalogue = await startCatalogueFeed({ db, readers, log })
  const listing = startListing({ db, log })
  const ratings = startRatingJob({ db, log })
  const scans = scanStore(db, clock)
  const waiter = scanWaiter({ db, clock, log })
  const engine = engineUse({ db, clock, vision: config.vision, registry })
  const worker = startWorker({
    queue: scanQueue(db, clock),
    work: (job, signal) => endScan(job, { recognise: readers.recognise, scans, waiter, clock, engine }, signal),
    slots: ports.readerSlots,
    clock,
    log,
  })
  const recognition = { db, readers, waiter, clock, limits: config.queueLimits, engine }
  recognitionRoutes(app, { ...recognition, catalogueVersion: catalogue.version, wake: worker.wake })
  scanRoutes(app, { db, clock, worker, waiter })
  engineRoutes(app, engine)
  accountRoutes(app, { db, clock, worker, waiter })

  beerRoutes(app, { db })
  ratingRoutes(app, { db })
  hadRoutes(app, { db })
  const names = catalogueNames(db)
  const discovery = startDiscovery({
    db,
    names,
    sources: [
      ...openSources(config.discovery, globalThis.fetch),
      ...(textProvider && config.discovery.some(({ name }) => name === AI_SOURCE)
        ? [aiSource(textProvider, engine.spentElsewhere)]
        : []),
    ],
    lexicons: shippedLexicons,
    now: clock.now,
    log,
  })
  searchRoutes(app, { db, names, discovery })
  favoriteRoutes(app, { db })
  imageRoutes(app, { db, fetch: globalThis.fetch, source: config.imageSource, now: clock.now })
  const imports = importStore(db, clock)
  const importing = startImportRunner({ db, store: imports, lexicons: shippedLexicons, clock, log })
  await importRoutes(app, { imports, runner: importing })
  await serveWebApp(app, ports.webDir)

  // Whoever waits for a scan is let go before the server waits for running requests.
  app.addHook('preClose', async () => waiter.stop())
  app.addHook('onClose', async () => {
    await worker.stop()
    await Promise.all([catalogue.close(), listing.close(), ratings.close(), importing.close()])
  })
  return app
}

function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const ms = Math.round(reply.elapsedTime)
    request.log.debug({ method, route: routeOptions.url, status: reply.statusCode, ms }, 'answered')
  })
}
