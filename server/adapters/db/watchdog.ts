/** Watches the thread of the embedded database by pings. */
import type { EventEmitter } from 'node:events'
import type { Clock } from '../clock.ts'
import type { FromWorker, ToWorker } from './embedded-messages.ts'

const PING_INTERVAL_MS = 2_000
const PING: ToWorker = { kind: 'ping' }
/** A statement that takes a second may take twenty on a machine that is busy with other work. */
const REPLY_TIMEOUT_MS = 30_000
/** The thread copies the folder synchronously: on a slow disk, some gigabytes take minutes. */
const SNAPSHOT_TIMEOUT_MS = 600_000

/** Calls `lost` if the thread exits, throws, reports a broken database, or stops replying. Returns a function that stops the watch. */
export function startWatchdog(
  worker: EventEmitter & { postMessage(message: ToWorker): void },
  clock: Pick<Clock, 'now' | 'every'>,
  lost: (reason: string) => void,
): () => void {
  let repliedAt = clock.now()
  let pingedAt = clock.now()
  let isCopying = false
  const onMessage = (message: FromWorker) => {
    repliedAt = clock.now()
    isCopying = message.kind === 'snapshot-begun'
    if (message.kind === 'broken') lost(message.message)
  }
  const onExit = (code: number) => lost(`the database thread exited with code ${code}`)
  const onError = (error: Error) => lost(`the database thread failed: ${error.stack ?? error.message}`)
  worker.on('message', onMessage).on('exit', onExit).on('error', onError)

  const stopPings = clock.every(PING_INTERVAL_MS, () => {
    const now = clock.now()
    // A late tick means that this thread was blocked or the machine was suspended: the other thread may be fine.
    if (now - pingedAt > 2 * PING_INTERVAL_MS) repliedAt = now
    pingedAt = now
    const limitMs = isCopying ? SNAPSHOT_TIMEOUT_MS : REPLY_TIMEOUT_MS
    if (now - repliedAt > limitMs) lost(`no reply for ${limitMs / 1_000} s`)
    worker.postMessage(PING)
  })
  return () => {
    stopPings()
    worker.off('message', onMessage).off('exit', onExit).off('error', onError)
  }
}
