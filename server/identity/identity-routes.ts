/** Sign-in, sign-out, and who is signed in on a request. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { getUser, LOGIN_PATH, LOGOUT_PATH } from '#contracts'
import type { Db } from '../db/database.ts'
import { bind } from '../http/bind.ts'
import { ProductError } from '../http/errors.ts'
import { assertSameOrigin, knownOrigin, originOf } from '../http/origin.ts'
import { PAGE_POLICY } from '../http/page.ts'
import { cleanHourly } from '../jobs/housekeeping.ts'
import { embeddedProvider } from './embedded/provider.ts'
import { type Issuer, oidcClient } from './oidc-client.ts'
import { signInFailedPage } from './pages.ts'
import { readCookie, writeCookie } from './session-cookie.ts'
import { randomToken, SESSION_DAYS, sessionStore } from './session-store.ts'

const CALLBACK_PATH = '/api/callback'
const SESSION_SECONDS = SESSION_DAYS * 24 * 60 * 60
const BROWSER_SECONDS = 365 * 24 * 60 * 60
const SIGN_INS_PER_MINUTE = 120

export interface IdentityPorts {
  db: Db
  now: () => number
  publicUrl: string | undefined
  /** Absent: the embedded provider. */
  issuer: Issuer | undefined
}

export async function identityRoutes(
  app: FastifyInstance,
  { db, now, publicUrl, issuer }: IdentityPorts,
): Promise<void> {
  const sessions = sessionStore(db, now)
  const embedded = issuer ? undefined : await embeddedProvider(app, { db, now, publicUrl })
  const client = oidcClient(issuer ?? embeddedIssuer(embedded))
  cleanHourly(app, 'expired sessions', async () => {
    await sessions.dropExpired()
    await embedded?.dropExpired()
  })

  bind(app, getUser, async ({ user }) => ({ status: 200, body: user }))

  const config = { open: true, rateLimit: { max: SIGN_INS_PER_MINUTE, timeWindow: '1 minute' } }

  app.get<{ Querystring: { returnTo?: unknown } }>(LOGIN_PATH, { config }, async (request, reply) => {
    const origin = originOf(request, publicUrl)
    const returnTo = ownPath(request.query.returnTo)
    const state = randomToken()
    const browser = readCookie(request, 'browser', origin) ?? randomToken()
    const askWho = readCookie(request, 'signed-out', origin) !== undefined
    const redirectUri = `${origin}${CALLBACK_PATH}`
    const { url, codeVerifier, nonce } = await client.depart({ origin, state, redirectUri, askWho })
    await sessions.beginSignIn(state, browser, { codeVerifier, nonce, returnTo, origin })
    writeCookie(reply, 'browser', browser, origin, BROWSER_SECONDS)
    return reply.header('cache-control', 'no-store').redirect(url.href)
  })

  app.get<{ Querystring: { state?: unknown } }>(CALLBACK_PATH, { config }, async (request, reply) => {
    const origin = originOf(request, publicUrl)
    const state = typeof request.query.state === 'string' ? request.query.state : ''
    const signIn = await sessions.takeSignIn(state, readCookie(request, 'browser', origin) ?? '')
    if (!signIn || signIn.origin !== origin) {
      // The back button leads here again after everything went well.
      if (request.user) return reply.redirect('/')
      return failed(reply, 400, 'This sign-in is too old, or began in another browser.')
    }
    try {
      const { profile, idToken } = await client.arrive(new URL(request.url, origin), { ...signIn, state })
      const token = await sessions.open(await sessions.rememberUser(profile), idToken)
      writeCookie(reply, 'session', token, origin, SESSION_SECONDS)
      writeCookie(reply, 'signed-out', '', origin, 0)
    } catch (error) {
      if (!(error instanceof ProductError)) throw error
      request.log.info({ err: error.cause ?? error }, 'a sign-in was not completed')
      return failed(reply, error.status, error.message)
    }
    return reply.header('cache-control', 'no-store').redirect(signIn.returnTo)
  })

  app.get(LOGOUT_PATH, { config }, async (request, reply) => {
    const origin = originOf(request, publicUrl)
    const token = readCookie(request, 'session', origin)
    const closed = token === undefined ? undefined : await sessions.close(token)
    writeCookie(reply, 'session', '', origin, 0)
    writeCookie(reply, 'signed-out', '1', origin, SESSION_SECONDS)
    const there = closed && (await client.logoutUrl({ origin, idToken: closed.idToken, returnTo: `${origin}/` }))
    return reply.header('cache-control', 'no-store').redirect(there?.href ?? '/')
  })
}

/**
 * Says who is signed in, refuses visitors every address under /api/ that is not open, and refuses changes that other
 * sites ask for. Registered before any route.
 */
export function guard(
  app: FastifyInstance,
  { db, now, publicUrl }: Pick<IdentityPorts, 'db' | 'now' | 'publicUrl'>,
): void {
  const sessions = sessionStore(db, now)
  app.decorateRequest('user', undefined)
  app.addHook('onRequest', async (request) => {
    assertSameOrigin(request, publicUrl)
    if (!request.url.startsWith('/api/')) return
    request.user = await signedIn(request)
    if (!request.user && !request.routeOptions.config.open) throw new ProductError('unauthenticated', 'Please sign in.')
  })

  async function signedIn(request: FastifyRequest) {
    const origin = knownOrigin(request, publicUrl)
    const token = origin === undefined ? undefined : readCookie(request, 'session', origin)
    return token === undefined ? undefined : sessions.userOf(token)
  }
}

function embeddedIssuer(embedded: { issuer: Issuer } | undefined): Issuer {
  if (!embedded) throw new Error('there is neither a configured nor an embedded provider')
  return embedded.issuer
}

function failed(reply: FastifyReply, status: number, message: string) {
  return reply
    .code(status)
    .type('text/html')
    .headers({ 'content-security-policy': PAGE_POLICY, 'cache-control': 'no-store' })
    .send(signInFailedPage(message))
}

/** Where the visitor wanted to go, when that is a path of ours; browsers read `//x` and `/\x` as another site. */
function ownPath(returnTo: unknown): string {
  if (typeof returnTo !== 'string' || !/^\/(?![/\\])/.test(returnTo)) return '/'
  const base = 'http://own.invalid'
  if (!URL.canParse(returnTo, base)) return '/'
  const { origin, pathname, search, hash } = new URL(returnTo, base)
  return origin === base && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : '/'
}
