import type { FastifyInstance } from 'fastify'
import { type WaitAllowance, waitAllowance, withLimitedWait } from '../db/wait-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    waitAllowance: WaitAllowance | null
  }
}

/** Readiness says whether the database answers at all, and has a limit of its own. */
const UNLIMITED = new Set(['/readyz'])

/** Requests that would wait too long for the database are answered with 503; `errors.ts` maps the error. */
export function limitWaiting(app: FastifyInstance): void {
  app.decorateRequest('waitAllowance', null)
  app.addHook('onRequest', (request, _reply, done) => {
    if (UNLIMITED.has(request.routeOptions.url ?? '')) return done()
    request.waitAllowance = waitAllowance()
    withLimitedWait(request.waitAllowance, done)
  })
  // A parsed body continues in the context of its socket.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.waitAllowance) withLimitedWait(request.waitAllowance, done)
    else done()
  })
}
