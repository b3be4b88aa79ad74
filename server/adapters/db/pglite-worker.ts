/**
 * The worker thread of the embedded database: runs PGlite behind a socket that accepts one connection, and takes snapshots on
 * request. PGlite runs queries on the thread that calls it, and they must not block the server's main thread.
 */
import { existsSync, rmSync } from 'node:fs'
import { Server } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import type { FromWorker, ToWorker, WorkerStart } from './embedded-messages.ts'
import { copyFolder } from './folder-copy.ts'
import { isSnapshotDue, removePartial, takeSnapshot } from './snapshots.ts'
import { openSyncedPGlite, SyncedFS } from './synced-fs.ts'

const port = parentPort
if (!port) throw new Error('pglite-worker.ts runs as a worker thread only')
const send = (message: FromWorker) => port.postMessage(message)

const { databaseDir, snapshots, socketPath, templateDir }: WorkerStart = workerData
const isNew = !existsSync(databaseDir)
if (isNew && templateDir !== undefined) await copyFolder(templateDir, databaseDir)
const fs = new SyncedFS(databaseDir, (reason) => send({ kind: 'broken', message: reason }))
const { pglite, walSyncs } = await openSyncedPGlite(databaseDir, {}, fs)

// SQL errors are results. An exception means that PGlite is broken: the client would wait for a reply forever.
const execute = pglite.execProtocolRawStream.bind(pglite)
pglite.execProtocolRawStream = async (...args) => {
  try {
    return await execute(...args)
  } catch (error) {
    send({ kind: 'broken', message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    throw error
  }
}

rmSync(socketPath, { force: true })
const socket = new PGLiteSocketServer({ db: pglite, path: socketPath, maxConnections: 1 })
await socket.start()
closeRefused(socket)

/** Undefined: the snapshot at start failed, so the next one is taken even if nothing changes. */
let syncsAtSnapshot: number | undefined = walSyncs()
let snapshotting = Promise.resolve()
await reportFailure(async () => snapshots && removePartial(snapshots.dir))
// Before migrations: an upgrade can be taken back.
if (!isNew && snapshots && isSnapshotDue(snapshots.dir)) {
  syncsAtSnapshot = undefined
  await snapshot()
}

port.on('message', async (message: ToWorker) => {
  if (message.kind === 'ping') send({ kind: 'pong', walSyncs: walSyncs() })
  else if (message.kind === 'snapshot') await snapshot()
  else await close()
})
send({ kind: 'ready' })

/**
 * The socket server ends an excess connection without reading from it. Half open, that connection would block the only
 * slot forever.
 */
function closeRefused(socketServer: PGLiteSocketServer) {
  const server: unknown = Reflect.get(socketServer, 'server')
  if (!(server instanceof Server)) throw new Error('PGLiteSocketServer has no property server')
  server.on('connection', (connection) => connection.once('finish', () => connection.destroy()))
}

/** One after the other: what the first has copied, a second need not copy again. */
function snapshot(): Promise<void> {
  snapshotting = snapshotting.then(() =>
    reportFailure(async () => {
      const syncs = walSyncs()
      if (!snapshots || syncs === syncsAtSnapshot) return send({ kind: 'snapshot', path: null })
      send({ kind: 'snapshot-begun' })
      const path = await takeSnapshot(databaseDir, snapshots.dir, snapshots)
      syncsAtSnapshot = syncs
      send({ kind: 'snapshot', path })
    }),
  )
  return snapshotting
}

/** A database without snapshots is better than none. */
async function reportFailure(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    send({ kind: 'snapshot-failed', message: error instanceof Error ? error.message : String(error) })
  }
}

async function close() {
  await snapshotting
  await socket.stop()
  await pglite.close()
  if (walSyncs() !== syncsAtSnapshot && snapshots && isSnapshotDue(snapshots.dir)) await snapshot()
  rmSync(socketPath, { force: true })
  send({ kind: 'closed' })
  port?.close()
}
