/** A repeatable part of `npm run bench -- fuzz`: requests, on both databases. Other parts are in `bench/fuzz/fuzz.slow.test.ts`. */
import { afterAll, expect, inject, it } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { hostileRequest } from '#testing/hostile/requests.ts'
import { randomFrom } from '#testing/pictures/random.ts'
import { ROUTES } from './openapi.ts'

/** The embedded database gets the first of them. */
const REQUESTS_PER_ROUTE = inject('testDatabase').dialect === 'embedded' ? 50 : 150
const app = await startTestApp()
afterAll(() => app.close())

it.each(ROUTES.map((route) => [route.method, route.path, route] as const))(
  `answers ${REQUESTS_PER_ROUTE} hostile requests as an error of the client: %s %s`,
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
