/** The user's preferences, as this browser knows them. The server stores the notifications that it sends, too. */
import { z } from 'zod/mini'
import { LANGUAGE_CODES } from '#contracts'
import { persisted } from './storage.ts'

const toggle = (isOn: boolean) => z._default(z.boolean(), isOn)

const Preferences = z.object({
  newBeerRatings: toggle(true),
  menuScanComplete: toggle(true),
  weeklyDigest: toggle(false),
  breweryRecommendations: toggle(true),
  soundEffects: toggle(true),
  vibration: toggle(true),
  emailNotifications: toggle(false),
  pushNotifications: toggle(true),
})
export type Preferences = z.infer<typeof Preferences>
export type PreferenceName = keyof Preferences

export const DEFAULTS: Preferences = Preferences.parse({})
export const preferences = persisted('notification-preferences', Preferences, DEFAULTS)

/** Null until the user chooses one; it is then guessed from the browser's. */
export const chosenLanguage = persisted('language', z.nullable(z.enum(LANGUAGE_CODES)), null)
