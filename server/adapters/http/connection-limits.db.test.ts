import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ANSWER_MARGIN_MS, addFavorite, PARSE_MENU_TIMEOUT_MS } from '#contracts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { CONNECTION_LIMITS } from './connection-limits.ts'
import { listen } from './listen.ts'

const connections = { headersMs: 300, requestMs: 600, idleMs: 1_500, checkMs: 50, connections: 8 }
/** More than the buffers of a connection hold. */
const LARGE_BYTES = 64 * 1024 * 1024
const webDir = mkdtempSync(join(tmpdir(), 'bg-connections-'))
mkdirSync(join(webDir, 'assets'))
for (const file of ['index.html', 'assets/large.js']) writeFileSync(join(webDir, file), '')
truncateSync(join(webDir, 'assets/large.js'), LARGE_BYTES)

let app: TestApp
let port: number
let session: string
beforeAll(async () => {
  app = await startTestApp({ connections, webDir })
  port = await listen(app.app, { host: 'localhost', port: 0 }, connections)
  session = (await app.signIn()).cookie
})
afterAll(async () => {
  await app.close()
  rmSync(webDir, { recursive: true })
})

/** Sends a text and then a byte now and then; resolves with the answer when the server has ended the connection. */
function drip(host: string, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    let timer: NodeJS.Timeout | undefined
    const socket = connect(port, host, () => {
      socket.write(text)
      timer = setInterval(() => socket.write(' '), 50)
    })
    socket.on('data', (part) => {
      answer += part
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(timer)
      resolve(answer)
    })
  })
}

/** The connection at the server. */
function connectionOfNextRequest(): Promise<Socket> {
  const channel = 'http.server.request.start'
  return new Promise((resolve) => {
    const onRequest = (message: unknown) => {
      unsubscribe(channel, onRequest)
      resolve((message as { socket: Socket }).socket)
    }
    subscribe(channel, onRequest)
  })
}

const post = (path: string, headers = '') =>
  `POST ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n${headers}Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{`

describe.each(['127.0.0.1', '::1'])('a connection to %s', (host) => {
  it('is ended with 408 if the headers do not arrive', async () => {
    expect(await drip(host, 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('is ended with 408 if the body does not arrive', async () => {
    expect(await drip(host, post(addFavorite.path, `Cookie: ${session}\r\n`))).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('is ended if the body of an anonymous request does not arrive', async () => {
    expect(await drip(host, post(addFavorite.path))).toMatch(/^HTTP\/1\.1 401 /)
    await drip(host, post('/idp/token'))
  })

  it('is ended if nothing is sent', async () => {
    await new Promise((resolve) => connect(port, host).on('close', resolve).resume())
  })

  it('is ended if the client stops reading a large answer', async () => {
    const answering = connectionOfNextRequest()
    const socket = connect(port, host)
    onTestFinished(() => void socket.destroy())
    socket.write('GET /assets/large.js HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const connection = await answering
    const startedAt = performance.now()
    await once(connection, 'close')
    expect(performance.now() - startedAt).toBeGreaterThan(connections.idleMs - connections.checkMs)
    socket.resume()
    await once(socket, 'close')
    expect(socket.bytesRead).toBeGreaterThan(0)
    expect(socket.bytesRead).toBeLessThan(LARGE_BYTES)
  })

  it('is refused if there are too many', async () => {
    const sockets: Socket[] = []
    const open = () =>
      new Promise<'answered' | 'refused'>((resolve) => {
        const socket = connect(port, host, () => socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'))
        sockets.push(socket)
        socket.once('data', () => resolve('answered'))
        socket.on('error', () => {}).once('close', () => resolve('refused'))
      })
    const outcomes = await Promise.all(Array.from({ length: 10 }, open))
    expect(outcomes.filter((outcome) => outcome === 'answered')).toHaveLength(8)
    for (const socket of sockets) socket.destroy()
  })
})

it('outlasts the longest answer', () => {
  expect(CONNECTION_LIMITS.idleMs).toBeGreaterThan(PARSE_MENU_TIMEOUT_MS + ANSWER_MARGIN_MS)
  expect(CONNECTION_LIMITS.requestMs).toBeGreaterThan(CONNECTION_LIMITS.headersMs)
})
