/** A repeatable part of `npm run bench -- fuzz`: requests, on both databases. Other parts are in `bench/fuzz/fuzz.slow.test.ts`. */
import { afterAll, expect, inject, it } from 'vitest'
import { updateBeerImages } from '#contracts'
import { startTestApp } from '#testing/app.ts'
import { hostileRequest } from '#testing/hostile/requests.ts'
import { randomFrom } from '#testing/pictures/random.ts'
import { ROUTES } from './openapi.ts'

/** The embedded database gets the first of them. */
const REQUESTS_PER_ROUTE = inject('testDatabase').dialect === 'embedded' ? 15 : 75
/** Fewer than the rate limits refuse, of which the strictest allows 20 files. */
const REQUESTS_PER_USER = 15
/** Refused before the route reads anything. */
const REFUSED = new Set([401, 429])
/** Of the requests of a route. Each deletion of an account leads to one without a session. */
const MAX_REFUSED_SHARE = 0.5

const app = await startTestApp()
afterAll(() => app.close())

it.each(ROUTES.map((route) => [route.method, route.path, route] as const))(
  `answers ${REQUESTS_PER_ROUTE} hostile requests as an error of the client: %s %s`,
  async (_method, path, route) => {
    const random = randomFrom(path.length)
    const statuses: number[] = []
    let cookie = ''
    for (let count = 0; count < REQUESTS_PER_ROUTE; count++) {
      if (count % REQUESTS_PER_USER === 0 || statuses.at(-1) === 401) ({ cookie } = await app.signIn())
      const { headers, ...request } = hostileRequest(route, random)
      const response = await app.app.inject({ ...request, headers: { host: 'localhost', cookie, ...headers } })
      expect(response.statusCode, JSON.stringify(request).slice(0, 500)).toBeLessThan(500)
      statuses.push(response.statusCode)
    }
    const refused = statuses.filter((status) => REFUSED.has(status))
    // Runs once in a while for all users together, and reads nothing.
    if (route === updateBeerImages) return
    expect(refused.length).toBeLessThanOrEqual(REQUESTS_PER_ROUTE * MAX_REFUSED_SHARE)
  },
)
