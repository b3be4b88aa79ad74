/** Where the server listens: `localhost` is both loopback addresses, whatever the system's hosts file says. */
import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** What a machine without IPv6 answers; it then has one loopback address only. */
const NO_SUCH_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/** Returns the port, which the system chooses when it is 0. */
export async function listen(app: FastifyInstance, { host, port }: { host: string; port: number }): Promise<number> {
  await app.listen({ host: host === 'localhost' ? '127.0.0.1' : host, port })
  const address = app.server.address()
  const bound = typeof address === 'object' && address ? address.port : port
  if (host === 'localhost') await listenToo(app, '::1', bound)
  return bound
}

function listenToo(app: FastifyInstance, host: string, port: number): Promise<void> {
  const server = createServer((request, response) => app.routing(request, response))
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      NO_SUCH_ADDRESS.has(error.code ?? '') ? resolve() : reject(error),
    )
    server.listen(port, host, () => {
      app.server.once('close', () => server.close())
      resolve()
    })
  })
}
