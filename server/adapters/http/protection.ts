/** Security headers and rate limits for all routes. */
import fastifyHelmet from '@fastify/helmet'
import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { ProductError } from './errors.ts'

/** Far more than a phone that polls for a menu full of pending ratings needs; stops runaway loops. */
const CALLS_PER_MINUTE = 6_000

/** Clients need no rate-limit headers: `errors.ts` sends `retry-after`. */
const NO_HEADERS = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }

export async function protect(app: FastifyInstance, { https }: { https: boolean }): Promise<void> {
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'blob:', 'data:'],
        mediaSrc: ["'self'", 'blob:', 'mediastream:'],
        connectSrc: ["'self'", 'blob:'],
        // Sheets and toasts position themselves with style elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: https && { maxAge: 15_552_000, includeSubDomains: false },
    // On plain http browsers ignore these headers and log a warning.
    crossOriginOpenerPolicy: https,
    originAgentCluster: https,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onSend', async (_request, reply) => {
    reply.header('permissions-policy', 'camera=(self), microphone=(), geolocation=(self), payment=(), usb=()')
  })
  await app.register(fastifyRateLimit, {
    max: CALLS_PER_MINUTE,
    timeWindow: '1 minute',
    hook: 'preHandler',
    keyGenerator: (request) => (request.user ? `user ${request.user.id}` : request.ip),
    addHeaders: { ...NO_HEADERS, 'retry-after': false },
    addHeadersOnExceeding: NO_HEADERS,
    errorResponseBuilder: (_request, { ttl }) =>
      new ProductError('too_many_requests', 'Too many requests. Please wait a moment.', {
        retryAfterSeconds: Math.ceil(ttl / 1_000),
      }),
  })
}
