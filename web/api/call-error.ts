/** What a failed call tells its caller: the one error that leaves this folder. */
import { ErrorBody } from '#contracts'

/** Said when the route's time is up. */
export const TIMED_OUT = 'Request timed out - please try again'
const OFFLINE = 'No connection to the server. Check your network and try again.'
const UNREADABLE = 'The server gave an answer this version cannot read. Reload the page.'

export class CallError extends Error {
  override readonly name = 'CallError'

  private constructor(
    message: string,
    /** The status of the answer; 0 when there was none. */
    readonly status: number,
    /** The server's word for what went wrong, or timed_out, offline, unreadable. */
    readonly code: string,
    /** What went wrong, for people, without the status. */
    readonly said: string,
    /** Seconds after which the server wants to be asked again, when it says so. */
    readonly retryAfterSeconds: number | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }

  /** A non-success answer: the message is status, colon, body text, or the status text when the body is empty. */
  static async refused(response: Response): Promise<CallError> {
    const text = await response.text()
    const body = ErrorBody.safeParse(parsedJson(text))
    const said = body.success ? body.data.message : text || response.statusText
    const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
    return new CallError(
      `${response.status}: ${text || response.statusText}`,
      response.status,
      body.success ? body.data.code : 'unknown',
      said,
      Number.isFinite(retryAfter) ? retryAfter : null,
    )
  }

  static timedOut(cause: unknown): CallError {
    return new CallError(TIMED_OUT, 0, 'timed_out', TIMED_OUT, null, { cause })
  }

  static offline(cause: unknown): CallError {
    return new CallError(OFFLINE, 0, 'offline', OFFLINE, null, { cause })
  }

  static unreadable(status: number, cause: unknown): CallError {
    return new CallError(`${status}: ${UNREADABLE}`, status, 'unreadable', UNREADABLE, null, { cause })
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The sentence of any failure for people. */
export function saidBy(error: unknown): string {
  if (error instanceof CallError) return error.said
  return error instanceof Error ? error.message : String(error)
}
