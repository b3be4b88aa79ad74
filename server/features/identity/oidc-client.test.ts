import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { oidcClient } from './oidc-client.ts'

const ISSUER = 'https://login.example.org'
const CLIENT_ID = 'beergoggles'
const REDIRECT_URI = 'https://beer.example.org/api/callback'

const aKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const published = aKey()
const kidOf = (key: KeyObject) =>
  createHash('sha256')
    .update(JSON.stringify(key.export({ format: 'jwk' })))
    .digest('hex')

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function idToken(claims: object, privateKey: KeyObject): string {
  const signed = `${base64url({ alg: 'RS256', kid: kidOf(published.publicKey) })}.${base64url(claims)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
}

/** A provider that answers every code with an ID token of these claims, signed with this key. */
function clientOf(claims: object, privateKey: KeyObject, metadata: object = {}) {
  const answers: Record<string, object> = {
    '/.well-known/openid-configuration': {
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/auth`,
      token_endpoint: `${ISSUER}/token`,
      jwks_uri: `${ISSUER}/jwks`,
      ...metadata,
    },
    '/token': { access_token: 'any', token_type: 'bearer', id_token: idToken(claims, privateKey) },
    '/jwks': {
      keys: [{ ...published.publicKey.export({ format: 'jwk' }), kid: kidOf(published.publicKey), use: 'sig' }],
    },
  }
  const fetch = async (url: string) => Response.json(answers[new URL(url).pathname])
  return oidcClient({ url: ISSUER, clientId: CLIENT_ID, clientSecret: 'secret', fetch })
}

/** Signs in; the provider returns the nonce that it was given. */
async function signIn(changes: object = {}, privateKey = published.privateKey) {
  const expected = { state: 'the state', codeVerifier: 'v'.repeat(43), nonce: 'the nonce' }
  const now = Math.floor(Date.now() / 1_000)
  const times = { iat: now, exp: now + 60 }
  const claims = { iss: ISSUER, aud: CLIENT_ID, sub: 'ada', nonce: expected.nonce, ...times, ...changes }
  const callback = new URL(`${REDIRECT_URI}?code=any&state=${encodeURIComponent(expected.state)}`)
  return await clientOf(claims, privateKey).complete(callback, expected)
}

describe('a sign-in', () => {
  it('takes the person from the ID token', async () => {
    const { profile } = await signIn({ given_name: 'Ada', email: 'ada@example.org', email_verified: 'true' })
    expect(profile).toEqual({
      issuer: ISSUER,
      subject: 'ada',
      firstName: 'Ada',
      lastName: null,
      email: 'ada@example.org',
      isEmailConfirmed: true,
    })
  })

  it('is refused if another key has signed the ID token', async () => {
    await expect(signIn({}, aKey().privateKey)).rejects.toMatchObject({ code: 'forbidden' })
  })

  it.each([
    ['another issuer', { iss: 'https://evil.example' }],
    ['another client', { aud: 'other' }],
    ['another sign-in', { nonce: 'other' }],
    ['an earlier time', { exp: 1_000 }],
  ])('is refused if the ID token is of %s', async (_what, changes) => {
    await expect(signIn(changes)).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('after a sign-out', () => {
  it.each([
    ['its credentials', { end_session_endpoint: `${ISSUER}/logout` }, 'login'],
    ['the account, if it cannot end sessions, as Google', {}, 'select_account'],
  ])('asks the provider for %s', async (_what, metadata, prompt) => {
    const client = clientOf({}, published.privateKey, metadata)
    const request = { origin: 'https://beer.example.org', state: 'the state', redirectUri: REDIRECT_URI }
    const promptOf = async (forceLogin: boolean) =>
      (await client.authorize({ ...request, forceLogin })).url.searchParams.get('prompt')
    expect([await promptOf(true), await promptOf(false)]).toEqual([prompt, null])
  })
})
