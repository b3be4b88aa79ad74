/**
 * The thread of the embedded database: PGlite on its folder behind a socket for one connection, and hourly snapshots.
 * PGlite computes on the thread that calls it, so that the server's own thread never does.
 */
import { existsSync, rmSync } from 'node:fs'
import { Server } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import type { FromWorker, ToWorker, WorkerStart } from './embedded.ts'
import { copyFolder } from './folder-copy.ts'
import { takeSnapshot } from './snapshots.ts'
import { openSyncedPGlite } from './synced-fs.ts'

const SNAPSHOT_INTERVAL_MS = 60 * 60_000

const port = parentPort
if (!port) throw new Error('pglite-worker.ts runs as a worker thread only')
const tell = (message: FromWorker) => port.postMessage(message)

const { databaseDir, snapshotsDir, socketPath, templateDir }: WorkerStart = workerData
if (!existsSync(databaseDir) && templateDir !== undefined) await copyFolder(templateDir, databaseDir)
const { pglite, walSyncs } = await openSyncedPGlite(databaseDir)

// An SQL error is an answer. An exception out of here is a broken database: the socket would wait for ever.
const execute = pglite.execProtocolRawStream.bind(pglite)
pglite.execProtocolRawStream = async (...args) => {
  try {
    return await execute(...args)
  } catch (error) {
    tell({ kind: 'broken', message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    throw error
  }
}

rmSync(socketPath, { force: true })
const socket = new PGLiteSocketServer({ db: pglite, path: socketPath, maxConnections: 1 })
await socket.start()
closeRefused(socket)

let syncsAtSnapshot = walSyncs()
const snapshots = setInterval(snapshot, SNAPSHOT_INTERVAL_MS)

port.on('message', async (message: ToWorker) => {
  if (message.kind === 'ping') tell({ kind: 'pong', walSyncs: walSyncs() })
  else if (message.kind === 'snapshot') await snapshot()
  else await close()
})
tell({ kind: 'ready' })

/**
 * The socket server ends a connection that is one too many without reading from it, so that it would stay half open and
 * count as the one allowed connection for ever.
 */
function closeRefused(socketServer: PGLiteSocketServer) {
  const server: unknown = Reflect.get(socketServer, 'server')
  if (!(server instanceof Server)) throw new Error('pglite-socket has no server to listen to')
  server.on('connection', (connection) => connection.once('finish', () => connection.destroy()))
}

async function snapshot() {
  if (walSyncs() === syncsAtSnapshot) return tell({ kind: 'snapshot', path: null })
  syncsAtSnapshot = walSyncs()
  try {
    tell({ kind: 'snapshot', path: await takeSnapshot(databaseDir, snapshotsDir) })
  } catch (error) {
    tell({ kind: 'snapshot-failed', message: error instanceof Error ? error.message : String(error) })
  }
}

async function close() {
  clearInterval(snapshots)
  await socket.stop()
  await pglite.close()
  rmSync(socketPath, { force: true })
  tell({ kind: 'closed' })
  port?.close()
}
