/** What users want to be notified of, on which devices, and the messages that wait to be sent. */
import { boolean, foreignKey, index, integer, jsonb, pgTable, serial, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { PushNotice } from '#contracts'
import { at, importIndex } from './columns.ts'
import { sessions, users } from './identity.ts'
import { imports } from './imports.ts'

/** The preferences that the server acts on. A user without a row has the defaults of the app. */
export const notificationPreferences = pgTable(
  'notification_preferences',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    newBeerRatings: boolean('new_beer_ratings').notNull(),
    menuScanComplete: boolean('menu_scan_complete').notNull(),
    weeklyDigest: boolean('weekly_digest').notNull(),
    breweryRecommendations: boolean('brewery_recommendations').notNull(),
    emailNotifications: boolean('email_notifications').notNull(),
    pushNotifications: boolean('push_notifications').notNull(),
    /** IANA name, as the browser sends it; null if it never did: UTC. */
    timeZone: text('time_zone'),
    /** The Monday on which the last digest was due, as an ISO date. Keeps any number of nodes to one digest a week. */
    digestDay: text('digest_day'),
    /** Unused. Nodes of the previous release read it during an upgrade. */
    confirmationSentAt: at('confirmation_sent_at'),
    /** The import that set them; null once the user has changed one. */
    importId: integer('import_id').references(() => imports.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('notification_preferences_digest').on(t.weeklyDigest, t.digestDay),
    importIndex('notification_preferences_import', t.importId),
  ],
)

/** A browser that shows the user's notices. It belongs to the session, so that it ends with every kind of sign-out. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: serial('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionId: integer('session_id')
      .notNull()
      .unique()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** The address at the browser's push service. Whoever knows it and our key can send. */
    endpoint: text('endpoint').notNull().unique(),
    /** The browser's keys, with which only it can read a notice. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    subscribedAt: at('subscribed_at').notNull(),
  },
  (t) => [unique('push_subscriptions_owner').on(t.id, t.userId), index('push_subscriptions_user').on(t.userId)],
)

export type Mail = { kind: 'confirmation'; address: string } | { kind: 'digest'; day: string }

/** A queue: notices for one browser, and e-mails. */
export const outgoingMessages = pgTable(
  'outgoing_messages',
  {
    id: serial('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null for an e-mail. */
    subscriptionId: integer('subscription_id'),
    /** Exactly one of both is set. */
    notice: jsonb('notice').$type<PushNotice>(),
    mail: jsonb('mail').$type<Mail>(),
    queuedAt: at('queued_at').notNull(),
    /** Not sent earlier. */
    dueAt: at('due_at').notNull(),
    attempt: integer('attempt').notNull().default(0),
    leaseToken: uuid('lease_token'),
    leaseUntil: at('lease_until'),
  },
  (t) => [
    foreignKey({
      name: 'outgoing_messages_subscription',
      columns: [t.subscriptionId, t.userId],
      foreignColumns: [pushSubscriptions.id, pushSubscriptions.userId],
    }).onDelete('cascade'),
    index('outgoing_messages_due').on(t.dueAt),
    index('outgoing_messages_user').on(t.userId),
    index('outgoing_messages_to').on(t.subscriptionId),
  ],
)
