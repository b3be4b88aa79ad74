/** A software authenticator with one passkey, as a browser shows it to a page: an ES256 key, responses in the form of WebAuthn's JSON. */
import { createHash, generateKeyPairSync, type JsonWebKey, randomBytes, sign } from 'node:crypto'

interface Options {
  /** Of the page that asks. */
  origin: string
  /** Default: that of the origin. */
  host?: string
  /** Default: true. */
  verifiesUser?: boolean
  /** Default: that of an authenticator that counts no uses. */
  counter?: number
}

const PRESENT = 0x01
const VERIFIED = 0x04
const WITH_CREDENTIAL = 0x40

export class Authenticator {
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly id = randomBytes(16).toString('base64url')
  /** Of the account that the passkey was made for. */
  userHandle = ''

  /** The response to `navigator.credentials.create`. `statement`: of the maker, none by default. */
  create(asked: { challenge: string; user: { id: string } }, options: Options, statement?: Cbor): object {
    this.userHandle = asked.user.id
    const { x = '', y = '' }: JsonWebKey = this.keys.publicKey.export({ format: 'jwk' })
    const key = new Map<Cbor, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
    const id = Buffer.from(this.id, 'base64url')
    const length = Buffer.from([0, id.length])
    const credential = Buffer.concat([Buffer.alloc(16), length, id, encoded(key)])
    const attestation = new Map<Cbor, Cbor>([
      ['fmt', statement === undefined ? 'none' : 'packed'],
      ['attStmt', statement ?? new Map()],
      ['authData', Buffer.concat([authenticatorData(options, WITH_CREDENTIAL), credential])],
    ])
    return this.response({
      clientDataJSON: clientData('webauthn.create', asked.challenge, options).toString('base64url'),
      attestationObject: encoded(attestation).toString('base64url'),
    })
  }

  /** The response to `navigator.credentials.get`. */
  get(asked: { challenge: string }, options: Options): object {
    const data = authenticatorData(options, 0)
    const client = clientData('webauthn.get', asked.challenge, options)
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.keys.privateKey)
    return this.response({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: this.userHandle,
    })
  }

  private response(response: object): object {
    return { id: this.id, rawId: this.id, type: 'public-key', response, clientExtensionResults: {} }
  }
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()

function clientData(type: string, challenge: string, { origin }: Options): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function authenticatorData({ origin, host, verifiesUser = true, counter = 0 }: Options, more: number): Buffer {
  const data = Buffer.concat([sha256(host ?? new URL(origin).hostname), Buffer.alloc(5)])
  data.writeUInt8(PRESENT | (verifiesUser ? VERIFIED : 0) | more, 32)
  data.writeUInt32BE(counter, 33)
  return data
}

export type Cbor = number | string | Buffer | Cbor[] | Map<Cbor, Cbor>

/** CBOR (RFC 8949) of the few types that authenticators use. */
function encoded(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(encoded)])
  return Buffer.concat([head(5, value.size), ...[...value].flat().map(encoded)])
}

function head(major: number, value: number): Buffer {
  const type = major << 5
  if (value < 24) return Buffer.from([type | value])
  if (value < 0x100) return Buffer.from([type | 24, value])
  return Buffer.from([type | 25, value >> 8, value & 0xff])
}
