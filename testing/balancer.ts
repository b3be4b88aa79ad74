/** A small balancer: asks `/readyz` of its nodes regularly, sends each request to the next ready one, and sends none twice. */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Balancer {
  origin: string
  /** True if the next requests may go to the node on this port, and while it has not answered all of them. */
  uses(port: number): boolean
  stop(): Promise<void>
}

export async function startBalancer(ports: readonly number[], checkEveryMs: number): Promise<Balancer> {
  let ready = [...ports]
  let next = 0
  let stopped = false
  const unanswered = new Map<number, number>()
  const server = createServer((incoming, outgoing) => {
    next += 1
    const port = ready[next % ready.length]
    if (port === undefined) return outgoing.writeHead(502).end()
    unanswered.set(port, (unanswered.get(port) ?? 0) + 1)
    outgoing.once('close', () => unanswered.set(port, (unanswered.get(port) ?? 0) - 1))
    const { method, url: path, headers } = incoming
    const forwarded = request({ host: 'localhost', port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    forwarded.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()))
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const check = async () => {
    while (!stopped) {
      const states = await Promise.all(
        ports.map((port) =>
          fetch(`http://localhost:${port}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          ),
        ),
      )
      ready = ports.filter((_port, index) => states[index])
      await sleep(checkEveryMs)
    }
  }
  const checking = check()
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    uses: (node) => ready.includes(node) || (unanswered.get(node) ?? 0) > 0,
    stop() {
      stopped = true
      server.closeAllConnections()
      server.close()
      return checking
    },
  }
}
