/** Checks how the sign-in is guarded, and, where the server runs, whether it leads a browser to a form or to the provider. */
import { LOGIN_PATH } from '#contracts'
import { isPrivateHost } from '../adapters/http/private-address.ts'
import type { Config, Secrets } from '../config.ts'
import { CALLBACK_PATH } from '../features/identity/oidc-client.ts'
import { refusedBy } from '../features/identity/refused-client.ts'
import { type Check, Problem } from './check.ts'
import { follow, type LastAnswer, readinessOf } from './running-server.ts'

export function signInOf({ config, secrets }: { config: Config; secrets: Secrets }): Check {
  const origin = config.publicUrl ?? `http://localhost:${config.port}`
  return {
    name: 'sign-in',
    async run() {
      const finding = config.oidc ? await providerOf(config.oidc, secrets, origin) : embedded(config)
      if (!(await readinessOf(config))) return `${finding}; not tried, because the server does not run`
      const answer = await follow(config, new URL(LOGIN_PATH, origin)).catch((error: unknown) => {
        throw new Problem(`The server does not answer ${LOGIN_PATH}: ${messageOf(error)}.`, 'Its log says more.')
      })
      return `${finding}; ${config.oidc ? toProvider(answer, config.oidc.issuer) : toForm(answer)}`
    },
  }
}

async function providerOf(
  { issuer, clientId }: NonNullable<Config['oidc']>,
  { oidcClientSecret: clientSecret }: Secrets,
  origin: string,
): Promise<string> {
  const redirectUri = `${origin}${CALLBACK_PATH}`
  const refused = await refusedBy({ clientId, url: issuer, clientSecret }, redirectUri).catch((error: unknown) => {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const message = `${issuer} does not answer as an OpenID provider: ${messageOf(reason)}.`
    throw new Problem(message, 'Check OIDC_ISSUER: with /.well-known/openid-configuration it must open here.')
  })
  if (refused === 'client') {
    throw new Problem(`${issuer} refuses ${clientId}.`, 'Check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.')
  }
  if (refused) throw new Problem(`${issuer} refuses ${redirectUri}.`, 'Register exactly this redirect URI there.')
  return `${issuer} answers; its redirect URI must be ${redirectUri}`
}

function embedded({ embeddedSignIn, publicUrl }: Config): string {
  if (embeddedSignIn === 'password') return 'embedded, with passwords'
  if (embeddedSignIn === undefined) return 'embedded, without passwords: for this machine and private networks only'
  if (publicUrl === undefined || isPrivateHost(new URL(publicUrl).hostname)) {
    return 'embedded, without passwords: whoever reaches the server can sign in as anyone'
  }
  const remedy = 'Set EMBEDDED_SIGN_IN=password, or OIDC_ISSUER.'
  throw new Problem(`Anyone on the internet can sign in as anyone at ${publicUrl}.`, remedy)
}

function toForm({ url, status, body }: LastAnswer): string {
  if (status === 200 && body.includes('<form')) return 'its form opens'
  const found = status === null ? `leads to ${url.origin}` : `answers ${status} at ${url.pathname}`
  throw new Problem(
    `The sign-in ${found}, instead of its form.`,
    'Restart the server with the settings of this command.',
  )
}

function toProvider({ url, status }: LastAnswer, issuer: string): string {
  if (status === null) return `the server leads to ${url.origin}`
  const message = `The sign-in answers ${status} at ${url.pathname}, and does not lead to ${issuer}.`
  throw new Problem(message, 'Its log says why; restart the server with the settings of this command.')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
