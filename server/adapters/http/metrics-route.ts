/**
 * Metrics for Prometheus, on the port of the server or on one of their own. They show how much the installation is used, so they are
 * not public.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type { Registry } from 'prom-client'
import { CONNECTION_LIMITS, serverOptions } from './connection-limits.ts'
import { handleErrors, ProductError } from './errors.ts'
import { listen, prepareListeners } from './listen.ts'
import { isFromThisMachine } from './private-address.ts'

export interface Metrics {
  registry: Registry
  /** Undefined: only this machine gets metrics. */
  metricsToken: string | undefined
}

export function metricsRoute(app: FastifyInstance, { registry, metricsToken }: Metrics): void {
  app.get('/metrics', async (request, reply) => {
    const isAllowed = metricsToken === undefined ? isFromThisMachine(request) : hasToken(request, metricsToken)
    if (!isAllowed) throw new ProductError('forbidden', 'Metrics need the token of METRICS_TOKEN.')
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics())
  })
}

export interface MetricsServer extends Metrics {
  host: string
  /** 0: the system chooses one. */
  port: number
  log: FastifyBaseLogger
}

/** Serves metrics and nothing else. */
export async function serveMetrics({
  host,
  port,
  log,
  ...metrics
}: MetricsServer): Promise<{ port: number; close(): Promise<void> }> {
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    http: serverOptions(CONNECTION_LIMITS),
    requestTimeout: CONNECTION_LIMITS.requestMs,
  })
  prepareListeners(app)
  handleErrors(app)
  metricsRoute(app, metrics)
  return { port: await listen(app, { host, port }), close: () => app.close() }
}

/** Compares hashes, because `timingSafeEqual` takes values of one length only. */
function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const hashOf = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hashOf(headers.authorization ?? ''), hashOf(`Bearer ${token}`))
}
