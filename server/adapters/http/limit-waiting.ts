import type { FastifyInstance } from 'fastify'
import { inRequest, newRequest, type RequestState } from '../db/connection-queue.ts'
import type { KeptPool } from '../db/keep-connections.ts'
import { type ConnectionsFirst, connectionsFirst } from './connections-first.ts'

declare module 'fastify' {
  interface FastifyRequest {
    databaseState: RequestState | null
  }
  interface FastifyInstance {
    /** Undefined if the app does not limit waiting. */
    connectionsFirst?: ConnectionsFirst
  }
}

/** Readiness says whether the database answers at all, and has a limit of its own. */
const UNLIMITED = new Set(['/readyz'])

/** Requests that would wait too long for the database are answered with 503; `errors.ts` maps the error. */
export function limitWaiting(app: FastifyInstance, pool: Pick<KeptPool, 'paceBy'>): void {
  const first = connectionsFirst()
  app.decorate('connectionsFirst', first)
  pool.paceBy(first.begin)
  app.decorateRequest('databaseState', null)
  app.addHook('onRequest', (request, _reply, done) => {
    if (UNLIMITED.has(request.routeOptions.url ?? '')) return done()
    const state = newRequest()
    request.databaseState = state
    first.begin(() => inRequest(state, done))
  })
  // A parsed body continues in the context of its socket.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.databaseState) inRequest(request.databaseState, done)
    else done()
  })
}
