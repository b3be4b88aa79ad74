import type { FastifyInstance } from 'fastify'
import { getNotifications, saveNotifications, subscribeToPush, unsubscribeFromPush } from '#contracts'
import type { Clock } from '../../adapters/clock.ts'
import type { Db } from '../../adapters/db/database.ts'
import { bind } from '../../adapters/http/bind.ts'
import { ProductError } from '../../adapters/http/errors.ts'
import { notificationStore } from './notification-store.ts'
import type { PushSender } from './send-push.ts'

export interface NotificationPorts {
  db: Db
  clock: Pick<Clock, 'now'>
  push: PushSender | undefined
}

export function notificationRoutes(app: FastifyInstance, { db, clock, push }: NotificationPorts): void {
  const notifications = notificationStore(db, clock)

  bind(app, getNotifications, async ({ user }) => {
    const preferences = await notifications.of(user.id).preferences()
    return { status: 200, body: { preferences, pushKey: push?.publicKey ?? null, email: 'off' } }
  })

  bind(app, saveNotifications, async ({ user, body }) => {
    await notifications.of(user.id).save(body)
    return { status: 204, body: null }
  })

  bind(app, subscribeToPush, async ({ user, sessionId, body }) => {
    if (!push || sessionId === undefined) {
      throw new ProductError('not_found', 'This server sends no push notifications.')
    }
    if (!push.isAllowed(body.endpoint)) throw new ProductError('invalid', "This is not a push service's address.")
    await notifications.of(user.id).subscribe(sessionId, body)
    return { status: 204, body: null }
  })

  bind(app, unsubscribeFromPush, async ({ user, sessionId }) => {
    if (sessionId !== undefined) await notifications.of(user.id).unsubscribe(sessionId)
    return { status: 204, body: null }
  })
}
