import { tmpdir } from 'node:os'
import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { diskSpace } from './disk-space.ts'
import { handleErrors } from './http/errors.ts'

it('has room as long as more than the reserve is free', async () => {
  const free = await diskSpace(tmpdir(), 0).free()
  expect(free).toBeGreaterThan(0)
  await diskSpace(tmpdir(), 0).assertRoom()
  const full = diskSpace(tmpdir(), 2 * free)
  expect(await full.hasRoom()).toBe(false)
  await expect(full.assertRoom()).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 60 })
})

it.each(['ENOSPC', '53100'])('answers 503 to what fails with %s, however it is wrapped', async (code) => {
  const app = fastify()
  handleErrors(app)
  app.get('/', () => {
    throw new Error('query failed', { cause: Object.assign(new Error('no space left on device'), { code }) })
  })
  const response = await app.inject('/')
  expect([response.statusCode, response.json().code, response.json().message]).toEqual([
    503,
    'unavailable',
    'The disk of this server is full, so this was not saved.',
  ])
})
