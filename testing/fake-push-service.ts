/** A push service on this machine, with browsers that decrypt what they are sent (RFC 8188, RFC 8291). */
import { createDecipheriv, createECDH, createHmac, type ECDH, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { PushMessage } from '#contracts'

interface Received {
  /** The name of the browser. */
  browser: string
  notice: PushMessage
  authorization: string
}

export interface FakePushService {
  readonly received: Received[]
  /** What each browser has received. */
  receivedBy(browser: string): PushMessage[]
  /** A subscription of a new browser. */
  browser(name: string): { endpoint: string; keys: { p256dh: string; auth: string } }
  /** Answers this browser's messages with this status from now on; 201 if never set. */
  answer(browser: string, status: number): void
  close(): Promise<unknown>
}

export async function fakePushService(): Promise<FakePushService> {
  const received: Received[] = []
  const statuses = new Map<string, number>()
  const browsers = new Map<string, { keys: ECDH; auth: Buffer }>()
  const server = createServer(async (request, response) => {
    const name = (request.url ?? '/').slice(1)
    const status = statuses.get(name) ?? 201
    const body = await bodyOf(request)
    const browser = browsers.get(name)
    if (browser && status === 201) {
      const notice = PushMessage.parse(JSON.parse(decrypted(body, browser.keys, browser.auth)))
      received.push({ browser: name, notice, authorization: request.headers.authorization ?? '' })
    }
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0

  return {
    received,
    receivedBy: (browser) => received.filter((one) => one.browser === browser).map(({ notice }) => notice),
    browser(name) {
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const auth = randomBytes(16)
      browsers.set(name, { keys, auth })
      const endpoint = `http://127.0.0.1:${port}/${name}`
      return { endpoint, keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') } }
    },
    answer: (browser, status) => statuses.set(browser, status),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}

/** One record: salt (16), record size (4), length of the sender's key (1), the key, the encrypted text with its tag. */
function decrypted(body: Buffer, keys: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body.readUInt8(20))
  const sealed = body.subarray(21 + sender.length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const secret = derived(keys.computeSecret(sender), auth, info, 32)
  const key = derived(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derived(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

/** HKDF with SHA-256, for up to 32 bytes. */
function derived(input: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  const hmac = (key: Buffer, data: Buffer) => createHmac('sha256', key).update(data).digest()
  return hmac(hmac(salt, input), Buffer.concat([info, Buffer.from([1])])).subarray(0, length)
}
