import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import { startPoll } from './poll.ts'

const INTERVAL_MS = 60 * 60_000

/**
 * Runs `clean` when the server is ready and then every hour, while it answers requests. `what` names the removed rows in error logs. Whatever
 * takes several steps ends after the one in which the signal is aborted, because the server stops.
 */
export function cleanHourly(
  app: FastifyInstance,
  clock: Pick<Clock, 'every'>,
  what: string,
  clean: (signal: AbortSignal) => Promise<unknown>,
): void {
  const stopping = new AbortController()
  const work = () => clean(stopping.signal)
  const failureMessage = `removing ${what} failed`
  const poll = startPoll({ clock, intervalMs: INTERVAL_MS, work, log: app.log, failureMessage, yields: true })
  app.addHook('onReady', async () => poll.wake())
  app.addHook('onClose', async () => {
    stopping.abort()
    await poll.close()
  })
}
