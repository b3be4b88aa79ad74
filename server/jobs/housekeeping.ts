/** Removes what nobody needs any more: once at the start, then every hour. */
import type { FastifyInstance } from 'fastify'

const INTERVAL_MS = 60 * 60_000

/** `what` names the leftovers in the log when they could not be removed. */
export function cleanHourly(app: FastifyInstance, what: string, clean: () => Promise<unknown>): void {
  const run = () => clean().catch((error: unknown) => app.log.error({ err: error }, `${what} could not be removed`))
  const timer = setInterval(run, INTERVAL_MS)
  app.addHook('onReady', async () => {
    await run()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
