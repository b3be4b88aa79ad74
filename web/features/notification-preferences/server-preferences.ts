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

/** How many times the preferences were saved. */
let saves = 0
let lastSave: Promise<unknown> = Promise.resolve()

/** Reads what the server stores, after it has what was changed here without a network. */
export async function readNotifications(): Promise<Notifications> {
  const owner = preferencesOwner()
  if (unsentOf(owner).get()) await savePreferences(preferences.get())
  const savesBefore = saves
  const notifications = await call(getNotifications, {})
  // What the user changed meanwhile is newer.
  if (notifications.preferences && savesBefore === saves && owner === preferencesOwner())
    preferences.set({ ...preferences.get(), ...notifications.preferences })
  return notifications
}

/** Sends the changes one after the other, in order. @throws CallError; the change is then sent the next time. */
export async function savePreferences(current: Preferences): Promise<void> {
  const owner = preferencesOwner()
  const unsent = unsentOf(owner)
  unsent.set(true)
  saves += 1
  const save = saves
  const sending = lastSave.then(async () => {
    if (owner !== preferencesOwner()) return
    await call(saveNotifications, { body: { ...ServerPreferences.parse(current), timeZone: timeZoneName() } })
    if (save === saves) unsent.set(false)
  })
  lastSave = sending.catch(() => undefined)
  await sending
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
