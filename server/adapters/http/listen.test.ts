import { EventEmitter, once } from 'node:events'
import { networkInterfaces } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { allowLocalhost, listen } from './listen.ts'

const HAS_IPV6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))

it.each(HAS_IPV6 ? ['127.0.0.1', '[::1]'] : ['127.0.0.1'])(
  'an app that ends still answers a request to %s',
  async (host) => {
    const app = fastify()
    allowLocalhost(app)
    const events = new EventEmitter()
    const begun = once(events, 'begun')
    let hasAnswered = false
    app.get('/', async (_request, reply) => {
      events.emit('begun')
      await wait(200)
      hasAnswered = true
      return reply.header('connection', 'close').send('answered')
    })
    await app.ready()
    const port = await listen(app, { host: 'localhost', port: 0 })
    const address = `http://${host}:${port}/`
    const answer = fetch(address).then((response) => response.text())
    await begun
    await app.close()
    expect(hasAnswered).toBe(true)
    expect(await answer).toBe('answered')
    await expect(fetch(address)).rejects.toThrow('fetch failed')
  },
)
