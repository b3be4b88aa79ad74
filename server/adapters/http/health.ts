/** Liveness and readiness for operators, and the metrics of a server. */
import type { FastifyInstance } from 'fastify'
import { Histogram, type Registry } from 'prom-client'
import type { Clock } from '../clock.ts'
import type { DiskSpace } from '../disk-space.ts'
import { measuredGauge } from '../metrics.ts'
import { processMetrics } from './event-loop.ts'

const DATABASE_TIMEOUT_MS = 5_000
/** Each check is a statement. Balancers check about once a second. */
const READY_PER_MINUTE = 600

export interface HealthPorts {
  /** Resolves once the database has answered, and this server has read from it what its own answers need. */
  hasRead(): Promise<unknown>
  clock: Pick<Clock, 'after'>
  readers: { isReady(): boolean }
  /** Undefined if the database stores its data elsewhere. */
  disk: Pick<DiskSpace, 'free' | 'hasRoom'> | undefined
  /** True once the server was asked to stop: balancers must send it nothing new. */
  isStopping(): boolean
  registry: Registry
}

export function healthRoutes(app: FastifyInstance, ports: HealthPorts): void {
  app.get('/healthz', async () => ({ status: 'alive' }))

  const config = { rateLimit: { max: READY_PER_MINUTE, timeWindow: '1 minute' } }
  app.get('/readyz', { config }, async (request, reply) => {
    const database = await isDatabaseReady(ports).catch((error: unknown) => {
      request.log.warn({ err: error }, 'readiness check: the database is not ready')
      return false
    })
    const disk = (await ports.disk?.hasRoom()) ?? true
    const checks = { database, readers: ports.readers.isReady(), disk }
    const ready = database && checks.readers && disk && !ports.isStopping()
    const status = ready ? 'ready' : ports.isStopping() ? 'stopping' : 'not ready'
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status, ...checks })
  })

  addMetrics(app, ports)
}

async function isDatabaseReady({ hasRead, clock }: HealthPorts): Promise<boolean> {
  let stopTimer = () => {}
  const timeout = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error(`no reply for ${DATABASE_TIMEOUT_MS / 1_000} s`))
    stopTimer = clock.after(DATABASE_TIMEOUT_MS, fail)
  })
  try {
    await Promise.race([hasRead(), timeout])
    return true
  } finally {
    stopTimer()
  }
}

function addMetrics(app: FastifyInstance, { disk, registry }: HealthPorts): void {
  const stopMeasuring = processMetrics(registry)
  app.addHook('onClose', async () => stopMeasuring())
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Response time by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 120],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000)
  })
  if (!disk) return
  const free = { name: 'disk_free_bytes', help: 'Free space on the disk of the embedded database.' }
  measuredGauge(registry, free, disk.free)
}
