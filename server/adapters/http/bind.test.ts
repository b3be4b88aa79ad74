import { fastify } from 'fastify'
import { expect, it, vi } from 'vitest'
import { z } from 'zod/mini'
import { type AnswerOf, type AnyRoute, route } from '#contracts'
import { bind, type Handler } from './bind.ts'
import { handleErrors, ProductError } from './errors.ts'

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
) {
  const app = fastify({ forceCloseConnections: true })
  app.decorate('checksContracts', checksContracts)
  app.decorateRequest('user', undefined)
  handleErrors(app)
  bind(app, declared, handler)
  return app
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
