/** What error codes of the API mean, in the language of the page. */
import type { ErrorCode, Scan } from '#contracts'
import { language } from '#web/language/language.ts'
import { texts } from '#web/language/texts.ts'

const t = texts<ErrorCode>('errors')

/** Codes that leave open what is wrong: the message says it, in English. */
const GENERAL = ['invalid', 'forbidden']

/**
 * The text for users of an error that the server describes in English. It is the message itself in English, and for a code of a
 * newer server.
 */
export function errorText(code: string, message: string): string {
  const text = language() === 'en' ? undefined : t.find(code)
  if (text === undefined) return message
  return GENERAL.includes(code) ? `${text} (${message})` : text
}

/** Why a scan failed; null if it has not, or no reason is known. */
export function failureText({ failure, failureCode }: Pick<Scan, 'failure' | 'failureCode'>): string | null {
  return failure && failureCode ? errorText(failureCode, failure) : failure
}
