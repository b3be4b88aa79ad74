/** For a database that was restored: what waited to be sent when the backup was made may have been sent since, and so may the last digest. */
import { isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../../adapters/db/database.ts'
import { notificationPreferences, outgoingMessages } from '../../adapters/db/schema.ts'
import { lastMonday } from '../../core/journal/week.ts'

export async function forgetUnsent(db: Db, now: number): Promise<void> {
  const { timeZone, digestDay } = notificationPreferences
  await db.transaction(async (tx) => {
    await tx.delete(outgoingMessages)
    for (const zone of await tx.selectDistinct({ timeZone }).from(notificationPreferences)) {
      const monday = lastMonday(now, zone.timeZone)
      await tx
        .update(notificationPreferences)
        .set({ digestDay: monday })
        .where(
          sql`${timeZone} is not distinct from ${zone.timeZone} and ${or(isNull(digestDay), lt(digestDay, monday))}`,
        )
    }
  })
}
