/** Uploads that are refused before they are sent: each test sends headers, or a form up to its photo, and waits for the answer. */
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { beginImport, deleteScan, identifyBeer, parseMenu } from '#contracts'
import { type SignedIn, startTestApp } from '#testing/app.ts'
import { photoOf, scriptedReaders } from '#testing/scripted-readers.ts'
import { scanJobs } from '../../adapters/db/schema.ts'
import { listen } from '../../adapters/http/listen.ts'
import { aLabel, photo } from './recognition.fixture.ts'

const MB = 1024 * 1024
const BOUNDARY = 'b'
const closing: (() => unknown)[] = []
const open = new Set<{ destroy(): void }>()

interface Answer {
  status: number
  retryAfter: string | undefined
  code: string
}

interface Unfinished {
  answer: Promise<Answer>
  finish(bytes: Uint8Array): void
  destroy(): void
}

async function aServer(options: Parameters<typeof startTestApp>[0] = {}) {
  const server = await startTestApp(options)
  closing.push(() => server.close())
  const port = await listen(server.app, { host: 'localhost', port: 0 })
  return { server, port, send: (path: string, by: SignedIn, upload: Upload) => send(port, path, by, upload) }
}

interface Upload {
  length: number
  type?: string
  /** What is sent at once. */
  head?: Uint8Array
}

/** Begins an upload, and leaves it unfinished. */
function send(port: number, path: string, { cookie }: SignedIn, { length, type, head }: Upload): Unfinished {
  const headers = {
    cookie,
    'content-type': type ?? `multipart/form-data; boundary=${BOUNDARY}`,
    'content-length': length,
  }
  const sending = request({ port, host: 'localhost', method: 'POST', path, headers, agent: false })
  open.add(sending)
  const answer = new Promise<Answer>((resolve, reject) => {
    sending.on('error', reject)
    sending.on('response', (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const { code = '' } = JSON.parse(String(Buffer.concat(parts)))
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], code })
      })
    })
  })
  answer.catch(() => {})
  if (head === undefined) sending.flushHeaders()
  else sending.write(head)
  return { answer, finish: (bytes) => void sending.end(bytes), destroy: () => void sending.destroy() }
}

/** Sends everything before it looks at the answer, on a connection that is kept. */
function statusOf(agent: Agent, port: number, { cookie }: SignedIn, body: Uint8Array): Promise<number | undefined> {
  const headers = { cookie, 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, 'content-length': body.length }
  const sending = request({ port, host: 'localhost', method: 'POST', path: identifyBeer.path, headers, agent })
  return new Promise((resolve, reject) => {
    sending.on('error', reject)
    sending.on('response', (response) => {
      response.on('end', () => resolve(response.statusCode)).resume()
    })
    sending.end(body)
  })
}

const PHOTO_BEGIN_BYTES = 4

/** A form up to the first bytes of its photo, and the rest of it. */
function formOf(fields: Record<string, string> = {}): { head: Uint8Array; rest: Uint8Array; length: number } {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const image = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n`
  const bytes = photoOf(aLabel())
  const head = Buffer.concat([Buffer.from(parts.join('') + image), bytes.subarray(0, PHOTO_BEGIN_BYTES)])
  const rest = Buffer.concat([bytes.subarray(PHOTO_BEGIN_BYTES), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
  return { head, rest, length: head.length + rest.length }
}

const isPending = async ({ answer }: Unfinished) => {
  const later = new Promise<'pending'>((resolve) => setTimeout(resolve, 200, 'pending'))
  return (await Promise.race([answer, later])) === 'pending'
}

/** The answer of an upload that is refused, once the server knows of those before it. */
const refusalOf = (begin: () => Unfinished) =>
  vi.waitFor(async () => {
    const upload = begin()
    if (!(await isPending(upload))) return await upload.answer
    upload.destroy()
    throw new Error('the upload was not refused')
  }, 10_000)

/** The workers of another server would take the photos of the next test. */
afterEach(async () => {
  for (const sending of open) sending.destroy()
  open.clear()
  for (const close of closing.splice(0)) await close()
})

describe('an upload is refused before it is sent', () => {
  const FULL = { status: 503, code: 'unavailable', retryAfter: '5' }

  it('if its user sends twenty others', async () => {
    const { server, send } = await aServer()
    const [ada, bob] = [await server.signIn(), await server.signIn()]
    const others = Array.from({ length: 20 }, () => send(identifyBeer.path, ada, { length: MB }))
    expect(await Promise.all(others.map(isPending))).toEqual(Array(20).fill(true))
    expect(await refusalOf(() => send(identifyBeer.path, ada, { length: MB }))).toEqual(FULL)
    expect(await isPending(send(identifyBeer.path, bob, { length: MB }))).toBe(true)
    others[0]?.destroy()
    await vi.waitFor(async () => {
      const next = send(identifyBeer.path, ada, { length: MB })
      expect(await isPending(next)).toBe(true)
    }, 10_000)
  })

  it('if it is larger than the memory for its user or for all', async () => {
    const { server, send } = await aServer()
    for (let users = 0; users < 4; users++) {
      const user = await server.signIn()
      const fitting = Array.from({ length: 3 }, () => send(identifyBeer.path, user, { length: 25 * MB }))
      expect(await Promise.all(fitting.map(isPending))).toEqual(Array(3).fill(true))
      expect(await refusalOf(() => send(identifyBeer.path, user, { length: 25 * MB }))).toEqual(FULL)
    }
    const last = await server.signIn()
    expect(await refusalOf(() => send(identifyBeer.path, last, { length: 25 * MB }))).toEqual(FULL)
    expect(await isPending(send(identifyBeer.path, last, { length: MB }))).toBe(true)
  })

  it('if it announces more than its route accepts', async () => {
    const { server, send } = await aServer()
    const user = await server.signIn()
    const tooLarge = { status: 413, code: 'too_large' }
    expect(await send(parseMenu.path, user, { length: 26 * MB }).answer).toMatchObject(tooLarge)
    const file = { length: 51 * MB, type: 'text/csv' }
    expect(await send(beginImport.path, user, file).answer).toMatchObject(tooLarge)
  })

  it.each([
    [0, 400],
    [51, 413],
  ])('if its user has sent too many in a minute, of %d MB, which got status %d', async (size, refused) => {
    const { server, send } = await aServer()
    const user = await server.signIn()
    const sent = (megabytes: number) =>
      send(beginImport.path, user, { length: megabytes * MB, type: 'text/csv' }).answer
    for (let n = 0; n < 20; n++) expect((await sent(size)).status).toBe(refused)
    const { status, code, retryAfter } = await sent(50)
    expect([status, code]).toEqual([429, 'too_many_requests'])
    expect(Number(retryAfter)).toBeGreaterThan(0)
  })
})

describe('a photo is refused before it is read', () => {
  const large = (fields: Record<string, string> = {}) => ({ length: 20 * MB, head: formOf(fields).head })

  it('if the queue is full, unless the photo is in it', async () => {
    const { server, send } = await aServer({ readers: scriptedReaders(), readerSlots: 0, env: { QUEUE_PER_USER: '1' } })
    const user = await server.signIn()
    const scanId = await queued(user)
    const full = { status: 503, code: 'unavailable', retryAfter: '10' }
    expect(await send(identifyBeer.path, user, large()).answer).toEqual(full)
    expect(await send(identifyBeer.path, user, large({ scanId: randomUUID() })).answer).toEqual(full)

    const form = formOf({ scanId })
    const again = send(identifyBeer.path, user, form)
    expect(await isPending(again)).toBe(true)
    again.finish(form.rest)
    // It waits for the scan.
    expect(await isPending(again)).toBe(true)
    await user.call(deleteScan, { params: { id: scanId } })
    expect(await again.answer).toMatchObject({ status: 409, code: 'scan_cancelled' })
  })

  it.each([500_000, 4 * MB])(
    'with its connection left usable, if the client sends all %d bytes first',
    async (bytes) => {
      const { server, port } = await aServer({
        readers: scriptedReaders(),
        readerSlots: 0,
        env: { QUEUE_PER_USER: '1' },
      })
      const user = await server.signIn()
      const scanId = await queued(user)
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      open.add(agent)
      const { head } = formOf()
      const end = Buffer.from(`\r\n--${BOUNDARY}--\r\n`)
      const body = Buffer.concat([head, Buffer.alloc(bytes), end])
      const statuses = [1, 2, 3].map(() => statusOf(agent, port, user, body))
      expect(await Promise.all(statuses)).toEqual([503, 503, 503])
      await user.call(deleteScan, { params: { id: scanId } })
    },
    20_000,
  )

  async function queued({ call }: SignedIn): Promise<string> {
    const scanId = randomUUID()
    const headers = { prefer: 'respond-async' }
    expect((await call(identifyBeer, { form: { image: photo(aLabel()), scanId }, headers })).status).toBe(202)
    return scanId
  }
})

it('an upload that waits for its result makes room for others', async () => {
  const { server, send } = await aServer({ readers: scriptedReaders(), readerSlots: 0, env: { QUEUE_PER_USER: '30' } })
  const user = await server.signIn()
  const waiting: Unfinished[] = []
  for (let n = 1; n <= 21; n++) {
    const form = formOf()
    const upload = send(identifyBeer.path, user, form)
    upload.finish(form.rest)
    await vi.waitFor(async () => expect(await server.db.$count(scanJobs)).toBe(n), 10_000)
    waiting.push(upload)
  }
  expect(await Promise.all(waiting.map(isPending))).toEqual(Array(21).fill(true))
})
