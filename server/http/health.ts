/** What operators and their machines ask: does the process live, is it ready, how is it doing. Open to everyone, holds no data of users. */
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client'
import type { Database } from '../db/database.ts'

const DATABASE_ANSWER_MS = 5_000

export interface HealthPorts {
  database: Pick<Database, 'pool'>
  readers: { isReady(): boolean }
  /** What else is measured adds itself to it. */
  registry: Registry
}

export function healthRoutes(app: FastifyInstance, ports: HealthPorts): void {
  app.get('/healthz', async () => ({ status: 'alive' }))

  app.get('/readyz', async (request, reply) => {
    const database = await answers(ports).catch((error: unknown) => {
      request.log.warn({ err: error }, 'the database is not ready')
      return false
    })
    const checks = { database, readers: ports.readers.isReady() }
    const ready = checks.database && checks.readers
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready', ...checks })
  })

  const { registry } = ports
  measure(app, ports)
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()))
}

async function answers({ database }: HealthPorts): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer for ${DATABASE_ANSWER_MS / 1_000} s`)), DATABASE_ANSWER_MS)
  })
  try {
    await Promise.race([database.pool.query('select 1'), late])
    return true
  } finally {
    clearTimeout(timer)
  }
}

function measure(app: FastifyInstance, { readers, registry }: HealthPorts): void {
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 120],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000)
  })
  new Gauge({
    name: 'readers_ready',
    help: '1 while every lane has a loaded reader.',
    registers: [registry],
    collect() {
      this.set(readers.isReady() ? 1 : 0)
    },
  })
}
