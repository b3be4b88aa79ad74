/** Listens for requests. `localhost` means both loopback addresses, whatever the hosts file maps it to. */
import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Errors of a machine without IPv6. */
const NO_IPV6 = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/** Returns the port; for port 0 the system chooses one. */
export async function listen(app: FastifyInstance, { host, port }: { host: string; port: number }): Promise<number> {
  await app.listen({ host: host === 'localhost' ? '127.0.0.1' : host, port })
  const address = app.server.address()
  const bound = typeof address === 'object' && address ? address.port : port
  if (host === 'localhost') await alsoListenOn(app, '::1', bound)
  return bound
}

function alsoListenOn(app: FastifyInstance, host: string, port: number): Promise<void> {
  const server = createServer((request, response) => app.routing(request, response))
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => (NO_IPV6.has(error.code ?? '') ? resolve() : reject(error)))
    server.listen(port, host, () => {
      app.server.once('close', () => server.close())
      resolve()
    })
  })
}
