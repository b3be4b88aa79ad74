/** The texts of the server: e-mails, notices, and the pages that it renders itself. The app has its own. */
import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Language } from '#contracts'

type Values = Readonly<Record<string, string | number>>

export interface Texts<Key extends string> {
  (key: Key, values?: Values): string
  readonly language: Language
}

/** English is the source; it stands in for what another language lacks. */
type Messages<Key extends string> = Record<Exclude<Language, 'en'>, Partial<Record<Key, string>>> & {
  en: Record<Key, string>
}

/**
 * Returns the function that gives the texts of a folder in a language: `const t = textsIn('de')`, then `t('title')`. `messages` are the
 * files `messages/<language>.json` of the folder. `npm run check` compares the values of every call with the placeholders of its
 * message.
 */
export function texts<Key extends string>(
  _folder: string,
  messages: Messages<Key>,
): (language: Language) => Texts<Key> {
  const asked = new Map<Language, Texts<Key>>()
  return (language) => {
    const texts = asked.get(language) ?? inLanguage(language, messages)
    asked.set(language, texts)
    return texts
  }
}

function inLanguage<Key extends string>(language: Language, messages: Messages<Key>): Texts<Key> {
  const compiled = Object.entries<string>({ ...messages.en, ...messages[language] }).map(([key, message]) => [
    key,
    compileMessage(message),
  ])
  const i18n = setupI18n({ locale: language, messages: { [language]: Object.fromEntries(compiled) } })
  return Object.assign((key: Key, values?: Values) => i18n._(key, values), { language })
}
