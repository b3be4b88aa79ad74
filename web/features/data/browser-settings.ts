/** The settings of an import that are kept in the browser. */
import { z } from 'zod/mini'
import { type BrowserSettings, LANGUAGE_CODES } from '#contracts'
import { chosenLanguage, DEFAULTS, preferences } from '#web/device/preferences.ts'

const Known = z.enum(LANGUAGE_CODES)

/** Those that were changed in this browser stay as they are. The language changes when the page is loaded again. */
export function applyBrowserSettings({ soundEffects, vibration, language }: BrowserSettings): void {
  const current = preferences.get()
  preferences.set({
    ...current,
    soundEffects: current.soundEffects === DEFAULTS.soundEffects ? soundEffects : current.soundEffects,
    vibration: current.vibration === DEFAULTS.vibration ? vibration : current.vibration,
  })
  const known = Known.safeParse(language)
  if (chosenLanguage.get() === null && known.success) chosenLanguage.set(known.data)
}
