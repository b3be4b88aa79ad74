/** Starts and stops the server; `app.ts` assembles it. */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Readers } from '#recognition'
import { openTextProvider } from '#vision/text'
import { BUILD_FOLDER } from './adapters/build-folder.ts'
import { filesIn } from './adapters/byte-files.ts'
import { systemClock } from './adapters/clock.ts'
import { listenForCommands } from './adapters/commands/command-socket.ts'
import { backupCommand } from './adapters/db/backup.ts'
import { type Database, openDatabase } from './adapters/db/database.ts'
import { explainDamage } from './adapters/db/embedded.ts'
import { importFiles, outgoingMessages, scanJobs } from './adapters/db/schema.ts'
import { diskSpace } from './adapters/disk-space.ts'
import { listen } from './adapters/http/listen.ts'
import { createLog } from './adapters/http/log.ts'
import { freeLeases } from './adapters/jobs/lease.ts'
import { buildApp } from './app.ts'
import { type Config, readSettings, type Secrets } from './config.ts'
import { barcodeCommands } from './core/beers/barcode-commands.ts'
import { loadShippedCatalogue } from './core/beers/shipped-catalogue.ts'
import { findingCommands } from './core/beers/user-findings.ts'
import { importCommands } from './core/ingest/import-commands.ts'
import { pictureFolder } from './core/pictures/picture-store.ts'
import { doctorCommands } from './doctor/database.ts'
import { accountCommands, firstAccountNotice } from './features/identity/embedded/account-commands.ts'
import { sessionCommands } from './features/identity/session-commands.ts'
import { importFolder } from './features/imports/uploaded-files.ts'
import { settingsOf } from './features/provider-budget/engines-of.ts'
import { photoFolder } from './features/scan/photo-files.ts'
import { databaseTemplate, productVersion, shippedCatalogue, shippedLexicons } from './product-files.ts'
import { readerSlotsOf, startReadersFor } from './reader-processes.ts'
import { startFailure } from './start-failure.ts'

/** After draining. */
const STOPPING_MAX_MS = 15_000

await main().catch((error: unknown) => {
  const { message, exitCode } = startFailure(error)
  console.error(message)
  process.exit(exitCode)
})

async function main(): Promise<void> {
  const { config, secrets, unknown } = readSettings()
  const log = createLog(config.logLevel)
  for (const problem of unknown) log.warn(problem)
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'unhandled promise rejection')
    process.exit(1)
  })
  log.debug({ config }, 'starting')

  const readers = startReadersFor(config, secrets, log)
  let stopping: Promise<never> | undefined
  const stop = await serve(config, secrets, readers, log, () => stopping !== undefined).catch((error: unknown) => {
    throw config.database === 'embedded' ? explainDamage(error, config.dataDir) : error
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // Ctrl+C is for people, who do not wait.
      stopping ??= end(stop, log, signal === 'SIGTERM' ? config.drainSeconds * 1_000 : 0)
    })
  }
  await readers.ready().catch((error: unknown) => stopping ?? Promise.reject(error))
  log.info({ seconds: secondsSinceStart() }, 'ready to read photos')
}

/** Resolves when the server accepts requests; the returned function stops everything in reverse order. */
async function serve(
  config: Config,
  secrets: Secrets,
  readers: Readers,
  log: Logger,
  isStopping: () => boolean,
): Promise<() => Promise<void>> {
  const database = await openDatabase({
    databaseUrl: secrets.databaseUrl,
    dataDir: config.dataDir,
    diskReserveBytes: config.diskReserveBytes,
    templateDir: databaseTemplate(),
    prepare: (db) => loadShippedCatalogue(db, shippedCatalogue()),
    log,
  })
  if (database.kind === 'embedded') await freeLeases(database.db, [scanJobs, importFiles, outgoingMessages])
  const app = await buildApp({
    config,
    database,
    readers,
    textProvider:
      config.vision.provider &&
      (await openTextProvider(config.vision.provider.name, settingsOf(config.vision.provider, secrets))),
    readerSlots: readerSlotsOf(config),
    issuer: config.oidc && { ...config.oidc, url: config.oidc.issuer, clientSecret: secrets.oidcClientSecret },
    metricsToken: secrets.metricsToken,
    smtpUrl: secrets.smtpUrl,
    ...(database.kind === 'embedded' && {
      photoDir: photoFolder(config.dataDir),
      pictureDir: pictureFolder(config.dataDir),
      importDir: importFolder(config.dataDir),
      disk: diskSpace(config.dataDir, config.diskReserveBytes),
    }),
    isStopping,
    clock: systemClock,
    log,
    webDir: BUILD_FOLDER && join(BUILD_FOLDER, 'web'),
    version: productVersion(),
  })
  const port = await listen(app, config)
  console.log(
    `BeerGoggles runs on ${config.publicUrl ?? `http://localhost:${port}`} (started in ${secondsSinceStart()} s)`,
  )
  if (config.embeddedSignIn === 'password') {
    const origin = config.publicUrl ?? `http://localhost:${port}`
    const notice = await firstAccountNotice({ db: database.db, now: systemClock.now }, origin)
    if (notice) console.log(notice)
  }
  const commands = await commandsOn(config, database, log)
  return async () => {
    try {
      await commands?.close()
      await app.close()
    } finally {
      await readers.close()
      await database.close()
    }
  }
}

/** Only the embedded database needs them: with PostgreSQL, a command connects to the database itself. */
async function commandsOn(config: Config, { db, pool, kind }: Database, log: Logger) {
  if (kind === 'postgres') return undefined
  const commands = {
    ...doctorCommands(db),
    backup: backupCommand(pool, filesIn(pictureFolder(config.dataDir))),
    ...barcodeCommands(db),
    ...findingCommands(db),
    ...importCommands({ db, lexicons: shippedLexicons }),
    ...sessionCommands(db),
    ...(config.embeddedSignIn === 'password' && accountCommands({ db, now: systemClock.now })),
  }
  return await listenForCommands({ dataDir: config.dataDir, commands, log })
}

/** `drainMs`: the server keeps answering this long, so that balancers notice `/readyz` before connections are refused. */
async function end(stop: () => Promise<void>, log: Logger, drainMs: number): Promise<never> {
  await wait(drainMs)
  setTimeout(() => {
    log.error('stopping took too long')
    process.exit(1)
  }, STOPPING_MAX_MS).unref()
  const exitCode = await stop().then(
    () => 0,
    (error: unknown) => {
      log.error({ err: error }, 'stopping failed')
      return 1
    },
  )
  return process.exit(exitCode)
}

function secondsSinceStart(): string {
  return (performance.now() / 1_000).toFixed(1)
}
