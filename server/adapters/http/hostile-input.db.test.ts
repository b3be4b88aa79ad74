import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addFavorite, correctScan, saveMenu } from '#contracts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/app.ts'
import { ROUTES } from './openapi.ts'

let app: TestApp
let person: SignedIn
beforeAll(async () => {
  app = await startTestApp()
  person = await app.signIn()
})
afterAll(() => app.close())

describe('an id that no row can have', () => {
  const IDS = [2_147_483_648, 99_999_999_999, 2 ** 60, 1e300]

  it.each([
    ...ROUTES.flatMap(({ method, path }) => (path.includes('{') ? [[method, path] as const] : [])),
    ['GET', '/api/beers/{id}/image'] as const,
  ])('is an error of the client in a path: %s %s', async (method, path) => {
    for (const id of [...IDS, -1, 'NaN', '%20']) {
      const url = path.replaceAll(/\{\w+\}/g, String(id))
      const { statusCode } = await app.app.inject({
        method,
        url,
        headers: { host: 'localhost', cookie: person.cookie },
      })
      expect([400, 404]).toContain(statusCode)
    }
  })

  it('is an error of the client in a body', async () => {
    const params = { id: randomUUID() }
    for (const id of IDS) {
      const { status } = await person.call(addFavorite, { body: { beerId: id } })
      expect(status).toBe(400)
      expect((await person.call(saveMenu, { body: { beerId: id, menuData: [{ id }] } })).status).toBe(400)
      expect((await person.call(correctScan, { params, body: { item: 0, beerId: id } })).status).toBe(400)
    }
  })
})
