/** The hook that authenticates requests. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ProductError } from '../../adapters/http/errors.ts'
import { assertSameOrigin, knownOrigin } from '../../adapters/http/origin.ts'
import { anonymousLimit } from '../../adapters/http/protection.ts'
import type { IdentityPorts } from './identity-routes.ts'
import { recentTokens } from './recent-tokens.ts'
import { readCookie } from './session-cookie.ts'
import { sessionStore } from './session-store.ts'

/** Some 10 MB. */
const VALID_TOKENS_MAX = 100_000

/**
 * Authenticates requests: sets `request.user` and `request.sessionId`, rejects anonymous requests to /api/ unless the route is open, and rejects
 * cross-site changes. Must be registered before any route.
 */
export function guard(
  app: FastifyInstance,
  {
    db,
    clock,
    publicUrl,
    issuer,
    sessionIdleDays,
  }: Pick<IdentityPorts, 'db' | 'clock' | 'publicUrl' | 'issuer' | 'sessionIdleDays'>,
): void {
  const sessions = sessionStore(db, clock.now, { idleDays: sessionIdleDays, issuerUrl: issuer?.url })
  const anonymous = anonymousLimit(app)
  /** Tokens that were valid at their last use: anonymous calls from the same address do not lock them out. */
  const validTokens = recentTokens(VALID_TOKENS_MAX)
  app.decorateRequest('user', undefined)
  app.decorateRequest('sessionId', undefined)
  app.addHook('onRequest', async (request) => {
    assertSameOrigin(request, publicUrl)
    // '/%61pi/…' leads to the same route.
    if (![request.url, request.routeOptions.url].some((path) => path?.startsWith('/api/'))) return
    const session = await sessionOf(request)
    if (session) {
      request.user = session.user
      request.sessionId = session.sessionId
      return
    }
    await anonymous.count(request)
    if (!request.routeOptions.config.open) throw new ProductError('unauthenticated', 'Please sign in.')
  })

  async function sessionOf(request: FastifyRequest) {
    const origin = knownOrigin(request, publicUrl)
    const token = origin === undefined ? undefined : readCookie(request, 'session', origin)
    if (token === undefined || !validTokens.has(token)) await anonymous.check(request)
    if (token === undefined) return undefined
    const session = await sessions.find(token)
    if (session) validTokens.use(token)
    else validTokens.forget(token)
    return session
  }
}
