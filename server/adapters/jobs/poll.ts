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
  /** Errors are logged, those of runs in a row once a minute; the next run tries again. */
  work(): Promise<unknown>
  log: Pick<FastifyBaseLogger, 'error'>
  /** Logged with the error. */
  failureMessage: string
  /** Nobody waits for the task: requests get the database before it. */
  yields?: boolean
  /**
   * How often the database has been written to, where that is known. The timer skips a run that would find what the last one found, but
   * not for long, since time alone makes leases lapse and second attempts due.
   */
  changes?: (() => Promise<number>) | undefined
}

const SKIPS_IN_A_ROW = 4
/** While the database cannot be reached, all polls fail at each interval. */
const LASTING_FAILURE_LOGGED_MS = 60_000

/** The first run is at the first interval, or earlier if woken. */
export function startPoll(options: PollOptions): Poll {
  const { clock, intervalMs, work, log, failureMessage, yields = false, changes } = options
  const inContext = yields ? inBackground : outsideRequest
  let running: Promise<void> | undefined
  let isDue = false
  let isClosed = false
  /** `changes` when the last run began; undefined if that failed. */
  let changesSeen: number | undefined
  let skipped = 0
  let failedInARow = 0
  const failuresForEachLog = Math.ceil(LASTING_FAILURE_LOGGED_MS / intervalMs)

  const stopTimer = clock.every(intervalMs, changes ? () => void wakeIfChanged(changes) : wake)

  async function wakeIfChanged(changes: () => Promise<number>) {
    const isUnchanged = changesSeen !== undefined && (await changes().catch(() => undefined)) === changesSeen
    if (isUnchanged && skipped < SKIPS_IN_A_ROW) skipped += 1
    else wake()
  }

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
      skipped = 0
      const changesBefore = changes ? await changes().catch(() => undefined) : undefined
      changesSeen = await work().then(
        () => {
          failedInARow = 0
          return changesBefore
        },
        (error: unknown) => {
          if (failedInARow % failuresForEachLog === 0) log.error({ err: error }, failureMessage)
          failedInARow += 1
          return undefined
        },
      )
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
