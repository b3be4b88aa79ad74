/** The user's sessions: where they are signed in, and how to end that. */
import type { FastifyInstance } from 'fastify'
import { endSession, endSessions, listSessions } from '#contracts'
import type { Db, Tx } from '../../adapters/db/database.ts'
import { bind } from '../../adapters/http/bind.ts'
import { ProductError } from '../../adapters/http/errors.ts'
import { endProviderSessions } from './embedded/account-store.ts'
import { sessionStore } from './session-store.ts'

interface SessionPorts {
  db: Db
  now: () => number
  idleDays: number
}

export function sessionRoutes(app: FastifyInstance, { db, now, idleDays }: SessionPorts): void {
  const sessionsOf = (conn: Db | Tx, userId: number) => sessionStore(conn, now, { idleDays }).of(userId)

  bind(app, listSessions, async ({ user, sessionId }) => {
    const sessions = await sessionsOf(db, user.id).list()
    const body = sessions.map(({ id, device, createdAt, lastSeenAt }) => ({
      id,
      device,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      isCurrent: id === sessionId,
    }))
    return { status: 200, body }
  })

  bind(app, endSession, async ({ user, params }) => {
    const isEnded = await db.transaction(async (tx) => {
      // The embedded provider would otherwise sign that device in again without asking.
      await endProviderSessions(tx, user.id)
      return await sessionsOf(tx, user.id).end(params.id)
    })
    if (!isEnded) throw new ProductError('not_found', 'That device is no longer signed in.')
    return { status: 204, body: null }
  })

  bind(app, endSessions, async ({ user }) => {
    await db.transaction(async (tx) => {
      await endProviderSessions(tx, user.id)
      await sessionsOf(tx, user.id).endAll()
    })
    return { status: 204, body: null }
  })
}
