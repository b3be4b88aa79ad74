/** The only error that this folder throws. */
import { ErrorBody, type OtherDrink } from '#contracts'
import { errorText } from './errors/error-text.ts'
import { t } from './texts.ts'

export class CallError extends Error {
  override readonly name = 'CallError'

  private constructor(
    message: string,
    /** The status of the response; 0 without one. */
    readonly status: number,
    /** The error code of the response, or timed_out, offline, unreadable; unavailable or unknown without one. */
    readonly code: string,
    /** The message for users, without the status. */
    readonly userMessage: string,
    /** The response's Retry-After in seconds; null without one. */
    readonly retryAfterSeconds: number | null = null,
    options?: ErrorOptions,
    /** With no_beer: the drink on the photo, if one was recognised. */
    readonly otherDrink?: OtherDrink,
    /** Whether the request certainly never left this device. */
    readonly isUnsent = false,
  ) {
    super(message, options)
  }

  /** From a non-success response: the message is the status, a colon and the body text, or the status text when the body is empty. */
  static async fromResponse(response: Response): Promise<CallError> {
    const text = await response.text()
    const { data: body } = ErrorBody.safeParse(parsedJson(text))
    // A proxy in front of the server answers in its own words.
    const isUnavailable = [429, 502, 503, 504].includes(response.status)
    const ownText = isUnavailable ? 'unavailable' : response.status === 413 ? 'tooLarge' : 'failed'
    const userMessage = body ? errorText(body.code, body.message) : t(ownText)
    return new CallError(
      `${response.status}: ${text || response.statusText}`,
      response.status,
      body?.code ?? (isUnavailable ? 'unavailable' : 'unknown'),
      userMessage,
      secondsOf(response.headers.get('Retry-After')),
      undefined,
      body?.otherDrink,
    )
  }

  static timedOut(cause: unknown): CallError {
    return new CallError(t('timedOut'), 0, 'timed_out', t('timedOut'), null, { cause })
  }

  /** `isUnsent`: there was no network when the request began. Otherwise the connection may have broken after the server got it. */
  static offline(cause: unknown, isUnsent = false): CallError {
    return new CallError(t('offline'), 0, 'offline', t('offline'), null, { cause }, undefined, isUnsent)
  }

  static unreadable(status: number, cause: unknown): CallError {
    return new CallError(`${status}: ${t('unreadable')}`, status, 'unreadable', t('unreadable'), null, { cause })
  }
}

/** Of a header in seconds or, from a proxy, with a date; null without one. */
function secondsOf(retryAfter: string | null): number | null {
  if (retryAfter === null) return null
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1_000
  return Number.isNaN(seconds) ? null : Math.max(0, seconds)
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The message of any error for users. */
export function userMessage(error: unknown): string {
  if (error instanceof CallError) return error.userMessage
  return error instanceof Error ? error.message : String(error)
}

/** Whether no answer came, so that the server may have got the request or not. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof CallError && error.status === 0
}

/** Whether the request certainly never left this device, so that the server cannot have it. */
export function isUnsent(error: unknown): boolean {
  return error instanceof CallError && error.isUnsent
}

/** Whether the server could not be reached, or the connection to it broke. */
export function isOffline(error: unknown): boolean {
  return error instanceof CallError && error.code === 'offline'
}

/** Whether the server refused a change, or no longer has what it is about: another try would end the same. */
export function isRefused(error: unknown): error is CallError {
  return error instanceof CallError && [400, 404, 409].includes(error.status)
}
