/** Security headers and rate limits for all routes. */
import fastifyHelmet from '@fastify/helmet'
import fastifyRateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ProductError } from './errors.ts'
import { RateLimitStore } from './rate-limit-store.ts'
import { textsIn } from './texts.ts'

/** Far more than a phone that polls for a menu full of pending ratings needs; stops runaway loops. */
const CALLS_PER_MINUTE = 6_000

/** Calls to the API without a session, for each address. A visitor makes a handful until the sign-in. */
const ANONYMOUS_PER_MINUTE = 600

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Clients need no rate-limit headers: `errors.ts` sends `retry-after`. */
const NO_HEADERS = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }

interface Protection {
  https: boolean
  /** The style elements of the web app's page; styles that scripts set need no permission. */
  styleSources: string[]
}

export async function protect(app: FastifyInstance, { https, styleSources }: Protection): Promise<void> {
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'blob:', 'data:'],
        mediaSrc: ["'self'", 'blob:', 'mediastream:'],
        connectSrc: ["'self'", 'blob:'],
        styleSrc: ["'self'", ...styleSources],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Not for subdomains: an installation cannot speak for other servers of its operator.
    strictTransportSecurity: https && { maxAge: YEAR_SECONDS, includeSubDomains: false },
    // On plain http browsers ignore these headers and log a warning.
    crossOriginOpenerPolicy: https,
    originAgentCluster: https,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  // Not when sending: the embedded provider takes over its replies before.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', 'camera=(self), microphone=(), geolocation=(self), payment=(), usb=()')
  })
  await app.register(fastifyRateLimit, {
    max: CALLS_PER_MINUTE,
    timeWindow: '1 minute',
    store: RateLimitStore,
    // The hook of a route runs after those of the app, so the session is known, and before an upload takes room.
    hook: 'onRequest',
    keyGenerator: (request) => (request.user ? `user ${request.user.id}` : normalizeIP(request.ip)),
    addHeaders: { ...NO_HEADERS, 'retry-after': false },
    addHeadersOnExceeding: NO_HEADERS,
    errorResponseBuilder: (_request, { ttl }) => tooManyRequests(ttl),
  })
}

/** Limits calls without a session. It applies before the session is looked up, so that invented cookies cost no query. */
export interface AnonymousLimit {
  /** @throws ProductError if this address has made too many anonymous calls */
  check(request: FastifyRequest): Promise<void>
  count(request: FastifyRequest): Promise<void>
}

/** Requires `protect`. */
export function anonymousLimit(app: FastifyInstance): AnonymousLimit {
  const limit = app.createRateLimit({
    max: ANONYMOUS_PER_MINUTE - 1,
    timeWindow: '1 minute',
    keyGenerator: (request) => normalizeIP(request.ip),
  })
  return {
    async check(request) {
      const state = await limit(request, { increment: false })
      if (!state.isAllowed && state.isExceeded) throw tooManyRequests(state.ttl)
    },
    async count(request) {
      await limit(request)
    },
  }
}

function tooManyRequests(ttl: number): ProductError {
  return new ProductError('too_many_requests', (language) => textsIn(language)('tooMany'), {
    retryAfterSeconds: Math.ceil(ttl / 1_000),
  })
}
