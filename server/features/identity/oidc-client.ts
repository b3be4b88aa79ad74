/**
 * OpenID Connect client: authorization code flow with PKCE, state and nonce. Discovery runs at the first sign-in, not at
 * start, because the provider may start after us, or be embedded in this process.
 */
import * as oidc from 'openid-client'
import { ProductError } from '../../adapters/http/errors.ts'
import type { Profile } from './session-store.ts'
import { textsIn } from './texts.ts'

/** Where the provider sends the browser back to, with the answer of a sign-in. */
export const CALLBACK_PATH = '/api/callback'

export interface Issuer {
  url: string
  clientId: string
  clientSecret: string | undefined
  /** Used for requests to the provider; the embedded one is called without the network. */
  fetch?: oidc.CustomFetch
  /** Maps a URL of the provider to the one browsers use, if they differ. */
  browserUrl?: (url: URL, origin: string) => URL
}

interface AuthorizationRequest {
  /** The URL to redirect the browser to. */
  url: URL
  codeVerifier: string
  nonce: string
}

interface CompletedSignIn {
  profile: Profile
  /** Stored for the provider's logout. */
  idToken: string | null
}

export interface OidcClient {
  /**
   * `forceLogin`: the provider must ask for credentials even if this browser has a session there. One that cannot end its sessions, as Google,
   * must ask for the account.
   */
  authorize(request: {
    origin: string
    state: string
    redirectUri: string
    forceLogin: boolean
  }): Promise<AuthorizationRequest>
  /** @throws ProductError if the provider refused, or its response does not match the request. */
  complete(callback: URL, expected: { state: string; codeVerifier: string; nonce: string }): Promise<CompletedSignIn>
  /** Returns the URL that ends the session at the provider, or undefined if the provider has none. */
  logoutUrl(request: { origin: string; idToken: string | null; returnTo: string }): Promise<URL | undefined>
}

export function oidcClient(issuer: Issuer): OidcClient {
  const browserUrl = issuer.browserUrl ?? ((url: URL) => url)
  let discovered: Promise<oidc.Configuration> | undefined
  const configuration = () => {
    discovered ??= discover(issuer).catch((cause: unknown) => {
      discovered = undefined
      throw new ProductError('unavailable', (language) => textsIn(language)('unreachable'), { cause })
    })
    return discovered
  }

  return {
    async authorize({ origin, state, redirectUri, forceLogin }) {
      const codeVerifier = oidc.randomPKCECodeVerifier()
      const nonce = oidc.randomNonce()
      const config = await configuration()
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid profile email',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(forceLogin && { prompt: canEndSessions(config) ? 'login' : 'select_account' }),
      })
      return { url: browserUrl(url, origin), codeVerifier, nonce }
    },

    async complete(callback, { state, codeVerifier, nonce }) {
      const checks = {
        expectedState: state,
        pkceCodeVerifier: codeVerifier,
        expectedNonce: nonce,
        idTokenExpected: true,
      }
      const config = await configuration()
      try {
        const tokens = await oidc.authorizationCodeGrant(config, callback, checks)
        const claims = tokens.claims()
        if (!claims) throw new Error('the provider returned no ID token')
        const userInfo = config.serverMetadata().userinfo_endpoint
          ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
          : undefined
        return { profile: profileOf({ ...claims, ...userInfo }), idToken: tokens.id_token ?? null }
      } catch (cause) {
        throw new ProductError('forbidden', (language) => textsIn(language)('refused'), { cause })
      }
    },

    async logoutUrl({ origin, idToken, returnTo }) {
      const config = await configuration()
      if (!canEndSessions(config)) return undefined
      const url = oidc.buildEndSessionUrl(config, {
        post_logout_redirect_uri: returnTo,
        ...(idToken !== null && { id_token_hint: idToken }),
      })
      return browserUrl(url, origin)
    },
  }
}

const canEndSessions = (config: oidc.Configuration) => config.serverMetadata().end_session_endpoint !== undefined

export function discover({ url, clientId, clientSecret, fetch }: Issuer): Promise<oidc.Configuration> {
  // Plain http is allowed if the operator configured it; the embedded provider is not called over the network at all.
  const insecure = url.startsWith('http:') ? [oidc.allowInsecureRequests] : []
  // Besides issuer, audience, expiry and nonce, which are always checked, the signature of ID tokens.
  const execute = [...insecure, oidc.enableNonRepudiationChecks]
  const authentication = clientSecret === undefined ? oidc.None() : undefined
  return oidc.discovery(new URL(url), clientId, clientSecret, authentication, {
    execute,
    ...(fetch && { [oidc.customFetch]: fetch }),
  })
}

interface Claims {
  iss: string
  sub: string
  [claim: string]: unknown
}

function profileOf(claims: Claims): Profile {
  const [first, ...rest] = (text(claims.name) ?? '').split(/\s+/).filter(Boolean)
  return {
    issuer: claims.iss,
    subject: claims.sub,
    firstName: text(claims.given_name) ?? first ?? null,
    lastName: text(claims.family_name) ?? (rest.join(' ') || null),
    email: text(claims.email) ?? null,
    // Some providers send text.
    isEmailConfirmed: claims.email_verified === true || claims.email_verified === 'true',
  }
}

function text(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim.trim() !== '' ? claim.trim() : undefined
}
