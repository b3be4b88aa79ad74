/** Assembles the server from its ports: protection, identity, catalogue, scans, and the user's own data. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import fastifyCompress from '@fastify/compress'
import fastifyCookie from '@fastify/cookie'
import fastifyMultipart from '@fastify/multipart'
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify'
import { Registry } from 'prom-client'
import type { Readers } from '#recognition'
import type { TextProvider } from '#vision/text'
import { byteFiles } from './adapters/byte-files.ts'
import type { Clock } from './adapters/clock.ts'
import type { Database } from './adapters/db/database.ts'
import { databaseMetrics } from './adapters/db/database-metrics.ts'
import { scanPhotos } from './adapters/db/schema.ts'
import type { DiskSpace } from './adapters/disk-space.ts'
import { CONNECTION_LIMITS, type ConnectionLimits, serverOptions } from './adapters/http/connection-limits.ts'
import { handleErrors } from './adapters/http/errors.ts'
import { healthRoutes } from './adapters/http/health.ts'
import { limitWaiting } from './adapters/http/limit-waiting.ts'
import { prepareListeners } from './adapters/http/listen.ts'
import { metricsRoute, serveMetrics } from './adapters/http/metrics-route.ts'
import { docsRoutes } from './adapters/http/openapi.ts'
import { protect } from './adapters/http/protection.ts'
import { quickCompression } from './adapters/http/quick-compression.ts'
import { securityTxtRoute } from './adapters/http/security-txt.ts'
import { uploadRoom } from './adapters/http/upload-room.ts'
import { userTurns } from './adapters/http/user-turns.ts'
import { serveWebApp, styleSourcesOf } from './adapters/http/web-app.ts'
import { cleanHourly } from './adapters/jobs/housekeeping.ts'
import { vacuumRegularly } from './adapters/jobs/vacuum.ts'
import type { Config } from './config.ts'
import { startCatalogueFeed } from './core/beers/catalogue-feed.ts'
import { startPromotion } from './core/beers/promote-unlisted.ts'
import { startRatingNews } from './core/notices/rating-news.ts'
import { pictureFiles, pictureStore } from './core/pictures/picture-store.ts'
import { startRatingJob } from './core/ratings/rating-job.ts'
import { openSearchIndexFeed } from './core/search/search-index-feed.ts'
import { beerRoutes } from './features/beers/beer-routes.ts'
import { correctionRoutes } from './features/corrections/correction-routes.ts'
import { AI_SOURCE, aiSource } from './features/discovery/ai-source.ts'
import { startDiscovery } from './features/discovery/discovery.ts'
import { openSources } from './features/discovery/sources.ts'
import { favoriteRoutes } from './features/favorites/favorite-routes.ts'
import { accountRoutes } from './features/identity/account-routes.ts'
import type { RemoveScans } from './features/identity/delete-account.ts'
import type { HashCost } from './features/identity/embedded/password-hash.ts'
import { guard } from './features/identity/guard.ts'
import { identityRoutes } from './features/identity/identity-routes.ts'
import type { Issuer } from './features/identity/oidc-client.ts'
import { imageRoutes } from './features/images/image-routes.ts'
import { importQueue } from './features/imports/import-queue.ts'
import { importRoutes } from './features/imports/import-routes.ts'
import { importStore } from './features/imports/import-store.ts'
import type { ReadFile } from './features/imports/read-file-in-process.ts'
import { startImportRunner } from './features/imports/run-claimed-import.ts'
import { uploadedFiles } from './features/imports/uploaded-files.ts'
import { journalRoutes } from './features/journal/journal-routes.ts'
import { markRoutes } from './features/marks/mark-routes.ts'
import { startDelivery } from './features/notifications/deliver.ts'
import { emailLinkRoutes } from './features/notifications/email-links.ts'
import { emails } from './features/notifications/emails.ts'
import { mailer } from './features/notifications/mailer.ts'
import { messageQueue } from './features/notifications/message-queue.ts'
import { notificationRoutes } from './features/notifications/notification-routes.ts'
import { pushKeys } from './features/notifications/push-keys.ts'
import { pushSender } from './features/notifications/send-push.ts'
import { signedLinks } from './features/notifications/signed-links.ts'
import { startWeeklyDigest } from './features/notifications/weekly-digest.ts'
import { pictureRoutes } from './features/pictures/picture-routes.ts'
import { engineRoutes } from './features/provider-budget/engine-routes.ts'
import { providerBudget } from './features/provider-budget/provider-budget.ts'
import { ratingRoutes } from './features/ratings/rating-routes.ts'
import { pruneRegularly } from './features/retention/retention.ts'
import { roundRoutes } from './features/rounds/round-routes.ts'
import { claimedScan } from './features/scan/claimed-scan.ts'
import { endScan } from './features/scan/end-scan.ts'
import { readerMetrics } from './features/scan/reader-metrics.ts'
import { recognitionRoutes } from './features/scan/recognition-routes.ts'
import { repeatedFrameStore } from './features/scan/repeated-frames.ts'
import { scanHistory } from './features/scan/scan-history.ts'
import { scanMetrics } from './features/scan/scan-metrics.ts'
import { type Lease, scanQueue } from './features/scan/scan-queue.ts'
import { scanRoutes } from './features/scan/scan-routes.ts'
import { scanWaiter } from './features/scan/scan-waiter.ts'
import { startWorker } from './features/scan/worker.ts'
import { reportWorker, workerMetrics } from './features/scan/worker-roster.ts'
import { searchRoutes } from './features/search/search-routes.ts'
import { tasteRoutes } from './features/taste/taste-routes.ts'
import { wantRoutes } from './features/wants/want-routes.ts'
import { passkeyScript, shippedLexicons } from './product-files.ts'

export interface AppPorts {
  config: Config
  database: Database
  readers: Readers
  /** The text API of the vision provider; undefined with the embedded engine. */
  textProvider?: TextProvider | undefined
  /** Maximum number of concurrent scans. */
  readerSlots: number
  /** Undefined: the embedded provider. */
  issuer: Issuer | undefined
  metricsToken: string | undefined
  /** With `mailFrom` of the configuration: the mail server. */
  smtpUrl?: string | undefined
  /** Of the data folder; undefined if the database stores its data elsewhere. */
  disk?: DiskSpace | undefined
  /** True once the server was asked to stop. */
  isStopping?: () => boolean
  /** The folder for photos of unfinished scans; undefined: the database. */
  photoDir?: string | undefined
  /** The folder for pictures that users keep; undefined: the database. */
  pictureDir?: string | undefined
  /** The folder for uploaded files of imports; undefined: the database. */
  importDir?: string | undefined
  clock: Clock
  log: FastifyBaseLogger
  /** The built web app; undefined if another server delivers it. */
  webDir: string | undefined
  version: string
  connections?: ConnectionLimits
  passwordCost?: HashCost | undefined
  readFile?: ReadFile | undefined
  /** For tests: a push service on this machine. */
  isPushOnLoopback?: boolean | undefined
}

/** A push service wants to know whom to ask. */
const NO_CONTACT = 'mailto:operator@beergoggles.invalid'

/** In less than a millisecond; a stream takes longer than that. */
const COMPRESSED_AT_ONCE_BYTES = 65_536

export async function buildApp(ports: AppPorts): Promise<FastifyInstance> {
  const { config, database, readers, textProvider, clock, log, disk, connections = CONNECTION_LIMITS } = ports
  const { isStopping = () => false } = ports
  const { db, changes } = database
  const { publicUrl, embeddedSignIn, sessionIdleDays } = config

  const app: FastifyInstance = fastify({
    loggerInstance: log,
    // URLs contain search queries; the hook below logs the route instead.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies,
    http: serverOptions(connections),
    // Fastify overrides that of `http`.
    requestTimeout: connections.requestMs,
  })
  app.decorate('checksContracts', !config.production)
  app.decorate('uploads', uploadRoom())
  app.decorate('turns', userTurns())
  handleErrors(app)
  logResponses(app)
  closeConnectionsWhile(isStopping, app)
  limitWaiting(app, database.pool)
  const isHttps = publicUrl?.startsWith('https:') ?? false
  await protect(app, { https: isHttps, styleSources: styleSourcesOf(ports.webDir) })
  await app.register(fastifyCompress, {
    // A request is as large as it says: what a compressed one unpacks to would count for no limit of uploads.
    globalDecompression: false,
    threshold: 1_024,
    syncThreshold: COMPRESSED_AT_ONCE_BYTES,
    zlib: quickCompression,
  })
  await app.register(fastifyCookie)
  await app.register(fastifyMultipart)
  guard(app, { db, clock, publicUrl, issuer: ports.issuer, sessionIdleDays })

  const registry = new Registry()
  const snapshotsDir = database.kind === 'embedded' ? join(config.dataDir, 'snapshots') : undefined
  databaseMetrics(registry, database.pool, snapshotsDir)
  readerMetrics(registry, readers)
  const identity = { db, clock, publicUrl, embeddedSignIn, passkeyScript, sessionIdleDays, registry }
  await identityRoutes(app, { ...identity, issuer: ports.issuer, passwordCost: ports.passwordCost })
  const names = openSearchIndexFeed(db, shippedLexicons)
  healthRoutes(app, { hasRead: names.current, clock, readers, disk, isStopping, registry })
  await provideMetrics(app, registry, ports)
  docsRoutes(app, ports.version)
  securityTxtRoute(app, config.securityContact, clock.now)

  vacuumRegularly(app, database, clock)
  pruneRegularly(app, { db, clock, retention: config.retention })

  const catalogue = await startCatalogueFeed({ db, changes, readers, clock, log })
  const promotion = startPromotion({ db, changes, clock, log })
  const ratings = startRatingJob({ db, changes, clock, log })
  const waiter = scanWaiter({ db, clock, log })
  cleanHourly(app, clock, 'repeated frames', repeatedFrameStore(db, clock).removeOld)
  const budget = providerBudget({ db, clock, vision: config.vision, registry, log })
  const idsOfScans = async () => (await db.select({ id: scanPhotos.scanId }).from(scanPhotos)).map(({ id }) => id)
  const photos = ports.photoDir === undefined ? undefined : byteFiles(ports.photoDir, idsOfScans, clock)
  if (photos) cleanHourly(app, clock, 'photos of ended scans', photos.eraseOrphans)
  const claimed = (lease: Lease) => claimedScan(lease, db, clock, photos)
  const metrics = scanMetrics(registry, db, clock)
  const ending = { recognise: readers.recognise, claimed, waiter, clock, budget, onTimes: metrics.stages }
  const worker = startWorker({
    queue: scanQueue(db, clock),
    work: (job, signal) => metrics.measured(job, () => endScan(job, ending, signal)),
    slots: ports.readerSlots,
    clock,
    log,
  })
  // The embedded database has one process, and each report would be a change that asks for a snapshot.
  const isShared = database.kind === 'postgres'
  if (isShared) workerMetrics(registry, db, clock)
  const reports = isShared && ports.readerSlots > 0 ? reportWorker({ db, clock, log, kind: 'node' }) : undefined
  const recognition = { db, readers, waiter, clock, limits: config.queueLimits, budget, photos, disk }
  recognitionRoutes(app, { ...recognition, catalogueVersion: catalogue.version, wake: worker.wake })
  const stopScan = (scanId: string) => {
    worker.drop(scanId)
    photos?.erase(scanId).catch((error: unknown) => log.error({ err: error, scanId }, 'erasing a photo failed'))
    waiter.notify(scanId, { kind: 'gone' })
  }
  scanRoutes(app, { db, clock, stopScan })
  roundRoutes(app, { db, clock, menuOf: scanHistory(db).atTable })
  engineRoutes(app, budget)
  const kept = ports.pictureDir === undefined ? undefined : pictureFiles(ports.pictureDir, db, clock)
  if (kept) cleanHourly(app, clock, 'files of deleted pictures', kept.eraseOrphans)
  const pictures = pictureStore(db, kept)
  pictureRoutes(app, { db, pictures, readers, disk })
  const removeScans: RemoveScans = (tx, userId) => scanHistory(tx).of(userId).removeAll()
  const uploads = ports.importDir === undefined ? undefined : uploadedFiles(ports.importDir, db, clock)
  if (uploads) cleanHourly(app, clock, 'files of ended imports', uploads.eraseOrphans)
  const imports = importStore(db, clock, pictures, uploads)
  accountRoutes(app, { db, stopScan, removeScans, pictures, uploads: imports })

  beerRoutes(app, { db, clock })
  const news = startRatingNews({ db, clock, log })
  ratingRoutes(app, { db, news })
  correctionRoutes(app, { db })
  journalRoutes(app, { db, clock, pictures, news })
  wantRoutes(app, { db, clock })
  markRoutes(app, { db })
  tasteRoutes(app, { db, clock })
  const discovery = startDiscovery({
    db,
    names,
    sources: [
      ...openSources(config.discovery, globalThis.fetch),
      ...(textProvider && config.discovery.some(({ name }) => name === AI_SOURCE)
        ? [aiSource(textProvider, budget)]
        : []),
    ],
    lexicons: shippedLexicons,
    now: clock.now,
    log,
  })
  searchRoutes(app, { db, names, discovery })
  favoriteRoutes(app, { db })
  imageRoutes(app, { db, fetch: globalThis.fetch, source: config.imageSource, now: clock.now })
  const queue = importQueue(db, clock, uploads)
  const reading = { queue, lexicons: shippedLexicons, pictures, readFile: ports.readFile }
  const importing = startImportRunner({ db, changes, ...reading, clock, log })
  await importRoutes(app, { db, imports, runner: importing, clock, disk })
  const push = config.webPush
    ? pushSender({
        keys: await pushKeys(db),
        contact: config.securityContact ?? (isHttps && publicUrl ? publicUrl : NO_CONTACT),
        isOnLoopback: ports.isPushOnLoopback,
      })
    : undefined
  const mailServer = ports.smtpUrl && config.mailFrom && publicUrl && { url: ports.smtpUrl, from: config.mailFrom }
  const links = await signedLinks(db, clock.now)
  emailLinkRoutes(app, { db, links })
  const sendMail =
    mailServer && publicUrl ? emails({ db, mailer: mailer(mailServer), links, publicUrl, now: clock.now }) : undefined
  const sendsEmail = sendMail !== undefined
  notificationRoutes(app, { db, clock, push, sendsEmail })
  const messages = messageQueue(db, clock)
  cleanHourly(app, clock, 'stale messages', messages.removeStale)
  const digest = startWeeklyDigest({ db, clock, log, sendsEmail })
  const delivery = startDelivery({ queue: messages, changes, push, sendMail, clock, log, registry })
  await serveWebApp(app, ports.webDir)

  // Responds to requests that wait for a scan before the server waits for running requests.
  app.addHook('preClose', async () => waiter.stop())
  prepareListeners(app)
  app.addHook('onClose', async () => {
    await worker.stop()
    await Promise.all([reports?.close(), catalogue.close(), promotion.close(), ratings.close(), importing.close()])
    await Promise.all([news.close(), digest.close(), delivery.close()])
  })
  return app
}

/** On a port of their own if there is one. */
async function provideMetrics(
  app: FastifyInstance,
  registry: Registry,
  { config: { host, metricsPort: port }, metricsToken, log }: Pick<AppPorts, 'config' | 'metricsToken' | 'log'>,
): Promise<void> {
  if (port === undefined) return metricsRoute(app, { registry, metricsToken })
  const ofMetrics = await serveMetrics({ registry, metricsToken, host, port, log })
  app.addHook('onClose', ofMetrics.close)
}

/** A client that keeps its connection would not notice that another node should answer it. */
function closeConnectionsWhile(isStopping: () => boolean, app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping()) reply.header('connection', 'close')
  })
}

function logResponses(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const ms = Math.round(reply.elapsedTime)
    request.log.debug({ method, route: routeOptions.url, status: reply.statusCode, ms }, 'responded')
  })
}
