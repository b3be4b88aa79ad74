/** Starts and stops the server. Everything it is made of is put together in `app.ts`. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { openShipped } from '#catalogue/shipped'
import { openTextProvider, type Readers, scanReadersFor, startReaders } from '#recognition'
import { buildApp } from './app.ts'
import { loadShippedCatalogue } from './beers/shipped-catalogue.ts'
import { importCommands } from './catalogue-import/import-commands.ts'
import { listenForCommands } from './commands/command-socket.ts'
import { type Config, ConfigProblems, readConfig, type Secrets } from './config.ts'
import { DataFolderInUse } from './db/data-lock.ts'
import { type Database, openDatabase } from './db/database.ts'
import { listen } from './http/listen.ts'
import { createLog } from './http/log.ts'
import { systemClock } from './jobs/clock.ts'
import { BUILT, databaseTemplate, shippedCatalogue } from './product-files.ts'
import { enginesOf, settingsOf } from './usage/engines-of.ts'

/** Tells the start script that starting again would end the same way. */
const NOT_WORTH_RETRYING = 78
const STOPPING_MAX_MS = 15_000

await main().catch((error: unknown) => {
  const known = error instanceof ConfigProblems || error instanceof DataFolderInUse || isPortTaken(error)
  if (known) {
    console.error(error.message)
    process.exit(NOT_WORTH_RETRYING)
  }
  console.error(error)
  process.exit(1)
})

async function main(): Promise<void> {
  // What is set outside wins over the file.
  if (existsSync('.env')) process.loadEnvFile('.env')
  const { config, secrets } = readConfig(process.env)
  const log = createLog(config.logLevel)
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'a promise that nobody awaited was rejected')
    process.exit(1)
  })
  log.debug({ config }, 'starting')

  const readers = startReadersFor(config, secrets, log)
  const stop = await serve(config, secrets, readers, log)
  let stopping: Promise<never> | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stopping ??= end(stop, log)
    })
  }
  await readers.ready().catch((error: unknown) => stopping ?? Promise.reject(error))
  log.info({ seconds: secondsSinceStart() }, 'ready to read photos')
}

/** Resolves when the server answers; the function it returns stops everything in the opposite order. */
async function serve(config: Config, secrets: Secrets, readers: Readers, log: Logger): Promise<() => Promise<void>> {
  const database = await openDatabase({
    databaseUrl: secrets.databaseUrl,
    dataDir: config.dataDir,
    templateDir: databaseTemplate(),
    log,
  })
  await loadShippedCatalogue(database.db, shippedCatalogue())
  const app = await buildApp({
    config,
    database,
    readers,
    textProvider:
      config.vision.provider &&
      (await openTextProvider(config.vision.provider.name, settingsOf(config.vision.provider, secrets))),
    readerSlots: config.scanReaders ?? scanReadersFor(config.vision.provider?.name ?? 'embedded'),
    issuer: config.oidc && { ...config.oidc, url: config.oidc.issuer, clientSecret: secrets.oidcClientSecret },
    clock: systemClock,
    log,
    webDir: BUILT && join(BUILT, 'web'),
    version: BUILT ? versionOf(join(BUILT, 'version.json')) : 'development',
  })
  const port = await listen(app, config)
  console.log(
    `BeerGoggles runs on ${config.publicUrl ?? `http://localhost:${port}`} (started in ${secondsSinceStart()} s)`,
  )
  const commands = await commandsOn(config, database, log)
  return async () => {
    await commands?.close()
    await app.close()
    await readers.close()
    await database.close()
  }
}

/** Only the embedded database needs them: to PostgreSQL a command goes by itself. */
async function commandsOn(config: Config, { db, kind }: Database, log: Logger) {
  if (kind === 'postgres') return undefined
  const commands = importCommands({ db, lexicons: () => openShipped(shippedCatalogue()) })
  return await listenForCommands({ dataDir: config.dataDir, commands, log })
}

function startReadersFor(config: Config, secrets: Secrets, log: Logger): Readers {
  return startReaders({
    readerScript: BUILT
      ? join(BUILT, 'server/reader.js')
      : fileURLToPath(new URL('../recognition/reader/reader.ts', import.meta.url)),
    ...enginesOf(config.vision, secrets),
    lexicons: BUILT ? join(BUILT, 'catalogue.json') : null,
    ...(config.scanReaders !== undefined && { scanReaders: config.scanReaders }),
    log,
  })
}

function versionOf(path: string): string {
  const { commit }: { commit?: unknown } = JSON.parse(readFileSync(path, 'utf8'))
  return typeof commit === 'string' ? commit : 'unknown'
}

async function end(stop: () => Promise<void>, log: Logger): Promise<never> {
  setTimeout(() => {
    log.error('stopping took too long')
    process.exit(1)
  }, STOPPING_MAX_MS).unref()
  await stop()
  return process.exit(0)
}

function secondsSinceStart(): string {
  return (performance.now() / 1_000).toFixed(1)
}

function isPortTaken(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES')
}
