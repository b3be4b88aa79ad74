import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  addFavorite,
  addToJournal,
  answerTasteCard,
  deleteScan,
  deleteUser,
  detectContext,
  getBeer,
  getUser,
  identifyBeer,
  saveSearch,
  search,
  UPLOAD_MAX_BYTES,
} from '#contracts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { aBeer } from '#testing/builders.ts'
import { freePort } from '#testing/free-port.ts'
import { spec } from '#testing/spec.ts'
import { users } from '../db/schema.ts'
import { inlineStyleSources } from './inline-styles.ts'
import { ROUTES } from './openapi.ts'

const webDir = mkdtempSync(join(tmpdir(), 'bg-web-'))
mkdirSync(join(webDir, 'assets'))
writeFileSync(join(webDir, 'index.html'), '<!doctype html><title>BeerGoggles</title><style>p {}</style>')
writeFileSync(join(webDir, 'assets', 'main-abc123.js'), 'export {}')
writeFileSync(join(webDir, 'assets', 'main-abc123.js.br'), 'compressed by brotli')
writeFileSync(join(webDir, 'assets', 'main-abc123.js.gz'), 'compressed by gzip')
writeFileSync(join(webDir, 'sw.js'), '// worker')

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ webDir })
})
afterAll(async () => {
  await app.close()
  rmSync(webDir, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}) =>
  app.app.inject({ url, headers: { host: 'localhost:3000', ...headers } })

describe('a change that runs while its account is deleted', () => {
  it('is rejected like one without a session, or deleted with the account', async () => {
    const { call, user } = await app.signIn()
    const beer = await aBeer(app.db)
    const params = { beerId: beer.id }
    let isDeleted = false
    const statuses = new Set<number>()
    const changeUntilThen = async () => {
      while (!isDeleted) {
        const triedAt = new Date().toISOString()
        const key = randomUUID()
        statuses.add((await call(addToJournal, { body: { key, beerId: beer.id, triedAt } })).status)
        statuses.add((await call(answerTasteCard, { params, body: { answer: 'more' } })).status)
        statuses.add((await call(saveSearch, { body: { query: key, resultCount: 1 } })).status)
      }
    }
    const changes = Array.from({ length: 8 }, changeUntilThen)
    try {
      // On a busy machine.
      await vi.waitFor(() => expect(statuses.size).toBeGreaterThan(0), { timeout: 15_000 })
      expect((await call(deleteUser)).status).toBe(204)
    } finally {
      isDeleted = true
    }
    await Promise.all(changes)
    expect([...statuses].filter((status) => status >= 500)).toEqual([])
    expect(await app.db.$count(users, eq(users.id, user.id))).toBe(0)
  })
})

describe('every declared route', () => {
  it.each(ROUTES.map((route) => [route.method, route.path, route] as const))(
    'is bound, and requires a session unless public: %s %s',
    spec('7.2.2'),
    async (method, path, route) => {
      expect(app.app.hasRoute({ method, url: path.replace(/\{(\w+)\}/g, ':$1') })).toBe(true)
      const response = await app.app.inject({
        method,
        url: path.replace(/\{\w+\}/g, '1'),
        headers: { host: 'localhost' },
      })
      expect(response.statusCode).toBe(route.auth === 'user' ? 401 : 200)
      expect(response.json()).toEqual({
        message: 'Please sign in.',
        code: 'unauthenticated',
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      })
    },
  )

  it('is in the OpenAPI document with its input, responses and errors', async () => {
    const document = (await get('/api/docs/json')).json()
    expect(document.openapi).toBe('3.1.0')
    for (const { path, method, answer } of ROUTES) {
      const operation = document.paths[path][method.toLowerCase()]
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(Object.keys(answer)))
    }
    const identify = document.paths['/api/identify-beer'].post
    expect(Object.keys(identify.requestBody.content['multipart/form-data'].schema.properties)).toContain('image')
    expect(Object.keys(identify.responses)).toEqual(expect.arrayContaining(['413', '415', '422', '503']))
    const [id] = document.paths['/api/beers/{id}'].get.parameters
    expect(id).toMatchObject({ name: 'id', in: 'path', required: true, schema: { type: 'integer' } })
  })

  it('is listed on a page that loads nothing from other origins', async () => {
    const page = await get('/api/docs')
    expect(page.statusCode).toBe(200)
    for (const { path } of ROUTES) expect(page.body).toContain(path)
    expect(page.body).not.toMatch(/<script|https?:\/\//)
  })
})

describe('input', () => {
  it.each([
    ['a path parameter that is not a number', getBeer, { params: { id: 'x' } }, 'path.id'],
    ['a path parameter that is not a UUID', deleteScan, { params: { id: '1' } }, 'path.id'],
    ['a missing query', search, { query: {} }, 'query.q'],
    ['a query with a NUL', search, { query: { q: 'a\0b' } }, 'query'],
    ['a missing body', addFavorite, { body: undefined }, ''],
    ['a body that is not an object', addFavorite, { body: 'beer' }, 'body'],
    ['a body with a wrong field', addFavorite, { body: { beerId: '1' } }, 'body.beerId'],
  ])('is rejected with a message that names it: %s', async (_what, route, input, named) => {
    const { call } = await app.signIn()
    const { status, body } = await call<typeof route>(route, input as never)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'invalid', message: expect.stringContaining(named) })
  })

  it('is rejected if it is not JSON', async () => {
    const { cookie } = await app.signIn()
    const headers = { host: 'localhost', cookie, 'content-type': 'application/json' }
    const response = await app.app.inject({ method: 'POST', url: addFavorite.path, headers, payload: '{"beerId":' })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'invalid', message: 'The request is malformed.' })
  })

  it('for an unknown path is rejected with the same error body', async () => {
    const { cookie } = await app.signIn()
    const response = await get('/api/nothing', { cookie })
    expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
  })
})

describe('an upload', () => {
  const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46])
  const image = (bytes: Uint8Array) => new Blob([Buffer.from(bytes)], { type: 'image/jpeg' })

  it.each([
    ['an empty file', { image: image(new Uint8Array(0)) }, 415, 'The file is empty.'],
    [
      'a text named .jpg',
      { image: image(new TextEncoder().encode('not a picture')) },
      415,
      'The file is not an image.',
    ],
    ['no file', {}, 400, 'The photo is missing'],
    ['a context that does not exist', { image: image(jpeg), context: 'barrel' }, 400, 'form.context'],
    ['a field that is far too long', { image: image(jpeg), context: 'x'.repeat(5_000) }, 400, 'context'],
    ['a scan id that is not a UUID', { image: image(jpeg), scanId: '42' }, 400, 'form.scanId'],
  ])('of %s is rejected with a message', async (_what, form, status, message) => {
    const { call } = await app.signIn()
    const response = await call(identifyBeer, { form: form as never })
    expect([response.status, response.body]).toEqual([
      status,
      expect.objectContaining({ message: expect.stringContaining(message) }),
    ])
  })

  it('is rejected unless it is multipart', async () => {
    const { cookie } = await app.signIn()
    const headers = { host: 'localhost', cookie, 'content-type': 'application/json' }
    const response = await app.app.inject({ method: 'POST', url: detectContext.path, headers, payload: '{}' })
    expect([response.statusCode, response.json().message]).toEqual([
      400,
      expect.stringContaining('multipart/form-data'),
    ])
  })

  it.each(['announced', 'streamed'])(
    'of 60 MB is rejected with 413 while the client is still sending: %s',
    async (how) => {
      await app.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => {})
      const { cookie } = await app.signIn()
      expect(await sendLarge(cookie, how === 'announced')).toMatchObject({ status: 413, body: { code: 'too_large' } })
      expect((await app.call(getUser)).status).toBe(401)
    },
  )

  function sendLarge(cookie: string, announced: boolean) {
    const head = Buffer.from('--b\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n')
    const tail = Buffer.from('\r\n--b--\r\n')
    const chunk = Buffer.alloc(1024 * 1024, 1)
    const chunks = 60
    const length = head.length + chunks * chunk.length + tail.length
    expect(length).toBeGreaterThan(UPLOAD_MAX_BYTES * 2)
    const address = app.app.server.address()
    return new Promise<{ status: number; body: unknown }>((resolve, reject) => {
      const sending = request(
        {
          port: typeof address === 'object' ? address?.port : 0,
          host: '127.0.0.1',
          method: 'POST',
          path: detectContext.path,
          headers: {
            cookie,
            'content-type': 'multipart/form-data; boundary=b',
            ...(announced && { 'content-length': length }),
          },
        },
        (response) => {
          const parts: Buffer[] = []
          response.on('data', (part: Buffer) => parts.push(part))
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, body: JSON.parse(String(Buffer.concat(parts))) }),
          )
        },
      )
      sending.on('error', reject)
      sending.write(head)
      for (let n = 0; n < chunks; n++) sending.write(chunk)
      sending.end(tail)
    })
  }
})

describe('the web app', () => {
  it('is served for every screen and revalidated each time, without a warning of Node', async () => {
    const warned = vi.fn()
    process.on('warning', warned)
    onTestFinished(() => void process.off('warning', warned))
    for (const url of ['/', '/brewery/12', '/menu/abc', '/no/such/screen']) {
      const page = await get(url, { accept: 'text/html,*/*' })
      expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('<title>BeerGoggles')])
      expect(page.headers['cache-control']).toBe('no-cache')
      expect(page.headers['permissions-policy']).toContain('camera=(self)')
    }
    expect(warned.mock.calls).toEqual([])
  })

  it('is served with a policy that allows nothing but its own files and what its scripts make', async () => {
    const page = await get('/')
    expect(policyOf(page)).toEqual({
      'default-src': ["'self'"],
      'img-src': ["'self'", 'blob:', 'data:'],
      'media-src': ["'self'", 'blob:', 'mediastream:'],
      'connect-src': ["'self'", 'blob:'],
      'style-src': ["'self'", ...inlineStyleSources(page.body)],
      'worker-src': ["'self'", 'blob:'],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
    })
  })

  it('caches hashed files for a year, and never the service worker', async () => {
    expect((await get('/assets/main-abc123.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await get('/sw.js')).headers['cache-control']).toBe('no-cache')
  })

  it.each([
    ['br, gzip', 'br', 'compressed by brotli'],
    ['gzip, deflate', 'gzip', 'compressed by gzip'],
    ['identity', undefined, 'export {}'],
  ])(
    'sends scripts as the build compressed them, in a form that the browser accepts: %s',
    async (accepted, encoding, body) => {
      const script = await get('/assets/main-abc123.js', { 'accept-encoding': accepted })
      expect([script.headers['content-encoding'], script.body]).toEqual([encoding, body])
      expect(script.headers).toMatchObject({
        'content-type': 'application/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: expect.stringMatching(/accept-encoding/i),
      })
      const unchanged = await get('/assets/main-abc123.js', {
        'accept-encoding': accepted,
        'if-none-match': String(script.headers.etag),
      })
      expect(unchanged.statusCode).toBe(304)
    },
  )

  it.each(['br, gzip', 'gzip', 'identity'])('is served at its root whatever is accepted: %s', async (encoding) => {
    const page = await get('/', { accept: '*/*', 'accept-encoding': encoding })
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  })

  it('is not served for unknown files and API paths', async () => {
    for (const accept of ['*/*', 'text/html,*/*']) {
      const gone = await get('/assets/gone.js', { accept })
      expect([gone.statusCode, gone.headers['cache-control'], gone.json().code]).toEqual([404, 'no-store', 'not_found'])
    }
    expect((await get('/api/gone', { accept: 'text/html' })).statusCode).toBe(401)
    expect((await get('/..%2f..%2fetc%2fpasswd')).statusCode).toBe(404)
  })
})

/** The sources of each directive. */
function policyOf({ headers }: { headers: Record<string, unknown> }): Record<string, string[]> {
  const directives = String(headers['content-security-policy']).split(';')
  return Object.fromEntries(
    directives.map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/)
      return [name, sources]
    }),
  )
}

describe('every answer', () => {
  it.each([
    ['a page', '/', 200],
    ['a file', '/assets/main-abc123.js', 200],
    ['the API', '/api/user', 200],
    ['an error of the API', '/api/nothing', 404],
  ])('forbids frames, other types than its own, and referrers elsewhere: %s', async (_what, url, status) => {
    const response = await get(url, { cookie: (await app.signIn()).cookie })
    expect(response.statusCode).toBe(status)
    expect(response.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
    })
    expect(policyOf(response)['frame-ancestors']).toEqual(["'none'"])
  })
})

describe('operators', () => {
  it('see that the process is alive, and ready only while its reader processes are', async () => {
    expect((await get('/healthz')).json()).toEqual({ status: 'alive' })
    const ready = await get('/readyz')
    expect(ready.json()).toMatchObject({ database: true, readers: app.readers.isReady() })
    expect(ready.statusCode).toBe(app.readers.isReady() ? 200 : 503)
    const loading = await startTestApp({ readers: { ...app.readers, isReady: () => false } })
    const response = await loading.app.inject('/readyz')
    expect([response.statusCode, response.json()]).toEqual([
      503,
      { status: 'not ready', database: true, readers: false, disk: true },
    ])
    await loading.close()
  })

  it('see metrics by route, never by URL', async () => {
    const { call } = await app.signIn()
    await call(search, { query: { q: 'secret wish' } })
    const { body } = await get('/metrics')
    expect(body).toContain('route="/api/search"')
    expect(body).not.toContain('secret')
  })

  it.each([
    ['127.0.0.1', {}, 200],
    ['::1', {}, 200],
    ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, 403],
    ['127.0.0.1', { forwarded: 'for=127.0.0.1' }, 403],
    ['127.0.0.1', { host: 'localhost:3000' }, 200],
    ['127.0.0.1', { host: 'beer.example.org' }, 403],
    ['192.168.0.9', {}, 403],
    ['203.0.113.7', { authorization: 'Bearer undefined' }, 403],
  ])('see metrics on the machine itself: %s %j', async (remoteAddress, headers, status) => {
    expect((await app.app.inject({ url: '/metrics', remoteAddress, headers })).statusCode).toBe(status)
  })

  it('see metrics from anywhere with the token, and only with it', async () => {
    const token = 'sixteen characters'
    const { app: withToken, close } = await startTestApp({ env: { METRICS_TOKEN: token } })
    const statusFor = async (authorization?: string) => {
      const headers = authorization === undefined ? {} : { authorization }
      return (await withToken.inject({ url: '/metrics', remoteAddress: '203.0.113.7', headers })).statusCode
    }
    expect(await statusFor(`Bearer ${token}`)).toBe(200)
    for (const wrong of [undefined, token, `Bearer ${token} `, `bearer ${token}x`, 'Bearer ']) {
      expect(await statusFor(wrong), wrong).toBe(403)
    }
    expect((await withToken.inject('/metrics')).statusCode).toBe(403)
    await close()
  })

  it('see metrics on a port of their own, where there is nothing else', async () => {
    const METRICS_PORT = String(await freePort())
    const { app: server, close } = await startTestApp({ env: { METRICS_PORT } })
    const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${METRICS_PORT}${path}`)).status
    expect(await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text()).toContain('readers_ready')
    expect([await statusOf('/healthz'), await statusOf('/api/search?q=ipa')]).toEqual([404, 404])
    expect((await server.inject('/metrics')).statusCode).toBe(404)
    await close()
    await expect(statusOf('/metrics')).rejects.toThrow()
  })
})

describe('security.txt', () => {
  const path = '/.well-known/security.txt'

  it('names the contact of the operator, and when to look again', async () => {
    const { app: named, close } = await startTestApp({ env: { SECURITY_CONTACT: 'mailto:security@example.org' } })
    const { headers, body } = await named.inject(path)
    expect(headers['content-type']).toMatch(/^text\/plain/)
    expect(body).toContain('Contact: mailto:security@example.org\n')
    const expires = Date.parse(/^Expires: (.+)$/m.exec(body)?.[1] ?? '')
    expect(expires).toBeGreaterThan(Date.now())
    expect(expires).toBeLessThan(Date.now() + 365 * 24 * 60 * 60_000)
    await close()
  })

  it('is missing without a contact', async () => {
    expect((await get(path)).statusCode).toBe(404)
  })
})

describe('limits', () => {
  it('allow the polling of a phone and stop runaway loops', async () => {
    const { call } = await app.signIn()
    const statuses = new Set<number>()
    for (let n = 0; n < 400; n++) statuses.add((await call(getUser)).status)
    expect([...statuses]).toEqual([200])

    const responses = []
    for (let n = 0; n < 140; n++) responses.push(await get('/api/login'))
    const rejected = responses.filter(({ statusCode }) => statusCode === 429)
    expect(rejected).toHaveLength(20)
    expect(Number(rejected[0]?.headers['retry-after'])).toBeGreaterThan(0)
    expect(rejected[0]?.json()).toMatchObject({ code: 'too_many_requests' })
  })

  it('ask for a session however the address is written', async () => {
    for (const url of ['/api/beers/1/image', '/%61pi/beers/1/image']) expect((await get(url)).statusCode).toBe(401)
  })

  it('stop anonymous calls before they reach the database, and no signed-in user of the same address', async () => {
    const { app: limited, database, signIn, close } = await startTestApp()
    const { call } = await signIn()
    expect((await call(getUser)).status).toBe(200)
    const query = vi.spyOn(database.pool, 'query')
    const statuses = []
    for (let n = 0; n < 650; n++) {
      const headers = { host: 'localhost:3000', cookie: `session=invented-${n}` }
      statuses.push((await limited.inject({ url: getUser.path, headers })).statusCode)
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(600)
    expect(statuses.slice(600)).toEqual(Array(50).fill(429))
    // The others are of background work.
    const lookups = query.mock.calls.filter((call) => JSON.stringify(call[0]).includes('from \\"sessions'))
    expect(lookups).toHaveLength(600)
    query.mockRestore()
    expect((await call(getUser)).status).toBe(200)
    const elsewhere = { url: getUser.path, headers: { host: 'localhost:3000' }, remoteAddress: '192.168.0.9' }
    expect((await limited.inject(elsewhere)).statusCode).toBe(401)
    await close()
  })

  it.each([
    ['127.0.0.1', {}, 0],
    ['192.168.0.9', {}, 20],
    ['192.168.0.9', { TRUSTED_PROXIES: '192.168.0.0/24' }, 0],
    ['127.0.0.1', { TRUSTED_PROXIES: 'none' }, 20],
  ])('believe the client address from a trusted proxy only: %s %j', async (remoteAddress, env, expected) => {
    const { app: proxied, close } = await startTestApp({ env })
    const statuses = []
    for (let n = 0; n < 140; n++) {
      const headers = { host: 'localhost:3000', 'x-forwarded-for': `10.0.0.${n}` }
      statuses.push((await proxied.inject({ url: '/api/login', remoteAddress, headers })).statusCode)
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(expected)
    await close()
  })
})
