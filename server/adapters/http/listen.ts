/** Listens for requests. `localhost` means both loopback addresses, whatever the hosts file maps it to. */
import { createServer, type Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { CONNECTION_LIMITS, type ConnectionLimits, limitConnections, serverOptions } from './connection-limits.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Servers beside its own that hand it their requests. */
    furtherServers: Server[]
  }
}

/** How often connections that have become idle are looked for while a server ends. */
const SWEEP_MS = 50

/** Errors of a machine without IPv6. */
export const NO_IPV6 = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/** Lets an app listen on `localhost`. Call it before the app is ready: its end waits for the requests of all its servers. */
export function allowLocalhost(app: FastifyInstance): void {
  const servers: Server[] = []
  app.decorate('furtherServers', servers)
  app.addHook('preClose', async () => void (await Promise.all(servers.map(end))))
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
      app.furtherServers.push(server)
      resolve()
    })
  })
}

function end(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
    server.close(() => {
      clearInterval(sweep)
      resolve()
    })
  })
}

function prepare(server: Server, app: FastifyInstance, limits: ConnectionLimits): void {
  limitConnections(server, limits)
  server.on('connection', () => app.connectionsFirst?.accepted())
}
