import type { FastifyInstance } from 'fastify'
import {
  getNotifications,
  type Notifications,
  saveNotifications,
  sendConfirmation,
  subscribeToPush,
  unsubscribeFromPush,
} from '#contracts'
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
  sendsEmail: boolean
}

export function notificationRoutes(app: FastifyInstance, { db, clock, push, sendsEmail }: NotificationPorts): void {
  const notifications = notificationStore(db, clock)

  bind(app, getNotifications, async ({ user }) => {
    const preferences = await notifications.of(user.id).preferences()
    return { status: 200, body: { preferences, pushKey: push?.publicKey ?? null, email: await stateOfEmail(user.id) } }
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

  bind(app, sendConfirmation, async ({ user }) => {
    const state = await stateOfEmail(user.id)
    if (state === 'off' || state === 'no-address') {
      throw new ProductError('not_found', 'There is no address to send an email to, or this server sends none.')
    }
    if (state === 'confirmed') throw new ProductError('already_confirmed', 'Your address is confirmed already.')
    const waitMs = await notifications.of(user.id).queueConfirmation()
    if (waitMs > 0) {
      throw new ProductError('link_sent', 'We sent you a link a moment ago. Please look for it.', {
        retryAfterSeconds: Math.ceil(waitMs / 1_000),
      })
    }
    return { status: 202, body: null }
  })

  async function stateOfEmail(userId: number): Promise<Notifications['email']> {
    if (!sendsEmail) return 'off'
    const { email, isConfirmed } = await notifications.of(userId).address()
    if (email === null) return 'no-address'
    return isConfirmed ? 'confirmed' : 'unconfirmed'
  }
}
