/**
 * Waits for scans to end, for all requests of the process. A scan that ends in this process resolves at once; for the others
 * one query every 300 ms reads the states of all awaited ids, and another one whether those that are gone were repeated frames.
 */
import { inArray } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../adapters/clock.ts'
import type { Db } from '../../adapters/db/database.ts'
import { scans } from '../../adapters/db/schema.ts'
import { startPoll } from '../../adapters/jobs/poll.ts'
import { repeatedFrameStore } from './repeated-frames.ts'

const POLL_INTERVAL_MS = 300

/** Why the wait ended. `ended`: `scanId` has the result. `gone`: there is none. `pending`: the scan is still running. */
export type ScanEnd = { kind: 'ended'; scanId: string } | { kind: 'gone' } | { kind: 'pending' }

export interface ScanWaiter {
  /** Resolves when the scan ends, and as `pending` after `ms` milliseconds or when the signal aborts. */
  wait(scanId: string, ms: number, signal: AbortSignal): Promise<ScanEnd>
  /** Resolves the waits for a scan that ended in this process. */
  notify(scanId: string, end: ScanEnd): void
  /** Resolves all waits as `pending`, and those that begin later at once. */
  stop(): void
}

export function scanWaiter({ db, clock, log }: { db: Db; clock: Clock; log: FastifyBaseLogger }): ScanWaiter {
  const waiting = new Map<string, Set<(end: ScanEnd) => void>>()
  let isStopped = false
  const frames = repeatedFrameStore(db, clock)
  const failureMessage = 'reading the states of awaited scans failed'
  const poll = startPoll({ clock, intervalMs: POLL_INTERVAL_MS, work: settleEnded, log, failureMessage })

  async function settleEnded() {
    if (waiting.size === 0) return
    const ids = [...waiting.keys()]
    const rows = await db.select({ id: scans.id, status: scans.status }).from(scans).where(inArray(scans.id, ids))
    const statusById = new Map(rows.map((row) => [row.id, row.status]))
    const earlierScans = await frames.earlierScans(ids.filter((id) => !statusById.has(id)))
    for (const id of ids) {
      const status = statusById.get(id)
      if (status === 'processing') continue
      const scanId = status === undefined ? earlierScans.get(id) : id
      notify(id, scanId === undefined ? { kind: 'gone' } : { kind: 'ended', scanId })
    }
  }

  function notify(scanId: string, end: ScanEnd) {
    for (const settle of waiting.get(scanId) ?? []) settle(end)
  }

  return {
    notify,
    wait: (scanId, ms, signal) =>
      new Promise((resolve) => {
        const stopWaiting = () => settle({ kind: 'pending' })
        const cancelTimer = clock.after(ms, stopWaiting)
        signal.addEventListener('abort', stopWaiting)
        const waiters = waiting.get(scanId) ?? new Set()
        waiting.set(scanId, waiters.add(settle))
        if (signal.aborted || isStopped) stopWaiting()

        function settle(end: ScanEnd) {
          cancelTimer()
          signal.removeEventListener('abort', stopWaiting)
          waiters.delete(settle)
          if (waiters.size === 0) waiting.delete(scanId)
          resolve(end)
        }
      }),
    stop() {
      isStopped = true
      void poll.close()
      for (const scanId of [...waiting.keys()]) notify(scanId, { kind: 'pending' })
    },
  }
}
