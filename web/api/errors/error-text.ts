/** What error codes of the API mean, in the language of the page. */
import type { ErrorCode } from '#contracts'
import { language } from '#web/language/language.ts'
import { texts } from '#web/language/texts.ts'

const t = texts<ErrorCode>('errors')

/** Undefined in English, in which the server's own message says more, and for a code of a newer server. */
export function errorText(code: string): string | undefined {
  return language() === 'en' ? undefined : t.find(code)
}
