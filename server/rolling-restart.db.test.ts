/** Nodes behind a balancer: one sign-in on both, and restarts in turn while people use them; `npm run bench -- reliability restart` has real processes. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { getUser, listFavorites } from '#contracts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { type Balancer, startBalancer } from '#testing/balancer.ts'
import { Browser } from '#testing/browser.ts'
import { listen } from './adapters/http/listen.ts'

const CHECK_EVERY_MS = 20
const PEOPLE = 4
/** On a busy machine. */
const soon = { timeout: 15_000 }

interface Node {
  port: number
  app: TestApp
  /** As SIGTERM does: the node is no longer ready, answers until it is drained, and ends. */
  end(isDrained: () => Promise<unknown>): Promise<void>
}

async function startNode(port = 0): Promise<Node> {
  let isStopping = false
  const app = await startTestApp({ isStopping: () => isStopping })
  const own = await listen(app.app, { host: 'localhost', port })
  return {
    port: own,
    app,
    async end(isDrained) {
      isStopping = true
      await isDrained()
      await app.close()
    },
  }
}

let nodes: Node[]
let balancer: Balancer
let cookie: string
beforeAll(async () => {
  nodes = [await startNode(), await startNode()]
  balancer = await startBalancer(
    nodes.map(({ port }) => port),
    CHECK_EVERY_MS,
  )
  cookie = (await nodes[0]?.app.signIn())?.cookie ?? ''
})
afterAll(async () => {
  await balancer.stop()
  await Promise.all(nodes.map(({ app }) => app.close()))
})

it('signs in across nodes, each of which answers a part of it', async () => {
  const browser = new Browser(balancer.origin)
  const form = await browser.open('/api/login?returnTo=/api/user')
  const page = await browser.submit(form, { firstName: 'Ada', lastName: 'Brewer', email: 'ada@example.org' })
  expect([page.status, page.url]).toEqual([200, balancer.origin + getUser.path])
  expect(JSON.parse(page.text)).toMatchObject({ email: 'ada@example.org' })
  expect(nodes.every(({ port }) => balancer.uses(port))).toBe(true)
})

it('answers every request while each node is restarted', async () => {
  const statuses: (number | string)[] = []
  let isOver = false
  const browse = async () => {
    while (!isOver) {
      const path = statuses.length % 2 === 0 ? getUser.path : listFavorites.path
      const answer = await fetch(balancer.origin + path, { headers: { cookie } }).catch(String)
      statuses.push(typeof answer === 'string' ? answer : answer.status)
      if (typeof answer !== 'string') await answer.arrayBuffer()
    }
  }
  const people = Array.from({ length: PEOPLE }, browse)
  for (const [index, { port, end }] of nodes.entries()) {
    const answered = statuses.length
    await end(() => vi.waitFor(() => expect(balancer.uses(port)).toBe(false), soon))
    nodes[index] = await startNode(port)
    await vi.waitFor(() => expect(balancer.uses(port)).toBe(true), soon)
    await vi.waitFor(() => expect(statuses.length).toBeGreaterThan(answered + 2 * PEOPLE), soon)
  }
  isOver = true
  await Promise.all(people)
  expect(new Set(statuses)).toEqual(new Set([200]))
})
