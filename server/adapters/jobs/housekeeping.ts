import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import { startPoll } from './poll.ts'

const INTERVAL_MS = 60 * 60_000
/** Nearly always, what was to be removed at the start is gone by then. */
const START_WAIT_MAX_MS = 2_000

/**
 * Runs `clean` at the start and then every hour. The start waits for it, but not for long: after that, requests are answered meanwhile. What takes
 * several steps ends after the one in which the signal is aborted, because the server stops. `what` names the removed rows in error logs.
 */
export function cleanHourly(
  app: FastifyInstance,
  clock: Pick<Clock, 'every'>,
  what: string,
  clean: (signal: AbortSignal) => Promise<unknown>,
): void {
  const stopping = new AbortController()
  let hasRun = () => {}
  const firstRun = new Promise<void>((resolve) => {
    hasRun = resolve
  })
  const work = () => clean(stopping.signal).finally(hasRun)
  const failureMessage = `removing ${what} failed`
  const poll = startPoll({ clock, intervalMs: INTERVAL_MS, work, log: app.log, failureMessage, yields: true })
  app.addHook('onReady', async () => {
    poll.wake()
    await Promise.race([firstRun, wait(START_WAIT_MAX_MS, undefined, { ref: false })])
  })
  app.addHook('onClose', async () => {
    stopping.abort()
    await poll.close()
  })
}
