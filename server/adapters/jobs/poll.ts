/** Runs a task at an interval and on demand, never twice at the same time. */
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import { inBackground, outsideRequest } from '../db/connection-queue.ts'

export interface Poll {
  /** Runs the task now or, if it is running, once more afterwards. The timer does the same. */
  wake(): void
  /** Starts no more runs and resolves once the current one has ended. */
  close(): Promise<void>
}

export interface PollOptions {
  clock: Pick<Clock, 'every'>
  intervalMs: number
  /** Errors are logged; the next run tries again. */
  work(): Promise<unknown>
  log: Pick<FastifyBaseLogger, 'error'>
  /** Logged with the error. */
  failureMessage: string
  /** Nobody waits for the task: requests get the database before it. */
  yields?: boolean
}

/** The first run is at the first interval, or earlier if woken. */
export function startPoll({ clock, intervalMs, work, log, failureMessage, yields = false }: PollOptions): Poll {
  const inContext = yields ? inBackground : outsideRequest
  let running: Promise<void> | undefined
  let isDue = false
  let isClosed = false

  const stopTimer = clock.every(intervalMs, wake)

  function wake() {
    if (isClosed) return
    isDue = true
    running ??= inContext(run).finally(() => {
      running = undefined
      // wake() may have been called between the last run and this callback.
      if (isDue) wake()
    })
  }

  async function run() {
    while (isDue && !isClosed) {
      isDue = false
      await work().catch((error: unknown) => log.error({ err: error }, failureMessage))
    }
  }

  return {
    wake,
    async close() {
      isClosed = true
      stopTimer()
      await running
    },
  }
}
