/** Three nodes behind a small balancer, restarted in turn while people use them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getUser, listFavorites, listScans, search } from '#contracts'
import { startNode } from '#testing/built-process.ts'
import { freePort } from '#testing/free-port.ts'
import { signIn } from './person.ts'

const NODES = 3
const PEOPLE = 12
const CHECK_EVERY_MS = 500
/** Longer than the balancer takes to notice. */
const DRAIN_SECONDS = 2

type Node = Awaited<ReturnType<typeof startNode>>

export async function restartNodes(databaseUrl: string, requests: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'bg-restart-'))
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SCAN_READERS: '0', DRAIN_SECONDS: String(DRAIN_SECONDS) }
  const ports = await Promise.all(Array.from({ length: NODES }, freePort))
  const nodes: Node[] = []
  for (const port of ports) nodes.push(await startNode({ ...env, LOG_LEVEL: 'warn' }, port))
  const balancer = await startBalancer(ports)
  const failed: string[] = []
  let answered = 0
  let restarts = 0
  const startedAt = performance.now()
  try {
    const people = []
    for (let n = 0; n < PEOPLE; n++) people.push(await signIn(balancer.origin))
    const paths = [getUser.path, listFavorites.path, listScans.path, `${search.path}?q=duvel`]
    const browse = async (cookie: string) => {
      while (answered + failed.length < requests || restarts < NODES) {
        const path = paths[answered % paths.length] ?? ''
        const status = await fetch(balancer.origin + path, { headers: { cookie } }).then(
          (answer) => answer.arrayBuffer().then(() => answer.status),
          (error: unknown) => String(error instanceof Error ? (error.cause ?? error) : error),
        )
        if (status === 200) answered += 1
        else failed.push(String(status))
      }
    }
    const restarting = async () => {
      for (const [index, port] of ports.entries()) {
        await nodes[index]?.end('SIGTERM')
        nodes[index] = await startNode({ ...env, LOG_LEVEL: 'warn' }, port)
        await sleep(2 * CHECK_EVERY_MS)
        restarts += 1
      }
    }
    await Promise.all([restarting(), ...people.map(browse)])
    return { answered, failed, seconds: (performance.now() - startedAt) / 1_000 }
  } finally {
    balancer.stop()
    await Promise.all(nodes.map((node) => node.end('SIGKILL')))
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Asks `/readyz` regularly, sends each request to the next ready node, and sends none twice. */
async function startBalancer(ports: readonly number[]) {
  let ready = [...ports]
  let next = 0
  let stopped = false
  const server: Server = createServer((incoming, outgoing) => {
    next += 1
    const port = ready[next % ready.length]
    if (port === undefined) return outgoing.writeHead(502).end()
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
      await sleep(CHECK_EVERY_MS)
    }
  }
  const checking = check()
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    stop() {
      stopped = true
      server.closeAllConnections()
      server.close()
      return checking
    },
  }
}
