import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type AnonymousLimit, anonymousLimit, protect } from './protection.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const app = Fastify()
let anonymous: AnonymousLimit
beforeAll(async () => {
  await protect(app, { https: false, styleSources: [] })
  anonymous = anonymousLimit(app)
  app.get('/', { config: { rateLimit: { max: 2, timeWindow: '1 minute' } } }, async () => 'answered')
  app.get('/anonymous', async (request) => {
    await anonymous.check(request)
    await anonymous.count(request)
    return 'answered'
  })
})
afterAll(() => app.close())
afterEach(() => vi.useRealTimers())

/** How many of these calls are answered. */
async function answered(calls: number, url: string, remoteAddress: string): Promise<number> {
  let count = 0
  for (let n = 0; n < calls; n++) if ((await app.inject({ url, remoteAddress })).body === 'answered') count++
  return count
}

it.each([
  ['/', 2, '192.0.2.1'],
  ['/anonymous', 600, '192.0.2.2'],
])('limits %s to %i calls a minute, also when the clock was set back', async (url, max, address) => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  expect(await answered(max + 1, url, address)).toBe(max)
  vi.setSystemTime(Date.now() - 5 * HOUR_MS)
  vi.advanceTimersByTime(MINUTE_MS - 1)
  expect(await answered(1, url, address)).toBe(0)
  expect(await answered(1, url, '192.0.2.3')).toBe(1)
  vi.advanceTimersByTime(1)
  expect(await answered(max + 1, url, address)).toBe(max)
})
