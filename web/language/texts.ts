/** The texts of one folder, in the language of the page. */
import { isolated } from './isolated.ts'
import { i18n } from './language.ts'

/** What a message names in braces. */
type Values = Readonly<Record<string, string | number>>

export interface Texts<Key extends string> {
  (key: Key, values?: Values): string
  /** The text for a value that the server may extend, such as an error code; undefined if there is none. */
  find: (key: string, values?: Values) => string | undefined
}

/**
 * Returns the function that gives a text by its key. `english` is `messages/en.json` of the folder, which the build has
 * compiled; left out where English is known without, and the file only lists what there is to translate. `npm run check`
 * compares the values of every call with the placeholders of its message.
 */
export function texts<Key extends string>(folder: string, english?: Readonly<Record<Key, string>>): Texts<Key> {
  const named = Object.entries(english ?? {}).map(([key, message]) => [`${folder}/${key}`, message])
  i18n.load('en', Object.fromEntries(named))
  const text = (key: string, values?: Values) => i18n._(`${folder}/${key}`, values && isolatedIn(values))
  return Object.assign(text, {
    find: (key: string, values?: Values) =>
      Object.hasOwn(i18n.messages, `${folder}/${key}`) ? text(key, values) : undefined,
  })
}

function isolatedIn(values: Values): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolated(value)]))
}
