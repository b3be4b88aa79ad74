import { EventEmitter, once } from 'node:events'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { fastify } from 'fastify'
import { describe, expect, it } from 'vitest'
import { listen, prepareListeners } from './listen.ts'

const HAS_IPV6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))

describe.each(HAS_IPV6 ? ['127.0.0.1', '::1'] : ['127.0.0.1'])('closing an app', (host) => {
  it(`waits for a running request to ${host}`, async () => {
    const app = fastify()
    prepareListeners(app)
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
    const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}/`
    const answer = fetch(address).then((response) => response.text())
    await begun
    await app.close()
    expect(hasAnswered).toBe(true)
    expect(await answer).toBe('answered')
    await expect(fetch(address)).rejects.toThrow('fetch failed')
  })

  it.each(['', 'GET / HTTP/1.1\r\nHost: loc'])(
    `does not wait for a connection to ${host} that has sent %j`,
    async (sent) => {
      const app = fastify()
      prepareListeners(app)
      const port = await listen(app, { host: 'localhost', port: 0 })
      const accepted = Promise.race([app.server, ...app.listeners.further].map((server) => once(server, 'connection')))
      const socket = connect(port, host)
      socket.write(sent)
      await accepted
      const ended = once(socket, 'close')
      await app.close()
      await ended
    },
  )
})
