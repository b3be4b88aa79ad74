import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addBeer,
  addFavorite,
  addToJournal,
  addWant,
  changeJournalEntry,
  correctScan,
  rateBeer,
  saveMenu,
  search,
  suggestCorrection,
} from '#contracts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/app.ts'
import { aBeer } from '#testing/builders.ts'
import { listen } from './listen.ts'
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

it.each(['0000-01-01T00:00:00Z', '1969-12-31T23:59:59Z'])('no clock shows %s', async (at) => {
  const { id } = await aBeer(app.db)
  expect((await person.call(addFavorite, { body: { beerId: id, favoritedAt: at } })).status).toBe(400)
  expect((await person.call(addWant, { params: { beerId: id }, query: { wantedAt: at } })).status).toBe(400)
  expect((await person.call(rateBeer, { params: { id }, body: { rating: 50, ratedAt: at } })).status).toBe(400)
})

it('a number that is nearly zero is zero', async () => {
  const { id } = await aBeer(app.db)
  const tiny = 1e-50
  const position = { latitude: tiny, longitude: -tiny }
  const { body } = await person.call(addToJournal, { body: { key: randomUUID(), beerId: id } })
  const params = { id: 'id' in body ? body.id : 0 }
  const entry = await person.call(changeJournalEntry, { params, body: { rating: tiny, position } })
  expect(entry).toMatchObject({ status: 200, body: { rating: 0, position: { latitude: 0, longitude: 0 } } })
  expect((await person.call(rateBeer, { params: { id }, body: { rating: tiny } })).status).toBe(200)
  const own = { name: 'Kellerpils', brewery: null, style: null, abv: tiny, ibu: tiny }
  const added = await person.call(addBeer, { body: own })
  expect(added.body).toMatchObject({ abv: 0, ibu: 0 })
  const stated = { ...own, isRetired: false, note: null }
  expect((await person.call(suggestCorrection, { params: { id }, body: stated })).status).toBe(204)
})

describe('a multipart form', () => {
  const part = (name: string, rest = '') => `--b\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n`
  const file = part('image', '; filename="a.jpg"')
  const CALLS = ['/api/detect-context', '/api/identify-beer', '/api/import']

  async function send(url: string, payload: string | Buffer, contentType = 'multipart/form-data; boundary=b') {
    const headers = { host: 'localhost', cookie: person.cookie, 'content-type': contentType }
    const response = await app.app.inject({ method: 'POST', url, headers, payload })
    return { status: response.statusCode, ...response.json<{ code: string; message: string }>() }
  }

  it.each(CALLS)('that is cut off is an error of the client: %s', async (url) => {
    for (const payload of [file, `${file}\xff\xd8`, `${file}\r\n--`, '--b', '--b\r\nContent-Disp']) {
      expect(await send(url, payload)).toMatchObject({ status: 400, code: 'invalid' })
    }
    expect((await send(url, `${file}half a photo`)).message).toBe(
      'The form is incomplete or malformed. Please send the file again.',
    )
  })

  it.each(CALLS)('without a usable boundary is an error of the client: %s', async (url) => {
    const closed = `${file}x\r\n--b--\r\n`
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=""']) {
      expect(await send(url, closed, type)).toMatchObject({ status: 400, code: 'invalid' })
    }
    const long = `multipart/form-data; boundary=${'b'.repeat(300)}`
    expect(await send(url, closed, long)).toMatchObject({ status: 400, code: 'invalid' })
  })

  it.each(CALLS)('with odd parts is an error of the client: %s', async (url) => {
    const end = '\r\n--b--\r\n'
    const odd = [
      `${part('__proto__')}x${end}`,
      `${part('constructor', '; filename="a"')}x${end}`,
      `--b\r\nContent-Disposition: form-data; name="context"\r\nContent-Type: application/json\r\n\r\n{"a":${end}`,
      `--b\r\n\r\nx${end}`,
      `--b\r\nContent-Disposition: form-data; name\r\n\r\nx${end}`,
      `${file}\r\n${file}x${end}`,
      `${part('context')}${'x'.repeat(5_000)}${end}`,
      part('context').repeat(40) + end,
      end,
      '',
    ]
    for (const payload of odd) {
      const { status } = await send(url, payload)
      expect([400, 413, 415]).toContain(status)
    }
  })
})

it('a compressed body is never unpacked: what it unpacks to would count for no limit', async () => {
  const { cookie } = await app.signIn()
  for (const [url, type, body] of [
    ['/api/import', 'text/csv', 'beer_name,brewery_name,created_at\nPunk IPA,BrewDog,2024-05-01 18:00:00\n'],
    ['/api/search-history', 'application/json', '{"query":"punk ipa","resultCount":1}'],
  ] as const) {
    const headers = { host: 'localhost', cookie, 'content-type': type }
    const send = (encoded: object, payload: string | Buffer) =>
      app.app.inject({ method: 'POST', url, headers: { ...headers, ...encoded }, payload })
    expect((await send({ 'content-encoding': 'gzip' }, gzipSync(body))).statusCode).toBe(400)
    expect([200, 201, 202]).toContain((await send({}, body)).statusCode)
  }
})

describe('a request', () => {
  let port: number
  beforeAll(async () => {
    port = await listen(app.app, { host: '127.0.0.1', port: 0 })
  })

  /** Everything that is answered to these bytes. */
  const answerTo = (bytes: string) =>
    new Promise<string>((resolve, reject) => {
      let answer = ''
      const socket = connect(port, '127.0.0.1', () => socket.end(bytes))
      socket.on('data', (part) => {
        answer += part
      })
      socket.on('error', reject).on('close', () => resolve(answer))
    })
  const request = (method: string, headers: string[], body = '') =>
    [`${method} /healthz HTTP/1.1`, 'Host: localhost', ...headers, '', body].join('\r\n')
  /** Would be answered on its own if its sender could hide it in the body of another. */
  const hidden = request('GET', ['Connection: close'])

  it.each([
    ['two lengths', ['Content-Length: 4', 'Content-Length: 5']],
    ['a length and chunks', ['Content-Length: 4', 'Transfer-Encoding: chunked']],
    ['an unknown encoding', ['Transfer-Encoding: chunked, odd']],
    ['a header name with a space', ['Transfer-Encoding : chunked']],
    ['a folded header', ['X-Odd: a\r\n Transfer-Encoding: chunked', 'Content-Length: 4']],
  ])('with %s is refused, and nothing behind it is read', async (_what, headers) => {
    const answer = await answerTo(request('POST', headers, `0\r\n\r\n${hidden}`))
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })

  it('to be echoed is not answered with its headers', async () => {
    const answer = await answerTo(request('TRACE', ['Cookie: session=secret', 'Connection: close']))
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(answer).not.toContain('secret')
  })

  it('cannot add properties to all objects', async () => {
    const headers = { host: 'localhost', cookie: person.cookie, 'content-type': 'application/json' }
    const bodies = ['{"beerId":1,"__proto__":{"odd":1}}', '{"beerId":1,"constructor":{"prototype":{"odd":1}}}']
    for (const payload of bodies) {
      const { statusCode } = await app.app.inject({ method: 'POST', url: addFavorite.path, headers, payload })
      expect(statusCode).toBe(400)
    }
    expect({}).not.toHaveProperty('odd')
  })

  it('that names a parameter twice is an error of the client', async () => {
    const { cookie } = person
    const url = `${search.path}?q=duvel&q=orval`
    expect((await app.app.inject({ url, headers: { host: 'localhost', cookie } })).statusCode).toBe(400)
  })
})
