import { fastify } from 'fastify'
import { Registry } from 'prom-client'
import { expect, it, vi } from 'vitest'
import { manualClock } from '#testing/manual-clock.ts'
import { healthRoutes } from './health.ts'

it('is not ready if the database does not reply within five seconds', async () => {
  const clock = manualClock()
  const app = fastify()
  const hasRead = vi.fn(() => new Promise(() => undefined))
  healthRoutes(app, {
    hasRead,
    clock,
    readers: { isReady: () => true },
    disk: undefined,
    isStopping: () => false,
    registry: new Registry(),
  })
  const response = app.inject('/readyz')
  await vi.waitUntil(() => hasRead.mock.calls.length > 0)
  clock.advance(5_000)
  expect((await response).json()).toEqual({ status: 'not ready', database: false, readers: true, disk: true })
})
