import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { signInOf } from './sign-in.ts'

const KNOWN = { secret: 'right', redirectUri: 'https://beer.example.org/api/callback' }

let challenge: string | undefined
let issuer: string
/** Knows one client with one redirect URI. */
const provider = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', issuer)
  const answer = (status: number, body: object) => {
    if (status === 401 && challenge) response.setHeader('www-authenticate', challenge)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  if (pathname === '/auth') return answer(searchParams.get('redirect_uri') === KNOWN.redirectUri ? 200 : 400, {})
  if (pathname === '/token') {
    const isKnown = new URLSearchParams(await text(request)).get('client_secret') === KNOWN.secret
    return isKnown ? answer(400, { error: 'invalid_grant' }) : answer(401, { error: 'invalid_client' })
  }
  const endpoints = { authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` }
  answer(200, { issuer, jwks_uri: `${issuer}/jwks`, ...endpoints })
})
beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
})
afterAll(() => provider.close())

const signInWith = (changes: Record<string, string>) => {
  const settings = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'beergoggles', OIDC_CLIENT_SECRET: KNOWN.secret, PORT: '1' }
  return signInOf(readConfig({ ...settings, PUBLIC_URL: 'https://beer.example.org', ...changes })).run()
}

it('a provider that knows this client and its redirect URI is fine', async () => {
  await expect(signInWith({})).resolves.toBe(
    `${issuer} answers; its redirect URI must be ${KNOWN.redirectUri}; not tried, because the server does not run`,
  )
})

it.each([undefined, 'Basic realm="any"'])(
  'a client that the provider refuses is wrong, with the challenge %s',
  async (header) => {
    challenge = header
    await expect(signInWith({ OIDC_CLIENT_SECRET: 'wrong' })).rejects.toMatchObject({
      message: `${issuer} refuses beergoggles.`,
      remedy: 'Check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.',
    })
  },
)

it('a redirect URI that the provider does not know is wrong', async () => {
  await expect(signInWith({ PUBLIC_URL: 'https://other.example.org' })).rejects.toMatchObject({
    message: `${issuer} refuses https://other.example.org/api/callback.`,
  })
})
