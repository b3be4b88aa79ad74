import { connect } from 'node:net'
import fastifyMultipart from '@fastify/multipart'
import { type FastifyInstance, fastify } from 'fastify'
import { expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod/mini'
import { type AnswerOf, type AnyRoute, route } from '#contracts'
import { type BindOptions, bind, type Handler } from './bind.ts'
import { handleErrors, ProductError } from './errors.ts'
import { uploadRoom } from './upload-room.ts'
import { userTurns } from './user-turns.ts'

const getThing = route({
  method: 'GET',
  path: '/api/things/{id}',
  auth: 'anyone',
  summary: 'A thing.',
  params: z.object({ id: z.coerce.number() }),
  answer: { 200: z.object({ id: z.number() }), 204: null },
  errors: ['not_found', 'unavailable'],
})

function serve<R extends AnyRoute, const A extends AnswerOf<R>>(
  declared: R,
  handler: Handler<R, A>,
  checksContracts = true,
  options: BindOptions = {},
) {
  const app = fastify({ forceCloseConnections: true })
  app.decorate('checksContracts', checksContracts)
  app.decorate('uploads', uploadRoom())
  app.decorate('turns', userTurns())
  app.decorateRequest('user', undefined)
  app.register(fastifyMultipart)
  handleErrors(app)
  bind(app, declared, handler, options)
  return app
}

/** Sends this many requests at once on one connection. */
async function pipeline(app: FastifyInstance, requests: number) {
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), '127.0.0.1')
  socket.write('GET /api/things/1 HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(requests))
  return socket
}

it('passes parsed input to the handler and sends the declared response', async () => {
  const app = serve(getThing, async ({ params }) => ({
    status: 200,
    body: { id: params.id },
    headers: { 'x-thing': '1' },
  }))
  const response = await app.inject('/api/things/7')
  expect([response.statusCode, response.json(), response.headers['x-thing']]).toEqual([200, { id: 7 }, '1'])
})

it('sends an empty body if none is declared', async () => {
  const response = await serve(getThing, async () => ({ status: 204, body: null })).inject('/api/things/7')
  expect([response.statusCode, response.body]).toEqual([204, ''])
})

it('rejects a response that violates its contract, except in production', async () => {
  const handler: Handler<typeof getThing> = async () => JSON.parse('{"status":200,"body":{"id":"seven"}}')
  expect((await serve(getThing, handler).inject('/api/things/7')).statusCode).toBe(500)
  expect((await serve(getThing, handler, false).inject('/api/things/7')).statusCode).toBe(200)
})

it('treats an undeclared error as a bug, except in production', async () => {
  const handler: Handler<typeof getThing> = async () => {
    throw new ProductError('conflict', 'Already there.')
  }
  expect((await serve(getThing, handler).inject('/api/things/7')).statusCode).toBe(500)
  expect((await serve(getThing, handler, false).inject('/api/things/7')).statusCode).toBe(409)
})

it('treats an undeclared error before a photo is read as a bug, except in production', async () => {
  const keepThing = route({
    method: 'POST',
    path: '/api/things',
    auth: 'user',
    summary: 'Keeps a thing.',
    form: { fileName: 'thing.jpg', fields: z.object({}) },
    answer: { 204: null },
    errors: [],
  })
  const admit = async () => {
    throw new ProductError('conflict', 'Already there.')
  }
  const payload = new FormData()
  payload.append('image', new Blob(['x']))
  for (const [checksContracts, status] of [
    [true, 500],
    [false, 409],
  ] as const) {
    const app = serve(keepThing, async () => ({ status: 204, body: null }), checksContracts, { admit })
    app.addHook('onRequest', async (request) => {
      request.user = { id: 1, firstName: null, lastName: null, email: null }
    })
    expect((await app.inject({ method: 'POST', url: '/api/things', payload })).statusCode).toBe(status)
  }
})

it('reveals no internals of a failure, and sends the retry delay if it is known', async () => {
  const failing = await serve(getThing, () => Promise.reject(new Error('password of db-7 is hush'))).inject(
    '/api/things/7',
  )
  expect(failing.statusCode).toBe(500)
  expect(failing.body).not.toContain('hush')
  const busy = await serve(getThing, () =>
    Promise.reject(new ProductError('unavailable', 'Busy.', { retryAfterSeconds: 12 })),
  ).inject('/api/things/7')
  expect([busy.statusCode, busy.headers['retry-after'], busy.json().message]).toEqual([503, '12', 'Busy.'])
})

it('requires a session for user routes, even without the session hook', async () => {
  const app = serve(route({ ...getThing, auth: 'user' }), async () => ({ status: 204, body: null }))
  expect((await app.inject('/api/things/7')).statusCode).toBe(401)
})

it('aborts the signal of the handler if the client disconnects, not once it has its response', async () => {
  const signals: AbortSignal[] = []
  let finish = () => {}
  const app = serve(getThing, async ({ params, signal }) => {
    signals.push(signal)
    if (params.id === 2) {
      await new Promise<void>((resolve) => {
        finish = resolve
      })
    }
    return { status: 204, body: null }
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  await fetch(`${address}/api/things/1`)
  const leaving = new AbortController()
  const left = fetch(`${address}/api/things/2`, { signal: leaving.signal }).catch(() => 'left')
  await vi.waitUntil(() => signals.length === 2)
  leaving.abort()
  expect(await left).toBe('left')
  await vi.waitUntil(() => signals[1]?.aborted)
  expect(signals[0]?.aborted).toBe(false)
  finish()
  await app.close()
})

it('aborts the signals of all requests of a connection that is lost, without a warning of Node', async () => {
  const warned = vi.fn()
  process.on('warning', warned)
  onTestFinished(() => void process.off('warning', warned))
  const signals: AbortSignal[] = []
  const app = serve(getThing, async ({ signal }) => {
    signals.push(signal)
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    return { status: 204, body: null }
  })
  onTestFinished(() => app.close())
  const socket = await pipeline(app, 20)
  await vi.waitUntil(() => signals.length === 20)
  socket.destroy()
  await vi.waitUntil(() => signals.every(({ aborted }) => aborted))
  expect(warned).not.toHaveBeenCalled()
})

it('aborts the signal of a request whose connection is lost before its handler runs', async () => {
  const aborted: boolean[] = []
  const app = serve(getThing, async ({ signal }) => {
    aborted.push(signal.aborted)
    return { status: 204, body: null }
  })
  let waiting = 0
  app.addHook('onRequest', async ({ raw }) => {
    waiting += 1
    await new Promise((resolve) => raw.socket.once('close', resolve))
  })
  onTestFinished(() => app.close())
  const socket = await pipeline(app, 2)
  await vi.waitUntil(() => waiting === 2)
  socket.destroy()
  await vi.waitUntil(() => aborted.length === 2)
  expect(aborted).toEqual([true, true])
})

it('works on four calls of a user at once, and on more of one that waits for other servers', async () => {
  const finished: (() => void)[] = []
  const endings: (() => void)[] = []
  const app = serve(getThing, async ({ endTurn }) => {
    endings.push(endTurn)
    await new Promise<void>((resolve) => finished.push(resolve))
    return { status: 204, body: null }
  })
  app.addHook('onRequest', async (request) => {
    request.user = JSON.parse(`{"id":${request.headers['x-user']}}`)
  })
  const call = (user: number) => app.inject({ url: '/api/things/7', headers: { 'x-user': String(user) } })
  const answers = [...Array.from({ length: 6 }, () => call(1)), call(2)]
  const begun = (count: number) => vi.waitFor(() => expect(finished).toHaveLength(count))
  await begun(5)
  endings[0]?.()
  await begun(6)
  finished[1]?.()
  await begun(7)
  for (const finish of finished) finish()
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual(Array(7).fill(204))
})
