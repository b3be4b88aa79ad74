/** Listens for requests. `localhost` means both loopback addresses, whatever the hosts file maps it to. */
import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { CONNECTION_LIMITS, type ConnectionLimits, limitConnections, serverOptions } from './connection-limits.ts'

declare module 'fastify' {
  interface FastifyInstance {
    listeners: Listeners
  }
}

interface Listeners {
  /** Additional servers of this app. */
  further: Server[]
  /** Connections on which no request has arrived: a browser opens some in advance. */
  silent: Set<Socket>
}

/** Interval for closing idle connections during shutdown. */
const SWEEP_MS = 50
/** Less than what Fastify allows the hooks of `preClose` together, which is ten seconds. */
const ENDING_MAX_MS = 8_000

/** Errors of a machine without IPv6. */
export const NO_IPV6 = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/**
 * Closing the app then waits for the running requests of all its listeners. Call it before the app is ready, and after the hooks that end what
 * requests wait for.
 */
export function prepareListeners(app: FastifyInstance): void {
  const listeners: Listeners = { further: [], silent: new Set() }
  app.decorate('listeners', listeners)
  app.addHook('preClose', async () => {
    // Node would wait for them, and no longer ends them when their time is up.
    for (const socket of listeners.silent) socket.destroy()
    await Promise.all(listeners.further.map(end))
  })
}

/** Returns the port; for port 0 the system chooses one. */
export async function listen(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
  limits = CONNECTION_LIMITS,
): Promise<number> {
  prepare(app.server, app, limits)
  await app.listen({ host: host === 'localhost' ? '127.0.0.1' : host, port })
  const address = app.server.address()
  const bound = typeof address === 'object' && address ? address.port : port
  if (host === 'localhost') await alsoListenOn(app, '::1', bound, limits)
  return bound
}

function alsoListenOn(app: FastifyInstance, host: string, port: number, limits: ConnectionLimits): Promise<void> {
  const server = createServer(serverOptions(limits), (request, response) => app.routing(request, response))
  prepare(server, app, limits)
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => (NO_IPV6.has(error.code ?? '') ? resolve() : reject(error)))
    server.listen(port, host, () => {
      app.listeners.further.push(server)
      resolve()
    })
  })
}

function end(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
    const limit = setTimeout(() => server.closeAllConnections(), ENDING_MAX_MS)
    server.close(() => {
      clearInterval(sweep)
      clearTimeout(limit)
      resolve()
    })
  })
}

function prepare(server: Server, app: FastifyInstance, limits: ConnectionLimits): void {
  const { silent } = app.listeners
  limitConnections(server, limits)
  server.on('connection', (socket) => {
    app.connectionsFirst?.accepted()
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.on('request', ({ socket }) => silent.delete(socket))
}
