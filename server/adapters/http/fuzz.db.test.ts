/** A short, repeatable part of `npm run bench -- fuzz`. */
import { afterAll, expect, inject, it } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { hostileRequest } from '#testing/hostile/requests.ts'
import { randomFrom } from '#testing/pictures/random.ts'
import { ROUTES } from './openapi.ts'

/** The embedded database gets the first of them, all in `npm run test:all`. */
const REQUESTS_PER_ROUTE = inject('testDatabase').dialect === 'embedded' && process.env.TEST_ALL !== '1' ? 10 : 30
const app = await startTestApp()
afterAll(() => app.close())

it.each(ROUTES.map((route) => [route.method, route.path, route] as const))(
  'answers hostile input as an error of the client: %s %s',
  async (_method, path, route) => {
    const random = randomFrom(path.length)
    const { cookie } = await app.signIn()
    for (let count = 0; count < REQUESTS_PER_ROUTE; count++) {
      const { headers, ...request } = hostileRequest(route, random)
      const response = await app.app.inject({ ...request, headers: { host: 'localhost', cookie, ...headers } })
      expect(response.statusCode, JSON.stringify(request).slice(0, 500)).toBeLessThan(500)
    }
  },
)
