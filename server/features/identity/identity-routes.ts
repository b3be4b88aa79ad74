/** Routes for sign-in and sign-out. */
import { eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { getUser, LOGIN_PATH, LOGOUT_PATH, saveLanguage } from '#contracts'
import type { Clock } from '../../adapters/clock.ts'
import type { Db } from '../../adapters/db/database.ts'
import { users } from '../../adapters/db/schema.ts'
import { bind } from '../../adapters/http/bind.ts'
import { ProductError } from '../../adapters/http/errors.ts'
import { isOwnNavigation, originOf } from '../../adapters/http/origin.ts'
import { sendPage } from '../../adapters/http/page.ts'
import { cleanHourly } from '../../adapters/jobs/housekeeping.ts'
import { languageOf } from '../../adapters/language/request-language.ts'
import { deviceOf } from './device.ts'
import type { HashCost } from './embedded/password-hash.ts'
import { embeddedProvider } from './embedded/provider.ts'
import { invitationRoutes } from './invitation-routes.ts'
import { CALLBACK_PATH, type Issuer, oidcClient } from './oidc-client.ts'
import { confirmSignOutPage, signInFailedPage } from './pages.ts'
import { browserToken, readCookie, writeCookie } from './session-cookie.ts'
import { sessionRoutes } from './session-routes.ts'
import { SESSION_DAYS, sessionStore } from './session-store.ts'
import { textsIn } from './texts.ts'
import { randomToken } from './tokens.ts'

const SESSION_SECONDS = SESSION_DAYS * 24 * 60 * 60
const SIGN_INS_PER_MINUTE = 120

export interface IdentityPorts {
  db: Db
  clock: Pick<Clock, 'now' | 'every'>
  publicUrl: string | undefined
  /** Undefined: the embedded provider. */
  issuer: Issuer | undefined
  /** What the embedded provider asks for, and whom it serves. */
  embeddedSignIn: 'allow' | 'password' | undefined
  passwordCost?: HashCost | undefined
  /** The script of the sign-in pages with passkeys. */
  passkeyScript: () => Promise<string>
  sessionIdleDays: number
  registry: Registry
}

export async function identityRoutes(
  app: FastifyInstance,
  {
    db,
    clock,
    publicUrl,
    issuer,
    embeddedSignIn,
    passwordCost,
    passkeyScript,
    sessionIdleDays,
    registry,
  }: IdentityPorts,
): Promise<void> {
  const { now } = clock
  const sessions = sessionStore(db, now, { idleDays: sessionIdleDays, issuerUrl: issuer?.url })
  await sessions.endThoseOfOtherIssuers()
  const countSignIn = signInCounter(registry, issuer ? 'provider' : embeddedSignIn === 'password' ? 'password' : 'form')
  const onRejected = (request: FastifyRequest, status: number) => {
    if (status === 403) countSignIn('refused')
    if (status === 429) countSignIn('limited')
    request.log.info({ status }, 'sign-in refused')
  }
  const ports = { db, now, publicUrl, signIn: embeddedSignIn, onRejected, passwordCost, passkeyScript }
  const embedded = issuer ? undefined : await embeddedProvider(app, ports)
  const client = oidcClient(issuer ?? embeddedIssuer(embedded))
  cleanHourly(app, clock, 'expired sessions', async () => {
    await sessions.dropExpired()
    await embedded?.dropExpired()
  })

  bind(app, getUser, async ({ user }) => {
    const hasPassword = embedded?.links !== undefined && user.provider === null
    return { status: 200, body: { ...user, ...(hasPassword && { canInvite: true, hasPassword }) } }
  })
  bind(app, saveLanguage, async ({ user, body }) => {
    await db.update(users).set(body).where(eq(users.id, user.id))
    return { status: 204, body: null }
  })
  sessionRoutes(app, { db, now, idleDays: sessionIdleDays })
  invitationRoutes(app, embedded?.links)

  const config = { open: true, rateLimit: { max: SIGN_INS_PER_MINUTE, timeWindow: '1 minute' } }

  app.get<{ Querystring: { returnTo?: unknown } }>(LOGIN_PATH, { config }, async (request, reply) => {
    const origin = originOf(request, publicUrl)
    const returnTo = safeReturnPath(request.query.returnTo)
    const state = randomToken()
    const browser = browserToken(request, reply, origin)
    const forceLogin = readCookie(request, 'signed-out', origin) !== undefined
    const redirectUri = `${origin}${CALLBACK_PATH}`
    const { url, codeVerifier, nonce } = await client.authorize({ origin, state, redirectUri, forceLogin })
    await sessions.beginSignIn(state, browser, { codeVerifier, nonce, returnTo, origin })
    return reply.header('cache-control', 'no-store').redirect(url.href)
  })

  app.get<{ Querystring: { state?: unknown } }>(CALLBACK_PATH, { config }, async (request, reply) => {
    const origin = originOf(request, publicUrl)
    const state = typeof request.query.state === 'string' ? request.query.state : ''
    const signIn = await sessions.takeSignIn(state, readCookie(request, 'browser', origin) ?? '')
    if (!signIn || signIn.origin !== origin) {
      // The back button returns here after a completed sign-in.
      if (request.user) return reply.redirect('/')
      countSignIn('expired')
      const t = textsIn(languageOf(request))
      return sendPage(reply, 400, signInFailedPage(t, t('expired')))
    }
    try {
      const { profile, idToken } = await client.complete(new URL(request.url, origin), { ...signIn, state })
      const device = deviceOf(request.headers['user-agent'])
      const userId = await sessions.upsertUser({ ...profile, language: languageOf(request) })
      const earlier = readCookie(request, 'session', origin)
      if (earlier !== undefined) await sessions.close(earlier)
      const token = await sessions.open(userId, { idToken, device })
      writeCookie(reply, 'session', token, origin, SESSION_SECONDS)
      writeCookie(reply, 'signed-out', '', origin, 0)
      countSignIn('completed')
      request.log.info({ userId }, 'signed in')
    } catch (error) {
      countSignIn('failed')
      if (!(error instanceof ProductError)) throw error
      request.log.info({ err: error.cause ?? error }, 'sign-in failed')
      const t = textsIn(languageOf(request))
      return sendPage(reply, error.status, signInFailedPage(t, error.messageIn(t.language)))
    }
    return reply.header('cache-control', 'no-store').redirect(signIn.returnTo)
  })

  async function signOut(request: FastifyRequest, reply: FastifyReply) {
    const origin = originOf(request, publicUrl)
    const token = readCookie(request, 'session', origin)
    const closed = token === undefined ? undefined : await sessions.close(token)
    if (closed) request.log.info({ userId: closed.userId }, 'signed out')
    writeCookie(reply, 'session', '', origin, 0)
    writeCookie(reply, 'passkeys', '', origin, 0)
    writeCookie(reply, 'signed-out', '1', origin, SESSION_SECONDS)
    const providerLogout =
      closed &&
      (await client.logoutUrl({ origin, idToken: closed.idToken, returnTo: `${origin}/` }).catch((error: unknown) => {
        // The user is signed out here. The next sign-in asks the provider for credentials (`forceLogin`).
        request.log.warn({ err: error }, 'signing out at the provider failed')
      }))
    // Not the storage: photos that wait for a connection stay until they are sent.
    reply.headers({ 'cache-control': 'no-store', 'clear-site-data': '"cache"' })
    return reply.redirect(providerLogout?.href ?? '/', 303)
  }

  app.get(LOGOUT_PATH, { config }, async (request, reply) =>
    isOwnNavigation(request, publicUrl)
      ? signOut(request, reply)
      : sendPage(reply, 200, confirmSignOutPage(textsIn(languageOf(request)), LOGOUT_PATH)),
  )
  await app.register(async (scope) => {
    // A form without fields.
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) =>
      done(null),
    )
    scope.post(LOGOUT_PATH, { config }, signOut)
  })
}

type SignInOutcome = 'completed' | 'failed' | 'expired' | 'refused' | 'limited'

function signInCounter(registry: Registry, kind: 'provider' | 'password' | 'form'): (outcome: SignInOutcome) => void {
  const attempts = new Counter({
    name: 'sign_ins_total',
    help: 'Attempts to sign in, at your OpenID provider (`provider`), with a password or passkey (`password`) or by the form without one (`form`), by outcome: `completed`, `failed`, `expired` (too late, or in another browser), `refused` (wrong address, password or passkey), `limited` (too many attempts).',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  })
  return (outcome) => attempts.inc({ kind, outcome })
}

function embeddedIssuer(embedded: { issuer: Issuer } | undefined): Issuer {
  if (!embedded) throw new Error('no OpenID provider: neither configured nor embedded')
  return embedded.issuer
}

/** Paths that sign in or out when they are opened. */
const SIGNS_IN_OR_OUT = /^\/(api\/(login|logout|callback)|idp)(\/|$)/

/** Returns the path to redirect to, or `/` unless it is a page of ours: browsers treat `//x` and `/\x` as another site. */
function safeReturnPath(returnTo: unknown): string {
  if (typeof returnTo !== 'string' || !/^\/(?![/\\])/.test(returnTo)) return '/'
  const base = 'http://own.invalid'
  if (!URL.canParse(returnTo, base)) return '/'
  const { origin, pathname, search, hash } = new URL(returnTo, base)
  const isPage = origin === base && !pathname.startsWith('//') && !SIGNS_IN_OR_OUT.test(decodedPath(pathname))
  return isPage ? `${pathname}${search}${hash}` : '/'
}

/** The router decodes paths, so that `/%61pi/logout` is `/api/logout`. */
function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
