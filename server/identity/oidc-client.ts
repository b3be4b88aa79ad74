/**
 * Signs people in with an OpenID provider: authorization code, PKCE, state and nonce. The provider's addresses are looked
 * up at the first sign-in, not at the start, because it may come up later than we do (or be ourselves).
 */
import * as oidc from 'openid-client'
import { ProductError } from '../http/errors.ts'
import type { Profile } from './session-store.ts'

export interface Issuer {
  url: string
  clientId: string
  clientSecret: string | undefined
  /** How to reach it from here; the embedded one is reached without the network. */
  fetch?: oidc.CustomFetch
  /** Where browsers find an address of it, when that is not the one it states itself. */
  browserUrl?: (stated: URL, origin: string) => URL
}

export interface Departure {
  /** Where to send the browser. */
  url: URL
  codeVerifier: string
  nonce: string
}

export interface Arrival {
  profile: Profile
  /** Kept for the provider's logout. */
  idToken: string | null
}

export interface OidcClient {
  /** `askWho`: the provider must ask even if it knows this browser. */
  depart(where: { origin: string; state: string; redirectUri: string; askWho: boolean }): Promise<Departure>
  /** @throws ProductError when the provider refused, or its answer does not fit the departure. */
  arrive(back: URL, expected: { state: string; codeVerifier: string; nonce: string }): Promise<Arrival>
  /** Where the browser ends the provider's session; undefined when the provider has no such address. */
  logoutUrl(where: { origin: string; idToken: string | null; returnTo: string }): Promise<URL | undefined>
}

export function oidcClient(issuer: Issuer): OidcClient {
  const browserUrl = issuer.browserUrl ?? ((stated: URL) => stated)
  let discovered: Promise<oidc.Configuration> | undefined
  const configuration = () => {
    discovered ??= discover(issuer).catch((cause: unknown) => {
      discovered = undefined
      throw new ProductError('unavailable', 'The sign-in service cannot be reached. Please try again.', { cause })
    })
    return discovered
  }

  return {
    async depart({ origin, state, redirectUri, askWho }) {
      const codeVerifier = oidc.randomPKCECodeVerifier()
      const nonce = oidc.randomNonce()
      const url = oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid profile email',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(askWho && { prompt: 'login' }),
      })
      return { url: browserUrl(url, origin), codeVerifier, nonce }
    },

    async arrive(back, { state, codeVerifier, nonce }) {
      const checks = {
        expectedState: state,
        pkceCodeVerifier: codeVerifier,
        expectedNonce: nonce,
        idTokenExpected: true,
      }
      const config = await configuration()
      try {
        const tokens = await oidc.authorizationCodeGrant(config, back, checks)
        const claims = tokens.claims()
        if (!claims) throw new Error('the provider sent no ID token')
        const userInfo = config.serverMetadata().userinfo_endpoint
          ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
          : undefined
        return { profile: profileOf({ ...claims, ...userInfo }), idToken: tokens.id_token ?? null }
      } catch (cause) {
        throw new ProductError('forbidden', 'The sign-in was not completed.', { cause })
      }
    },

    async logoutUrl({ origin, idToken, returnTo }) {
      const config = await configuration()
      if (!config.serverMetadata().end_session_endpoint) return undefined
      const url = oidc.buildEndSessionUrl(config, {
        post_logout_redirect_uri: returnTo,
        ...(idToken !== null && { id_token_hint: idToken }),
      })
      return browserUrl(url, origin)
    },
  }
}

function discover({ url, clientId, clientSecret, fetch }: Issuer): Promise<oidc.Configuration> {
  // An operator who names a plain http address means it; the embedded provider is not reached over a network at all.
  const execute = url.startsWith('http:') ? [oidc.allowInsecureRequests] : []
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
  }
}

function text(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim.trim() !== '' ? claim.trim() : undefined
}
