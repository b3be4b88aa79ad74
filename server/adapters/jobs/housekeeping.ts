import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import { startPoll } from './poll.ts'

const INTERVAL_MS = 60 * 60_000

/** Runs `clean` before the server is ready, then every hour. `what` names the removed rows in error logs. */
export function cleanHourly(
  app: FastifyInstance,
  clock: Pick<Clock, 'every'>,
  what: string,
  clean: () => Promise<unknown>,
): void {
  const failureMessage = `removing ${what} failed`
  const poll = startPoll({ clock, intervalMs: INTERVAL_MS, work: clean, log: app.log, failureMessage, yields: true })
  app.addHook('onReady', async () => {
    await clean().catch((error: unknown) => app.log.error({ err: error }, failureMessage))
  })
  app.addHook('onClose', poll.close)
}
