/** The languages of the app, and what is not translated yet. */
import type { Messages } from '@lingui/core'

export interface LanguageEntry {
  /** Its name in the language itself. */
  name: string
  /** False while texts are missing: it is then not offered, and English stands in for what it lacks. */
  isComplete: boolean
  /** Loads its messages. English has none to load: they come with each feature. */
  load?: () => Promise<{ default: Messages }>
}

const ALL = {
  en: { name: 'English', isComplete: true },
  de: { name: 'Deutsch', isComplete: true, load: () => import('virtual:messages/de') },
  fr: { name: 'Français', isComplete: true, load: () => import('virtual:messages/fr') },
  nl: { name: 'Nederlands', isComplete: true, load: () => import('virtual:messages/nl') },
  es: { name: 'Español', isComplete: true, load: () => import('virtual:messages/es') },
  cs: { name: 'Čeština', isComplete: true, load: () => import('virtual:messages/cs') },
  it: { name: 'Italiano', isComplete: true, load: () => import('virtual:messages/it') },
  ja: { name: '日本語', isComplete: true, load: () => import('virtual:messages/ja') },
} satisfies Record<string, LanguageEntry>

export type Language = keyof typeof ALL
export const LANGUAGES: Readonly<Record<Language, LanguageEntry>> = ALL
export const LANGUAGE_CODES = Object.keys(ALL) as Language[]

/** What users may choose. */
export const OFFERED: readonly Language[] = LANGUAGE_CODES.filter((code) => LANGUAGES[code].isComplete)

/** Returns the first language of the browser's list that is offered, whatever the country; English without one. */
export function guessLanguage(preferred: readonly string[], offered: readonly Language[] = OFFERED): Language {
  for (const tag of preferred) {
    const found = offered.find((code) => code === tag.toLowerCase().split('-')[0])
    if (found) return found
  }
  return 'en'
}
