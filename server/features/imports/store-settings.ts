/** Stores imported settings, unless the user has some: those that the server acts on, and those that the browser takes over. */
import { eq } from 'drizzle-orm'
import { imports, notificationPreferences, users } from '../../adapters/db/schema.ts'
import { isTimeZone, lastMonday } from '../../core/journal/week.ts'
import type { Parsed, RecordBatch } from './record-batch.ts'

export async function storeSettings(batch: RecordBatch, [settings]: readonly Parsed<'settings'>[]): Promise<void> {
  if (!settings) return
  const { conn, userId, importId, isPreview, dedup, stats } = batch
  const [stored] = await conn.select().from(notificationPreferences).where(eq(notificationPreferences.userId, userId))
  const isFresh = !stored && dedup.add('settings')
  stats.add('settings', isFresh ? 'fresh' : 'known')
  if (!isFresh || isPreview) return
  const { server, browser, keepsPictures, timeZone: named } = settings.record
  const timeZone = named !== null && isTimeZone(named) ? named : null
  // The next digest, not the last.
  const digestDay = lastMonday(Date.now(), timeZone)
  await conn
    .insert(notificationPreferences)
    .values({ userId, importId, ...server, timeZone, digestDay })
    .onConflictDoNothing()
  const [user] = await conn.select({ isKept: users.keepsPictures }).from(users).where(eq(users.id, userId))
  const switchesOn = keepsPictures && !user?.isKept
  if (switchesOn) await conn.update(users).set({ keepsPictures: true }).where(eq(users.id, userId))
  await conn
    .update(imports)
    .set({ settings: { browser, keepsPictures: switchesOn } })
    .where(eq(imports.id, importId))
}
