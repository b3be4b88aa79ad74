/** What a provider says about this installation before anybody signs in, for operators. */
import * as oidc from 'openid-client'
import { discover, type Issuer } from './oidc-client.ts'

const TIMEOUT_MS = 10_000

/**
 * A provider answers a code that is none differently to a client that it knows, and a browser that comes with another redirect URI by
 * a page without a form. Resolves to what it refuses; undefined also if it does not say. @throws if it does not answer as a provider
 */
export async function refusedBy(issuer: Issuer, redirectUri: string): Promise<'client' | 'redirect URI' | undefined> {
  const config = await discover(issuer)
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
  const state = oidc.randomState()
  if (await refusesClient(config, redirectUri, { pkceCodeVerifier, expectedState: state })) return 'client'

  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid',
    state,
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  })
  const page = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined)
  await page?.body?.cancel()
  return page?.status === 400 ? 'redirect URI' : undefined
}

async function refusesClient(
  config: oidc.Configuration,
  redirectUri: string,
  checks: oidc.AuthorizationCodeGrantChecks & { expectedState: string },
): Promise<boolean> {
  const { issuer } = config.serverMetadata()
  const callback = new URL(redirectUri)
  callback.search = new URLSearchParams({ code: 'none', state: checks.expectedState, iss: issuer }).toString()
  try {
    await oidc.authorizationCodeGrant(config, callback, checks)
    return false
  } catch (error) {
    if (error instanceof oidc.WWWAuthenticateChallengeError) return error.status === 401
    // Keycloak says the latter.
    return error instanceof oidc.ResponseBodyError && ['invalid_client', 'unauthorized_client'].includes(error.error)
  }
}
