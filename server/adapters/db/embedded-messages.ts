/** What the server's main thread and the thread of the embedded database agree on. */

/** Snapshots are taken this often while data changes, and at start and stop if the newest one is older. */
export const SNAPSHOT_INTERVAL_MS = 60 * 60_000

export interface WorkerStart {
  databaseDir: string
  /** Undefined: none are taken. */
  snapshots: { dir: string; reserveBytes: number } | undefined
  socketPath: string
  templateDir: string | undefined
}
export type ToWorker = { kind: 'ping' } | { kind: 'snapshot' } | { kind: 'close' }
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'pong'; walSyncs: number }
  /** The thread answers no ping until the snapshot is taken or has failed. */
  | { kind: 'snapshot-begun' }
  | { kind: 'snapshot'; path: string | null }
  | { kind: 'snapshot-failed'; message: string }
  | { kind: 'broken'; message: string }
  | { kind: 'closed' }
