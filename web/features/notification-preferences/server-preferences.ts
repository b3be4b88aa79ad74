/**
 * The server's side of the preferences: what it stores for the user, and that it may push to this browser. Sound and vibration
 * stay in the browser.
 */
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
import {
  type PreferenceName,
  type Preferences,
  preferences,
  preferencesOwner,
  unsentOf,
} from '#web/device/preferences.ts'
import { subscribeToPushes, unsubscribeFromPushes } from '#web/device/push.ts'
import { timeZoneName } from '#web/device/time-zone.ts'
import { language } from '#web/language/language.ts'

export const isOfServer = (name: PreferenceName): boolean => name in ServerPreferences.shape

/** Reads what the server stores, after it has what was changed here without a network. */
export async function readNotifications(): Promise<Notifications> {
  const owner = preferencesOwner()
  if (unsentOf(owner).get()) await savePreferences(preferences.get())
  const notifications = await call(getNotifications, {})
  if (notifications.preferences && owner === preferencesOwner())
    preferences.set({ ...preferences.get(), ...notifications.preferences })
  return notifications
}

/** @throws CallError; the change is then sent the next time. */
export async function savePreferences(current: Preferences): Promise<void> {
  const unsent = unsentOf(preferencesOwner())
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
