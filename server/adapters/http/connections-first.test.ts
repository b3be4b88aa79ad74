import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fastify } from 'fastify'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { connectionsFirst } from './connections-first.ts'
import { limitWaiting } from './limit-waiting.ts'
import { listen, prepareListeners } from './listen.ts'

afterEach(() => vi.restoreAllMocks())

const CLIENTS = 30

it('accepts every client that has connected before it works on the requests of the first', async () => {
  const app = fastify({ forceCloseConnections: true })
  onTestFinished(() => app.close())
  limitWaiting(app, { paceBy() {} })
  prepareListeners(app)
  const events: string[] = []
  app.server.on('connection', () => events.push('connection'))
  app.get('/', () => {
    events.push('request')
    return 'ok'
  })
  const port = await listen(app, { host: '127.0.0.1', port: 0 })
  const clients = Array.from({ length: CLIENTS }, () => connect(port, '127.0.0.1'))
  const answers = clients.map(async (client) => {
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const [answer] = await once(client, 'data')
    client.destroy()
    return String(answer).split('\r\n')[0]
  })
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200 OK']))
  expect(events).toEqual([...clients.map(() => 'connection'), ...clients.map(() => 'request')])
})

it('begins work at once while nobody connects', () => {
  const work = vi.fn<() => void>()
  connectionsFirst().begin(work)
  expect(work).toHaveBeenCalled()
})

it('holds work for a tenth of a second at most, and not again soon, while new clients keep connecting', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  const { accepted, begin } = connectionsFirst()
  const work = vi.fn<() => void>()
  accepted()
  begin(work)
  for (const ms of [50, 99]) {
    now.mockReturnValue(ms)
    accepted()
    await nextTurn()
    expect(work).not.toHaveBeenCalled()
  }
  now.mockReturnValue(100)
  accepted()
  await nextTurn()
  expect(work).toHaveBeenCalledTimes(1)

  now.mockReturnValue(499)
  accepted()
  begin(work)
  expect(work).toHaveBeenCalledTimes(2)
  now.mockReturnValue(500)
  accepted()
  begin(work)
  expect(work).toHaveBeenCalledTimes(2)
})
