/** The user's notification preferences, stored in this browser only. */
import { z } from 'zod/mini'
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
