/** Queues notices for the browsers of a user. Sent by `features/notifications`, from any node. */
import { sql } from 'drizzle-orm'
import type { PushNotice, ServerPreferences } from '#contracts'
import type { Conn } from '../../adapters/db/database.ts'
import { notificationPreferences, outgoingMessages, pushSubscriptions } from '../../adapters/db/schema.ts'

/** Of users who never changed a preference; the same as in the app. */
export const DEFAULT_PREFERENCES: ServerPreferences = {
  newBeerRatings: true,
  menuScanComplete: true,
  weeklyDigest: false,
  breweryRecommendations: true,
  emailNotifications: false,
  pushNotifications: true,
}

/** Condition on a joined `notification_preferences`, which may have no row. */
export function wants(preference: keyof ServerPreferences) {
  return sql`coalesce(${notificationPreferences[preference]}, ${DEFAULT_PREFERENCES[preference]})`
}

interface QueuedNotice {
  userId: number
  /** What the notice is about: the user may not want to hear of it. */
  about: 'newBeerRatings' | 'menuScanComplete' | 'weeklyDigest'
  notice: PushNotice
  at: Date
}

export async function queueNotice(conn: Conn, { userId, about, notice, at }: QueuedNotice): Promise<void> {
  await conn.execute(sql`
    insert into ${outgoingMessages} (user_id, subscription_id, notice, queued_at, due_at)
    select ${pushSubscriptions.userId}, ${pushSubscriptions.id}, ${JSON.stringify(notice)}::jsonb, ${at}::timestamptz, ${at}::timestamptz
    from ${pushSubscriptions}
    left join ${notificationPreferences} on ${notificationPreferences.userId} = ${pushSubscriptions.userId}
    where ${pushSubscriptions.userId} = ${userId} and ${wants(about)} and ${wants('pushNotifications')}
    -- A browser that is being signed out gets none, rather than fail the transaction.
    for key share of ${pushSubscriptions} skip locked`)
}
