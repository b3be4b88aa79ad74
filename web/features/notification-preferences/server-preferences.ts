/**
 * The server's side of the preferences: what it stores for the user, and that it may push to this browser. Sound and vibration
 * stay in the browser.
 */
import {
  getNotifications,
  type Notifications,
  saveLanguage,
  saveNotifications,
  subscribeToPush,
  unsubscribeFromPush,
} from '#contracts'
import { call } from '#web/api/call.ts'
import { noticePermission } from '#web/device/notices.ts'
import {
  NAMES_OF_USER,
  type NameOfUser,
  type PreferenceName,
  type Preferences,
  preferences,
  preferencesOwner,
  unsentOf,
} from '#web/device/preferences.ts'
import { subscribeToPushes, unsubscribeFromPushes } from '#web/device/push.ts'
import { timeZoneName } from '#web/device/time-zone.ts'
import { language } from '#web/language/language.ts'

export const isOfServer = (name: PreferenceName): name is NameOfUser => NAMES_OF_USER.some((each) => each === name)

/** How many times preferences were saved, and which save was the last that changed each. */
let saves = 0
const lastSaveOf = new Map<NameOfUser, number>()
const isChangedSince = (save: number) => (name: NameOfUser) => (lastSaveOf.get(name) ?? 0) > save

let lastSave: Promise<unknown> = Promise.resolve()

/** Reads what the server stores, after it has what was changed here without a network. */
export async function readNotifications(): Promise<Notifications> {
  const owner = preferencesOwner()
  if (unsentOf(owner).get().length > 0) await savePreferences([])
  const savesBefore = saves
  const notifications = await call(getNotifications, {})
  if (notifications.preferences && owner === preferencesOwner()) {
    const current = preferences.get()
    // What the user changed meanwhile is newer.
    const changed = pick(current, NAMES_OF_USER.filter(isChangedSince(savesBefore)))
    preferences.set({ ...current, ...notifications.preferences, ...changed })
  }
  return notifications
}

/**
 * Sends what changed, with what is unsent; nothing else, because this browser may not know yet what another device or a link in an
 * e-mail changed. One after the other, in order. @throws CallError; the change is then sent the next time.
 */
export async function savePreferences(changed: readonly NameOfUser[]): Promise<void> {
  const owner = preferencesOwner()
  const unsent = unsentOf(owner)
  const withUnsent = () => [...new Set([...unsent.get(), ...changed])]
  unsent.set(withUnsent())
  saves += 1
  for (const name of changed) lastSaveOf.set(name, saves)
  const sending = lastSave.then(async () => {
    const names = withUnsent()
    if (owner !== preferencesOwner() || names.length === 0) return
    const savesBefore = saves
    await call(saveNotifications, { body: { ...pick(preferences.get(), names), timeZone: timeZoneName() } })
    const isChanged = isChangedSince(savesBefore)
    unsent.set(unsent.get().filter((name) => !names.includes(name) || isChanged(name)))
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
  if (!stored) await savePreferences(NAMES_OF_USER)
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

function pick(from: Preferences, names: readonly NameOfUser[]): Partial<Pick<Preferences, NameOfUser>> {
  return Object.fromEntries(names.map((name) => [name, from[name]]))
}
