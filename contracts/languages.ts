/** The languages of app and server. */

interface LanguageEntry {
  /** Its name in the language itself. */
  name: string
  /** False while texts are missing: it is then not offered, and what it lacks appears in English. */
  isComplete: boolean
}

const ALL = {
  en: { name: 'English', isComplete: true },
  de: { name: 'Deutsch', isComplete: true },
  fr: { name: 'Français', isComplete: true },
  nl: { name: 'Nederlands', isComplete: true },
  es: { name: 'Español', isComplete: true },
  cs: { name: 'Čeština', isComplete: true },
  it: { name: 'Italiano', isComplete: true },
  ja: { name: '日本語', isComplete: true },
} satisfies Record<string, LanguageEntry>

export type Language = keyof typeof ALL
export const LANGUAGES: Readonly<Record<Language, LanguageEntry>> = ALL
export const LANGUAGE_CODES = Object.keys(ALL) as Language[]

/** What users may choose. */
export const OFFERED_LANGUAGES: readonly Language[] = LANGUAGE_CODES.filter((code) => LANGUAGES[code].isComplete)

/** Returns the first of a browser's languages that is offered, whatever the country; English without one. */
export function guessLanguage(
  preferred: readonly string[],
  offered: readonly Language[] = OFFERED_LANGUAGES,
): Language {
  for (const tag of preferred) {
    const found = offered.find((code) => code === tag.trim().toLowerCase().split('-')[0])
    if (found) return found
  }
  return 'en'
}
