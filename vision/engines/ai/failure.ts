/**
 * Maps errors of the providers to the faults of the port. Each provider reports "no credit left" differently. Their error
 * texts are never passed on, because they quote keys, accounts and pictures.
 */
import { APICallError, RetryError } from 'ai'
import { EngineFailure, type EngineFault } from '../../engine.ts'

const MESSAGES: Record<EngineFault, string> = {
  quota_exceeded: 'API quota exceeded: the credits of the AI provider are used up.',
  timed_out: 'The AI provider took too long to answer.',
  unavailable: 'The AI provider cannot be reached right now.',
  refused: 'The AI provider declined to look at this picture.',
  unusable_answer: 'The AI provider gave no usable answer.',
}
const RETRY_DELAY_MS = 400
const REJECTED = 'The AI provider rejected the request: the operator must check the API key, the model and the address.'

/** OpenAI's own code. Its text about a rate limit names billing, too, and Google's about a minute names the quota. */
const CERTAINLY_NO_CREDIT = /insufficient_quota/i
/** Too many calls or tokens at once. The limit of a day is one that a moment does not lift. */
const RATE_LIMIT = /rate.?limit|too many requests|per.?min/i
const DAY_LIMIT = /per.?day/i
/** Google: `RESOURCE_EXHAUSTED`; Anthropic: its credit balance and the limit set there, with status 400, too. */
const NO_CREDIT = /quota|resource_exhausted|credit|billing|usage limit|insufficient (balance|fund)/i
const CONTENT_POLICY = /content_policy|content_filter|safety|moderation/i

/** `detail`: a status or a code, for the operator; never a text of the provider. */
export function failure(code: EngineFault, detail?: string, message = MESSAGES[code]): EngineFailure {
  return new EngineFailure(detail === undefined ? message : `${message} (${detail})`, code)
}

/** The provider's error as an EngineFailure; an EngineFailure is returned as it is. */
export function toFailure(thrown: unknown): EngineFailure {
  if (thrown instanceof EngineFailure) return thrown
  if (RetryError.isInstance(thrown)) return toFailure(thrown.lastError)
  const error = lostConnectionOr(thrown)
  if (APICallError.isInstance(error)) {
    const { statusCode } = error
    return statusCode === undefined
      ? failure('unavailable', systemCodeOf(error))
      : fromStatus(statusCode, textOfCall(error))
  }
  if (error instanceof Error && error.name === 'TimeoutError') return failure('timed_out')
  if (isBrokenConnection(error)) return failure('unavailable', systemCodeOf(error))
  const text = textOf(error)
  if (isOutOfCredit(text)) return failure('quota_exceeded')
  if (RATE_LIMIT.test(text) || /overloaded|server_error|internal|unavailable/i.test(text)) return failure('unavailable')
  return failure('unusable_answer')
}

/** How soon a retry is likely to succeed; undefined if it is not. */
export function retryDelayMs(thrown: unknown): number | undefined {
  const error = lostConnectionOr(thrown)
  if (!APICallError.isInstance(error)) return isBrokenConnection(error) ? RETRY_DELAY_MS : undefined
  const { statusCode: status, responseHeaders: headers = {} } = error
  const asked = askedDelayMs(headers['retry-after'])
  if (status === 429) return isOutOfCredit(textOfCall(error)) ? undefined : asked
  return status === undefined || status >= 500 ? (asked ?? RETRY_DELAY_MS) : undefined
}

/** Of a header in seconds or with a date. */
function askedDelayMs(retryAfter: string | undefined): number | undefined {
  if (retryAfter === undefined) return undefined
  const delay = /^[\d.]+$/.test(retryAfter) ? 1_000 * Number(retryAfter) : Date.parse(retryAfter) - Date.now()
  return Number.isNaN(delay) ? undefined : Math.max(RETRY_DELAY_MS, delay)
}

function isOutOfCredit(text: string): boolean {
  if (CERTAINLY_NO_CREDIT.test(text)) return true
  return RATE_LIMIT.test(text) ? DAY_LIMIT.test(text) : NO_CREDIT.test(text)
}

function fromStatus(status: number, text: string): EngineFailure {
  const detail = `HTTP ${status}`
  if (status === 402) return failure('quota_exceeded', detail)
  if (status === 429) return failure(isOutOfCredit(text) ? 'quota_exceeded' : 'unavailable', detail)
  if (status === 408 || status === 504) return failure('timed_out', detail)
  if (status >= 500) return failure('unavailable', detail)
  if (status < 400) return failure('unusable_answer', detail)
  if (isOutOfCredit(text)) return failure('quota_exceeded', detail)
  if (CONTENT_POLICY.test(text)) return failure('refused', detail)
  return failure('unavailable', detail, REJECTED)
}

/** Such as ECONNREFUSED, ENOTFOUND or CERT_HAS_EXPIRED, which is a cause of the SDK's own error. */
function systemCodeOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && /^[A-Z][A-Z\d_]{2,60}$/.test(cause.code)) return cause.code
  }
  return undefined
}

/** To the SDK a connection that is lost before the first event is a failed call with the status of its headers, as 200. */
function lostConnectionOr(error: unknown): unknown {
  return APICallError.isInstance(error) && isBrokenConnection(error.cause) ? error.cause : error
}

function isBrokenConnection(error: unknown): boolean {
  return error instanceof TypeError && /fetch failed|terminated|network/i.test(error.message)
}

/** The message says no more than the body does, or names the status alone. */
const textOfCall = ({ responseBody, message }: APICallError) => responseBody || message

/** An error inside a stream is a plain object from the provider. */
function textOf(error: unknown): string {
  if (error instanceof Error) return `${error.name} ${error.message}`
  return typeof error === 'string' ? error : (JSON.stringify(error) ?? '')
}
