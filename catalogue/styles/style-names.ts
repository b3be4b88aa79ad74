/** Names of styles in the languages of users. The app compiles the same messages, the server takes them from here. */
import { LANGUAGE_CODES, type Language } from '#contracts'
import cs from './messages/cs.json' with { type: 'json' }
import de from './messages/de.json' with { type: 'json' }
import es from './messages/es.json' with { type: 'json' }
import fr from './messages/fr.json' with { type: 'json' }
import it from './messages/it.json' with { type: 'json' }
import ja from './messages/ja.json' with { type: 'json' }
import nl from './messages/nl.json' with { type: 'json' }

const NAMES: Readonly<Record<Exclude<Language, 'en'>, Readonly<Record<string, string>>>> = {
  cs,
  de,
  es,
  fr,
  it,
  ja,
  nl,
}

/** 'Weizenbier' for 'Wheat Beer' in German; the English name of a style that has no other. */
export function styleName(style: string, language: Language): string {
  const names = language === 'en' ? {} : NAMES[language]
  return Object.hasOwn(names, style) ? (names[style] ?? style) : style
}

/** What users who read other languages than English call a style, where that differs. */
export function translatedStyleNames(style: string): string[] {
  return LANGUAGE_CODES.map((language) => styleName(style, language)).filter((name) => name !== style)
}
