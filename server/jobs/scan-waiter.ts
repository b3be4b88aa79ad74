/**
 * Who waits for a scan asks this one waiter. Scans that end in this process resolve at once; for all others one query every
 * 300 ms reads the state of every waited-for id.
 */
import { inArray } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/database.ts'
import { scans } from '../db/schema.ts'
import type { Clock } from './clock.ts'

const LOOK_INTERVAL_MS = 300

/** How waiting ended. `late`: the scan goes on. `ended` names the scan that holds the answer, `gone` has none. */
export type ScanEnd = { kind: 'ended'; scanId: string } | { kind: 'gone' } | { kind: 'late' }

export interface ScanWaiter {
  /** Resolves when the scan ends, when so many milliseconds are over or when the signal says that nobody waits any more. */
  wait(scanId: string, ms: number, signal: AbortSignal): Promise<ScanEnd>
  /** The scan ended in this process. */
  tell(scanId: string, end: ScanEnd): void
  /** Lets everyone go: their scans go on. */
  stop(): void
}

export function scanWaiter({ db, clock, log }: { db: Db; clock: Clock; log: FastifyBaseLogger }): ScanWaiter {
  const waiting = new Map<string, Set<(end: ScanEnd) => void>>()
  let looking = false

  const stopLooking = clock.every(LOOK_INTERVAL_MS, () => {
    if (looking || waiting.size === 0) return
    looking = true
    look()
      .catch((error: unknown) => log.error({ err: error }, 'the states of waited-for scans could not be read'))
      .finally(() => {
        looking = false
      })
  })

  async function look() {
    const ids = [...waiting.keys()]
    const rows = await db.select({ id: scans.id, status: scans.status }).from(scans).where(inArray(scans.id, ids))
    const statusById = new Map(rows.map((row) => [row.id, row.status]))
    for (const id of ids) {
      const status = statusById.get(id)
      if (status === undefined) tell(id, { kind: 'gone' })
      else if (status !== 'processing') tell(id, { kind: 'ended', scanId: id })
    }
  }

  function tell(scanId: string, end: ScanEnd) {
    for (const settle of waiting.get(scanId) ?? []) settle(end)
  }

  return {
    tell,
    wait: (scanId, ms, signal) =>
      new Promise((resolve) => {
        const letGo = () => settle({ kind: 'late' })
        const cancelTimer = clock.after(ms, letGo)
        signal.addEventListener('abort', letGo)
        const waiters = waiting.get(scanId) ?? new Set()
        waiting.set(scanId, waiters.add(settle))
        if (signal.aborted) letGo()

        function settle(end: ScanEnd) {
          cancelTimer()
          signal.removeEventListener('abort', letGo)
          waiters.delete(settle)
          if (waiters.size === 0) waiting.delete(scanId)
          resolve(end)
        }
      }),
    stop() {
      stopLooking()
      for (const scanId of [...waiting.keys()]) tell(scanId, { kind: 'late' })
    },
  }
}
