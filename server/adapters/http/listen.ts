/** Listens for requests. `localhost` means both loopback addresses, whatever the hosts file maps it to. */
import { createServer, type Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { CONNECTION_LIMITS, type ConnectionLimits, limitConnections, serverOptions } from './connection-limits.ts'

/** Errors of a machine without IPv6. */
export const NO_IPV6 = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

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
      app.server.once('close', () => server.close())
      resolve()
    })
  })
}

function prepare(server: Server, app: FastifyInstance, limits: ConnectionLimits): void {
  limitConnections(server, limits)
  server.on('connection', () => app.connectionsFirst?.accepted())
}
