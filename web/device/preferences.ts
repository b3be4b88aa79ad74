/**
 * The user's preferences, as this browser knows them. The server stores the notifications that it sends, too: they are kept for
 * each user. Sound and vibration are the browser's, whoever uses it.
 */
import { z } from 'zod/mini'
import { LANGUAGE_CODES } from '#contracts'
import { type Persisted, persisted } from './storage.ts'

const toggle = (isOn: boolean) => z._default(z.boolean(), isOn)

const OfUser = z.object({
  newBeerRatings: toggle(true),
  menuScanComplete: toggle(true),
  weeklyDigest: toggle(false),
  breweryRecommendations: toggle(true),
  emailNotifications: toggle(false),
  pushNotifications: toggle(true),
})
const Preferences = z.extend(OfUser, { soundEffects: toggle(true), vibration: toggle(true) })
export type Preferences = z.infer<typeof Preferences>
export type PreferenceName = keyof Preferences
export type NameOfUser = keyof z.infer<typeof OfUser>
// Safe: a schema has the keys of its type.
export const NAMES_OF_USER = Object.keys(OfUser.shape) as readonly NameOfUser[]

export const DEFAULTS: Preferences = Preferences.parse({})

const inBrowser = persisted('notification-preferences', Preferences, DEFAULTS)
const ofUser = (id: number) => persisted(`notification-preferences-${id}`, z.nullable(OfUser), null)
let userId: number | undefined

/** Whose preferences they are; undefined while no one is signed in. */
export const preferencesOwner = (): number | undefined => userId

export const preferences: Persisted<Preferences> = {
  get: () => ({ ...inBrowser.get(), ...(userId !== undefined && ofUser(userId).get()) }),
  set(value) {
    if (userId === undefined) return inBrowser.set(value)
    ofUser(userId).set(OfUser.parse(value))
    inBrowser.set({ ...DEFAULTS, soundEffects: value.soundEffects, vibration: value.vibration })
  },
}

/** What this user changed here that the server lacks. Earlier releases stored whether anything was unsent, not what. */
export function unsentOf(owner: number | undefined): Persisted<NameOfUser[]> {
  const name = `notification-preferences-unsent${owner === undefined ? '' : `-${owner}`}`
  const stored = persisted(name, z.unknown(), [])
  return {
    get() {
      const unsent = stored.get()
      return NAMES_OF_USER.filter((each) => unsent === true || (Array.isArray(unsent) && unsent.includes(each)))
    },
    set: stored.set,
  }
}

/** From now on the preferences are this user's. Returns the way to end that. */
export function openPreferences(user: number): () => void {
  userId = user
  if (ofUser(user).get() === null) {
    // The browser kept one set for all users once: it goes to the first one who comes.
    preferences.set(inBrowser.get())
    const unsent = unsentOf(undefined).get()
    if (unsent.length > 0) unsentOf(user).set(unsent)
    unsentOf(undefined).set([])
  }
  return () => {
    userId = undefined
  }
}

/** Null until the user chooses one; it is then guessed from the browser's. */
export const chosenLanguage = persisted('language', z.nullable(z.enum(LANGUAGE_CODES)), null)
