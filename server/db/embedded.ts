/**
 * Starts the embedded database and keeps watch over it: lock, thread, socket. Whoever connects gets the one connection
 * that there is. A database that stops answering ends the process, as nothing here works without it.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import { lockDataFolder } from './data-lock.ts'

export interface EmbeddedOptions {
  dataDir: string
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error' | 'fatal'>
  /** A database folder, migrated and filled by the build, that a new installation starts from. */
  templateDir?: string | undefined
  /** Called once when the database is lost. Ends the process unless a test says otherwise. */
  onLost?: (reason: string) => void
}

export interface Embedded {
  /** For `pg`: the folder of the socket, and the port that is part of its name. */
  socket: { host: string; port: number; user: string; database: string }
  /** Syncs of the write-ahead log since the start. */
  walSyncs(): Promise<number>
  /** Takes a snapshot now if something changed since the last one; null when nothing did. */
  snapshot(): Promise<string | null>
  close(): Promise<void>
}

export interface WorkerStart {
  databaseDir: string
  snapshotsDir: string
  socketPath: string
  templateDir: string | undefined
}
export type ToWorker = { kind: 'ping' } | { kind: 'snapshot' } | { kind: 'close' }
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'pong'; walSyncs: number }
  | { kind: 'snapshot'; path: string | null }
  | { kind: 'snapshot-failed'; message: string }
  | { kind: 'broken'; message: string }
  | { kind: 'closed' }

const PORT = 5432
/** The name of a socket must fit into 108 bytes on Linux and 104 on macOS. */
const SOCKET_PATH_MAX_BYTES = 100
const PING_INTERVAL_MS = 2_000
const SILENCE_MAX_MS = 10_000

export async function startEmbedded({ dataDir, log, templateDir, onLost }: EmbeddedOptions): Promise<Embedded> {
  const folder = resolve(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = lockDataFolder(folder)
  const socketDir = socketFolder(folder)
  const lost = once((reason: string) => {
    log.fatal({ reason }, 'the embedded database is lost')
    if (onLost) onLost(reason)
    else process.exit(1)
  })
  try {
    const worker = await startWorker({
      databaseDir: join(folder, 'database'),
      snapshotsDir: join(folder, 'snapshots'),
      socketPath: join(socketDir.path, `.s.PGSQL.${PORT}`),
      templateDir,
    })
    const stopWatching = watch(worker, lost)
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'snapshot-failed') log.error({ reason: message.message }, 'the hourly snapshot failed')
    })
    return {
      socket: { host: socketDir.path, port: PORT, user: 'postgres', database: 'postgres' },
      walSyncs: async () => (await ask(worker, 'ping', 'pong')).walSyncs,
      snapshot: async () => (await ask(worker, 'snapshot', 'snapshot', 'snapshot-failed')).path,
      async close() {
        stopWatching()
        await ask(worker, 'close', 'closed')
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

/** In the data folder, or where its path is too long for a socket, in a private folder of the system's. */
function socketFolder(dataDir: string): { path: string; remove(): void } {
  const inside = join(dataDir, 'run')
  if (Buffer.byteLength(join(inside, `.s.PGSQL.${PORT}`)) <= SOCKET_PATH_MAX_BYTES) {
    rmSync(inside, { recursive: true, force: true })
    mkdirSync(inside, { mode: 0o700 })
    return { path: inside, remove: () => {} }
  }
  const path = mkdtempSync(join(tmpdir(), 'beergoggles-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

async function startWorker(start: WorkerStart): Promise<Worker> {
  const worker = new Worker(await workerEntry(), { workerData: start })
  try {
    await heard(worker, 'ready')
  } catch (error) {
    await worker.terminate()
    throw error
  }
  return worker
}

/** The built worker beside the bundle or its chunks; threads take no TypeScript, so the sources are bundled first. */
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
  const root = fileURLToPath(new URL('../../', import.meta.url))
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

/** Ends in `lost` when the thread ends, fails, breaks, or is silent for too long. */
function watch(worker: Worker, lost: (reason: string) => void): () => void {
  let heardAt = Date.now()
  let lookedAt = Date.now()
  const onMessage = (message: FromWorker) => {
    heardAt = Date.now()
    if (message.kind === 'broken') lost(message.message)
  }
  const onExit = (code: number) => lost(`its thread ended with ${code}`)
  const onError = (error: Error) => lost(`its thread failed: ${error.stack ?? error.message}`)
  worker.on('message', onMessage).on('exit', onExit).on('error', onError)

  const timer = setInterval(() => {
    const now = Date.now()
    // A late tick means that this thread or the whole machine slept, which says nothing about the other one.
    if (now - lookedAt > 2 * PING_INTERVAL_MS) heardAt = now
    lookedAt = now
    if (now - heardAt > SILENCE_MAX_MS) lost(`no answer for ${SILENCE_MAX_MS / 1_000} s`)
    tell(worker, { kind: 'ping' })
  }, PING_INTERVAL_MS)
  return () => {
    clearInterval(timer)
    worker.off('message', onMessage).off('exit', onExit).off('error', onError)
  }
}

function ask<K extends FromWorker['kind']>(worker: Worker, kind: ToWorker['kind'], answer: K, failure?: string) {
  const answered = heard(worker, answer, failure)
  tell(worker, { kind })
  return answered
}

function tell(worker: Worker, message: ToWorker): void {
  worker.postMessage(message)
}

/** The next message of this kind. @throws Error when the thread ends, fails or says that it could not. */
function heard<K extends FromWorker['kind']>(worker: Worker, kind: K, failure?: string) {
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
    const onExit = (code: number) => settle(() => reject(new Error(`the database thread ended with ${code}`)))
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
