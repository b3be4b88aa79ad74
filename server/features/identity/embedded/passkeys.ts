/**
 * Passkeys (WebAuthn): discoverable credentials that verify their user by fingerprint, face or PIN, so that one is two factors at once. They
 * belong to the host of the address where they were added. What browsers return comes in as the text of a form field.
 */
import { isIP } from 'node:net'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { ProductError } from '../../../adapters/http/errors.ts'
import { knownOrigin, originOf } from '../../../adapters/http/origin.ts'
import { deviceOf } from '../device.ts'
import { browserToken, readCookie } from '../session-cookie.ts'
import type { Account } from './account-store.ts'
import type { Checked } from './check-password.ts'
import type { KnownDevices } from './known-devices.ts'
import { CHALLENGE_MS, type PasskeyStore } from './passkey-store.ts'
import type { PasswordAttempts } from './password-attempts.ts'

const SIGN_IN = 'sign in'
const adding = ({ id }: Account) => `add to ${id}`

/** ES256 and RS256, which together every authenticator has. */
const ALGORITHMS = [-7, -257]

/** At most 1,023 bytes, in base64url. */
export const PasskeyId = z.string().check(z.regex(/^[\w-]+$/), z.maxLength(1_364))
const Bytes = z.string().check(z.maxLength(16_384))
const Credential = { id: PasskeyId, rawId: PasskeyId, type: z.literal('public-key') }
const Assertion = z.object({
  ...Credential,
  response: z.object({ clientDataJSON: Bytes, authenticatorData: Bytes, signature: Bytes, userHandle: Bytes }),
})
type Assertion = z.infer<typeof Assertion>
const Attestation = z.object({
  ...Credential,
  response: z.object({ clientDataJSON: Bytes, attestationObject: Bytes }),
})
type Attestation = z.infer<typeof Attestation>
const ClientData = z.object({ challenge: z.string() })

interface PasskeyPorts {
  store: PasskeyStore
  attempts: Pick<PasswordAttempts, 'begin'>
  devices: Pick<KnownDevices, 'idFor'>
  publicUrl: string | undefined
}

export interface Passkeys {
  /** The host that passkeys of this request's address belong to; undefined where browsers have none: without https, or for an IP address. */
  hostOf(request: FastifyRequest): string | undefined
  /** What the browser needs to sign in with any passkey that it has. @throws ProductError where browsers have none */
  requestOptions(request: FastifyRequest, reply: FastifyReply): Promise<PublicKeyCredentialRequestOptionsJSON>
  /** An unknown passkey, a wrong one and an expired challenge are refused alike. */
  check(request: FastifyRequest, entered: string): Promise<Checked>
  /** @throws ProductError where browsers have none */
  creationOptions(
    request: FastifyRequest,
    reply: FastifyReply,
    account: Account,
  ): Promise<PublicKeyCredentialCreationOptionsJSON>
  /** False if it is no valid passkey, or the account has as many as it may. */
  add(request: FastifyRequest, account: Account, entered: string): Promise<boolean>
}

/** The package takes memory that a server without passkeys does not need. */
const webauthn = () => import('@simplewebauthn/server')

export function passkeyCeremonies({ store, attempts, devices, publicUrl }: PasskeyPorts): Passkeys {
  const hostOf = (request: FastifyRequest) => passkeyHost(knownOrigin(request, publicUrl))
  const requiredHost = (request: FastifyRequest): string => {
    const host = hostOf(request)
    if (host === undefined) throw new ProductError('not_found', 'This address has no passkeys.')
    return host
  }
  const begin = async (request: FastifyRequest, reply: FastifyReply, challenge: string, purpose: string) =>
    store.saveChallenge(challenge, scopeOf(browserToken(request, reply, originOf(request, publicUrl)), purpose))

  /** What a response must hold; undefined if its challenge is not open in this browser and for this purpose. */
  async function expectation(request: FastifyRequest, clientData: string, purpose: string) {
    const origin = originOf(request, publicUrl)
    const host = passkeyHost(origin)
    const challenge = parsed(ClientData, Buffer.from(clientData, 'base64url').toString())?.challenge
    if (host === undefined || challenge === undefined) return undefined
    const browser = readCookie(request, 'browser', origin) ?? ''
    if (!(await store.takeChallenge(challenge, scopeOf(browser, purpose)))) return undefined
    return { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: host, requireUserVerification: true }
  }

  /** The counter of a right response. */
  async function verified(request: FastifyRequest, assertion: Assertion, found: Found): Promise<number | undefined> {
    const expected = await expectation(request, assertion.response.clientDataJSON, SIGN_IN)
    if (!expected || assertion.response.userHandle !== handleOf(found.account)) return undefined
    const { verifyAuthenticationResponse } = await webauthn()
    const { id, publicKey, counter } = found.passkey
    const response = { ...assertion, clientExtensionResults: {} }
    const credential = { id, publicKey: new Uint8Array(publicKey), counter }
    const result = await unlessInvalid(verifyAuthenticationResponse({ response, credential, ...expected }))
    return result?.verified ? result.authenticationInfo.newCounter : undefined
  }

  return {
    hostOf,

    async requestOptions(request, reply) {
      const { generateAuthenticationOptions } = await webauthn()
      const options = await generateAuthenticationOptions({
        rpID: requiredHost(request),
        userVerification: 'required',
        timeout: CHALLENGE_MS,
      })
      await begin(request, reply, options.challenge, SIGN_IN)
      return options
    },

    async check(request, entered) {
      const assertion = parsed(Assertion, entered)
      const found = assertion && (await store.find(assertion.id))
      const attempt = await attempts.begin({
        // Not by account: nobody guesses a passkey, and strangers must not use up the attempts of who has one.
        target: `passkey ${assertion?.id}`,
        address: request.ip,
        device: devices.idFor(found?.account, request),
      })
      if (!attempt) return { refused: 429 }
      const counter = assertion && found && (await verified(request, assertion, found))
      if (!found || counter === undefined || !(await store.use(found.passkey.id, counter))) return { refused: 403 }
      await attempt.succeeded()
      return { account: found.account }
    },

    async creationOptions(request, reply, account) {
      const { generateRegistrationOptions } = await webauthn()
      const options = await generateRegistrationOptions({
        rpName: 'BeerGoggles',
        rpID: requiredHost(request),
        userID: bytesOf(account),
        userName: account.email,
        userDisplayName: `${account.firstName} ${account.lastName}`,
        excludeCredentials: (await store.list(account.id)).map(({ id }) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
        timeout: CHALLENGE_MS,
      })
      await begin(request, reply, options.challenge, adding(account))
      return options
    },

    async add(request, account, entered) {
      const attestation = parsed(Attestation, entered)
      const expected = attestation && (await expectation(request, attestation.response.clientDataJSON, adding(account)))
      if (!expected) return false
      const { verifyRegistrationResponse } = await webauthn()
      const result = await unlessInvalid(
        withoutStatement(attestation).then((response) =>
          verifyRegistrationResponse({ response, supportedAlgorithmIDs: ALGORITHMS, ...expected }),
        ),
      )
      if (!result?.verified) return false
      const { id, publicKey, counter } = result.registrationInfo.credential
      const device = deviceOf(request.headers['user-agent'])
      return await store.add({ id, accountId: account.id, host: expected.expectedRPID, publicKey, counter, device })
    },
  }
}

type Found = NonNullable<Awaited<ReturnType<PasskeyStore['find']>>>

const scopeOf = (browser: string, purpose: string) => `${browser} ${purpose}`

/** The relying party's ID. */
function passkeyHost(origin: string | undefined): string | undefined {
  if (origin === undefined) return undefined
  const { protocol, hostname } = new URL(origin)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) > 0) return undefined
  return protocol === 'https:' || hostname === 'localhost' ? hostname : undefined
}

function bytesOf({ id }: Account) {
  return new Uint8Array(Buffer.from(id))
}

/** Under this name an authenticator keeps the passkeys of an account. */
function handleOf(account: Account): string {
  return Buffer.from(bytesOf(account)).toString('base64url')
}

/**
 * The response without the statement of the authenticator's maker. Options ask for none, and to verify one, the server would have to
 * call addresses that its certificates name.
 */
async function withoutStatement(attestation: Attestation): Promise<RegistrationResponseJSON> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers')
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestation.response.attestationObject)).get(
    'authData',
  )
  const bare = new Map().set('fmt', 'none').set('attStmt', new Map()).set('authData', authData)
  const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(bare))
  return { ...attestation, response: { ...attestation.response, attestationObject }, clientExtensionResults: {} }
}

function parsed<T>(schema: z.ZodMiniType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** The library throws for each part of a response that is wrong. */
async function unlessInvalid<T>(verification: Promise<T>): Promise<T | undefined> {
  return await verification.catch(() => undefined)
}
