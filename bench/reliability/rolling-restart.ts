/** Three nodes behind a balancer, restarted in turn while people use them: the long form of `server/rolling-restart.db.test.ts`. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getUser, listFavorites, listScans, search } from '#contracts'
import { startBalancer } from '#testing/balancer.ts'
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
  const balancer = await startBalancer(ports, CHECK_EVERY_MS)
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
    await balancer.stop()
    await Promise.all(nodes.map((node) => node.end('SIGKILL')))
    rmSync(dataDir, { recursive: true, force: true })
  }
}
