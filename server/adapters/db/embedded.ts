/**
 * Starts the embedded database in a worker thread behind a Unix socket that accepts one connection, locks its folder, takes
 * hourly snapshots, and monitors the thread. The process exits if the database fails, because nothing works without it.
 */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import { type Clock, systemClock } from '../clock.ts'
import { isDiskFull } from '../disk-full.ts'
import { isOpenToOthers } from '../make-folder.ts'
import { fitsSocketPath } from '../socket-path.ts'
import { lockDataFolder } from './data-lock.ts'
import { type FromWorker, SNAPSHOT_INTERVAL_MS, type ToWorker, type WorkerStart } from './embedded-messages.ts'
import { ONE_SHARED_CONNECTION } from './keep-connections.ts'
import { newestIntactSnapshot, remedyOf } from './snapshots.ts'
import { startWatchdog } from './watchdog.ts'

export interface EmbeddedOptions {
  dataDir: string
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error' | 'fatal'>
  /** A migrated and filled database folder from the build; copied on the first start. */
  templateDir?: string | undefined
  /** Snapshots leave this much of the disk free. */
  diskReserveBytes?: number | undefined
  /** False for a look at a database, and for one that replaces another. Default true. */
  takesSnapshots?: boolean | undefined
  /** Called once if the database fails. By default the process exits. */
  onLost?: (reason: string) => void
  /** For the watchdog and the snapshots. */
  clock?: Pick<Clock, 'now' | 'every'> | undefined
}

export interface Embedded {
  /** Options for a pool of `pg`: the folder of the socket, and the port in its name. */
  socket: { host: string; port: number; user: string; database: string } & typeof ONE_SHARED_CONNECTION
  /** Number of write-ahead log syncs since the start. */
  walSyncs(): Promise<number>
  /** Takes a snapshot and returns its path, or null if nothing changed since the last one. */
  snapshot(): Promise<string | null>
  close(): Promise<void>
}

const PORT = 5432

/** The message names what can be restored. */
export class DatabaseUnusable extends Error {
  constructor(databaseDir: string, snapshotsDir: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const remedy = remedyOf(newestIntactSnapshot(snapshotsDir))
    super(`The database in ${databaseDir} cannot be opened: ${reason}\nIf its files are damaged, restore ${remedy}`, {
      cause,
    })
    this.name = 'DatabaseUnusable'
  }
}

/** The codes of PostgreSQL for damaged pages and for a damaged index. */
const DAMAGED = new Set(['XX001', 'XX002'])

/** A database with damaged pages opens; the error comes when one of them is read. Other errors are returned unchanged. */
export function explainDamage(error: unknown, dataDir: string): unknown {
  const damage = damageIn(error)
  const folder = resolve(dataDir)
  return damage ? new DatabaseUnusable(join(folder, 'database'), join(folder, 'snapshots'), damage) : error
}

function damageIn(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined
  return 'code' in error && DAMAGED.has(String(error.code)) ? error : damageIn(error.cause)
}

/** @throws DataFolderInUse, DatabaseUnusable */
export async function startEmbedded({
  dataDir,
  log,
  templateDir,
  diskReserveBytes = 0,
  takesSnapshots = true,
  onLost,
  clock = systemClock,
}: EmbeddedOptions): Promise<Embedded> {
  const folder = resolve(dataDir)
  const lock = await lockDataFolder(folder)
  const socketDir = socketFolder(folder)
  const lost = once((reason: string) => {
    log.fatal({ reason }, 'the embedded database failed')
    if (onLost) onLost(reason)
    else process.exit(1)
  })
  try {
    const [databaseDir, snapshotsDir] = [join(folder, 'database'), join(folder, 'snapshots')]
    const isNew = !existsSync(databaseDir)
    const socketPath = join(socketDir.path, `.s.PGSQL.${PORT}`)
    const snapshots = takesSnapshots ? { dir: snapshotsDir, reserveBytes: diskReserveBytes } : undefined
    const onMessage = (message: FromWorker) => {
      if (message.kind === 'snapshot-failed') log.error({ reason: message.message }, 'taking a snapshot failed')
    }
    if (isOpenToOthers(folder)) log.warn({ folder }, 'other users of this machine can open the data folder')
    const start = { databaseDir, snapshots, socketPath, templateDir }
    const worker = await startWorker(start, onMessage).catch((error: unknown) => {
      throw isNew || isDiskFull(error) ? error : new DatabaseUnusable(databaseDir, snapshotsDir, error)
    })
    makePrivate(databaseDir, log)
    const stopWatchdog = startWatchdog(worker, clock, lost)
    const stopSnapshots = clock.every(SNAPSHOT_INTERVAL_MS, () => send(worker, { kind: 'snapshot' }))
    return {
      socket: {
        host: socketDir.path,
        port: PORT,
        user: 'postgres',
        database: 'postgres',
        ...ONE_SHARED_CONNECTION,
      },
      walSyncs: async () => (await request(worker, 'ping', 'pong')).walSyncs,
      snapshot: async () => (await request(worker, 'snapshot', 'snapshot', 'snapshot-failed')).path,
      async close() {
        stopWatchdog()
        stopSnapshots()
        await request(worker, 'close', 'closed')
        await worker.terminate()
        socketDir.remove()
        lock.release()
      },
    }
  } catch (error) {
    socketDir.remove()
    lock.release()
    throw error
  }
}

/** PGlite creates files that everyone may read and write. */
function makePrivate(databaseDir: string, log: Pick<FastifyBaseLogger, 'warn'>): void {
  try {
    chmodSync(databaseDir, 0o700)
  } catch (error) {
    log.warn({ err: error }, 'other users of this machine may be able to open the database')
  }
}

/** In the data folder or, if its path is too long for a socket, in a private temporary folder. */
function socketFolder(dataDir: string): { path: string; remove(): void } {
  const inside = join(dataDir, 'run')
  if (fitsSocketPath(join(inside, `.s.PGSQL.${PORT}`))) {
    rmSync(inside, { recursive: true, force: true })
    mkdirSync(inside, { mode: 0o700 })
    return { path: inside, remove: () => {} }
  }
  const path = mkdtempSync(join(tmpdir(), 'beergoggles-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

async function startWorker(start: WorkerStart, onMessage: (message: FromWorker) => void): Promise<Worker> {
  const worker = new Worker(await workerEntry(), { workerData: start })
  worker.on('message', onMessage)
  try {
    await nextMessage(worker, 'ready')
  } catch (error) {
    await worker.terminate()
    throw error
  }
  return worker
}

/** The worker next to the bundle or its chunks. In the sources it is bundled first, because threads do not run TypeScript. */
function workerEntry(): Promise<URL> | URL {
  const built = ['./pglite-worker.js', '../pglite-worker.js']
    .map((path) => new URL(path, import.meta.url))
    .find((url) => existsSync(url))
  if (built) return built
  bundled ??= bundleWorker()
  return bundled
}

let bundled: Promise<URL> | undefined

async function bundleWorker(): Promise<URL> {
  const { build } = await import('esbuild')
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const outfile = join(root, '.cache', 'threads', `pglite-worker-${process.pid}.mjs`)
  await build({
    entryPoints: [fileURLToPath(new URL('./pglite-worker.ts', import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  })
  process.once('exit', () => rmSync(outfile, { force: true }))
  return pathToFileURL(outfile)
}

function request<K extends FromWorker['kind']>(worker: Worker, kind: ToWorker['kind'], reply: K, failure?: string) {
  const replied = nextMessage(worker, reply, failure)
  send(worker, { kind })
  return replied
}

function send(worker: Worker, message: ToWorker): void {
  worker.postMessage(message)
}

/** Resolves with the next message of this kind. @throws Error if the thread exits, throws or sends `failure` first */
function nextMessage<K extends FromWorker['kind']>(worker: Worker, kind: K, failure?: string) {
  return new Promise<Extract<FromWorker, { kind: K }>>((resolve, reject) => {
    const settle = (finish: () => void) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      finish()
    }
    const onMessage = (message: FromWorker) => {
      if (isKind(message, kind)) settle(() => resolve(message))
      else if (message.kind === failure && 'message' in message) settle(() => reject(new Error(message.message)))
    }
    const onError = (error: Error) => settle(() => reject(error))
    const onExit = (code: number) => settle(() => reject(new Error(`the database thread exited with code ${code}`)))
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
  })
}

function isKind<K extends FromWorker['kind']>(
  message: FromWorker,
  kind: K,
): message is Extract<FromWorker, { kind: K }> {
  return message.kind === kind
}

function once<A extends unknown[]>(act: (...args: A) => void): (...args: A) => void {
  let done = false
  return (...args) => {
    if (done) return
    done = true
    act(...args)
  }
}
