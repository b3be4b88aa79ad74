/**
 * The server's side of the preferences: what it stores for the user, and that it may push to this browser. Sound and vibration
 * stay in the browser.
 */
import { z } from 'zod/mini'
import {
  getNotifications,
  type Notifications,
  ServerPreferences,
  saveLanguage,
  saveNotifications,
  subscribeToPush,
  unsubscribeFromPush,
} from '#contracts'
import { call } from '#web/api/call.ts'
import { noticePermission } from '#web/device/notices.ts'
import { type PreferenceName, type Preferences, preferences } from '#web/device/preferences.ts'
import { subscribeToPushes, unsubscribeFromPushes } from '#web/device/push.ts'
import { persisted } from '#web/device/storage.ts'
import { timeZoneName } from '#web/device/time-zone.ts'
import { language } from '#web/language/language.ts'

/** True while the server lacks a change that was made here. */
const unsent = persisted('notification-preferences-unsent', z.boolean(), false)

export const isOfServer = (name: PreferenceName): boolean => name in ServerPreferences.shape

/** Reads what the server stores, after it has what was changed here without a network. */
export async function readNotifications(): Promise<Notifications> {
  if (unsent.get()) await savePreferences(preferences.get())
  const notifications = await call(getNotifications, {})
  if (notifications.preferences) preferences.set({ ...preferences.get(), ...notifications.preferences })
  return notifications
}

/** @throws CallError; the change is then sent the next time. */
export async function savePreferences(current: Preferences): Promise<void> {
  unsent.set(true)
  await call(saveNotifications, { body: { ...ServerPreferences.parse(current), timeZone: timeZoneName() } })
  unsent.set(false)
}

/**
 * Has the server push to this browser, if its user allows that: at each start, because a subscription ends with the session, and
 * browsers replace theirs. Returns false if the browser cannot be reached while the app is closed.
 */
export async function enrolBrowser(): Promise<boolean> {
  if (noticePermission() !== 'granted' || !preferences.get().pushNotifications) return false
  const { pushKey, preferences: stored } = await readNotifications()
  if (pushKey === null || !preferences.get().pushNotifications) return false
  const subscription = await subscribeToPushes(pushKey)
  if (!subscription) return false
  // What was chosen in this browser counts from the first notice on.
  if (!stored) await savePreferences(preferences.get())
  await call(subscribeToPush, { body: subscription })
  return true
}

/** E-mails and notices are in the language of the app that was opened last. */
export async function tellLanguage(): Promise<void> {
  await call(saveLanguage, { body: { language: language() } })
}

export async function dismissBrowser(): Promise<void> {
  await unsubscribeFromPushes()
  await call(unsubscribeFromPush, {})
}
