/**
 * Turns errors into responses and logs them; no other code does either. The message of a client error (4xx) tells the user what
 * to do. A server error (5xx) reveals no internals; those are in the log under the same request id.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import { ERROR_STATUS, type ErrorBody, type ErrorCode, type Language } from '#contracts'
import { DatabaseBusy } from '../db/connection-queue.ts'
import { DatabaseUnreachable, isConnectionLost, isReadOnly } from '../db/keep-connections.ts'
import { isDiskFull } from '../disk-full.ts'
import { languageOf } from '../language/request-language.ts'
import { laterPage, sendPage } from './page.ts'
import { textsIn } from './texts.ts'

interface ProductErrorOptions {
  /** The underlying error; logged, never sent. */
  cause?: unknown
  /** For 429 and 503: the delay before a retry can succeed. */
  retryAfterSeconds?: number
  /** For `no_beer`: the drink on the photo. */
  otherDrink?: ErrorBody['otherDrink']
}

type Translated = (language: Language) => string

/**
 * An error that is sent to the client. The message is shown to users: the app words most errors by their code, and one that a page of
 * the server may show is given in all languages.
 */
export class ProductError extends Error {
  readonly retryAfterSeconds: number | undefined
  readonly otherDrink: ErrorBody['otherDrink']
  readonly messageIn: Translated

  constructor(
    readonly code: ErrorCode,
    message: string | Translated,
    { cause, retryAfterSeconds, otherDrink }: ProductErrorOptions = {},
  ) {
    const messageIn = typeof message === 'string' ? () => message : message
    super(messageIn('en'), { cause })
    this.name = 'ProductError'
    this.messageIn = messageIn
    this.retryAfterSeconds = retryAfterSeconds
    this.otherDrink = otherDrink
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }
}

const INTERNAL_MESSAGE = 'Something went wrong on our side. Please try again.'
const DEFAULT_RETRY_AFTER_SECONDS = 5

export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) => sendError(error, request, reply))
}

/** An error that may be over by the next attempt. */
const isTemporary = (status: number) => status === 429 || status === 503

/** Logs the error and sends it. Also for `setNotFoundHandler`, because Fastify does not pass 404s to the error handler. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const productError = toProductError(error)
  const { code, status, cause, otherDrink } = productError
  const about = { code, status, route: request.routeOptions.url, userId: request.user?.id }
  if (status >= 500 && code !== 'unavailable')
    request.log.error({ ...about, err: cause ?? productError }, 'request failed')
  else request.log[code === 'unauthenticated' ? 'debug' : 'info']({ ...about, err: cause }, 'request rejected')

  if (isTemporary(status)) reply.header('retry-after', retryAfterOf(productError))
  const isPage = request.headers.accept?.includes('text/html')
  if (isTemporary(status) && isPage) {
    const language = languageOf(request)
    return sendPage(reply, status, laterPage(language, productError.messageIn(language)))
  }
  const message = code === 'internal' ? INTERNAL_MESSAGE : productError.message
  const body: ErrorBody = { message, code, requestId: request.id, ...(otherDrink && { otherDrink }) }
  return reply.code(status).header('cache-control', 'no-store').send(body)
}

function retryAfterOf({ retryAfterSeconds = DEFAULT_RETRY_AFTER_SECONDS }: ProductError): string {
  return String(retryAfterSeconds)
}

/** The page for an error that may be over by the next attempt; undefined for others. */
export function temporaryErrorPage(
  error: unknown,
  language: Language,
): { status: number; retryAfter: string; html: string } | undefined {
  const productError = toProductError(error)
  const { status } = productError
  if (!isTemporary(status)) return undefined
  const html = laterPage(language, productError.messageIn(language))
  return { status, retryAfter: retryAfterOf(productError), html }
}

const MALFORMED: [code: ErrorCode, message: string] = ['invalid', 'The request is malformed.']
/** Our codes and messages for the errors of Fastify and its plugins. Other client errors are answered as malformed. */
const FASTIFY_ERRORS: Record<number, [code: ErrorCode, message: string | Translated]> = {
  404: ['not_found', 'Not found.'],
  413: ['too_large', 'The request is too large.'],
  415: ['invalid', 'Send JSON.'],
  429: ['too_many_requests', (language) => textsIn(language)('tooMany')],
}

const BUSY_RETRY_AFTER_SECONDS = 2

/** Codes of PostgreSQL. */
const DEADLOCK = '40P01'
const MISSING_REFERENCE = '23503'
const REFERS_TO_USER = /_users_id_fk$/

type ErrorClass<E extends Error> = new (...args: never[]) => E

/** Returns the error, or one that caused it, if it is of this class. */
function findCause<E extends Error>(kind: ErrorClass<E>, error: unknown): E | undefined {
  if (error instanceof kind) return error
  return error instanceof Error ? findCause(kind, error.cause) : undefined
}

function toProductError(error: unknown): ProductError {
  if (error instanceof ProductError) return error
  const { code: sqlState, constraint = '' } = findCause(pg.DatabaseError, error) ?? {}
  // The account was deleted while its request ran.
  if (sqlState === MISSING_REFERENCE && REFERS_TO_USER.test(constraint)) {
    return new ProductError('unauthenticated', 'Please sign in.', { cause: error })
  }
  // The other transaction goes on, so that the next attempt succeeds.
  if (findCause(DatabaseBusy, error) || sqlState === DEADLOCK) {
    return new ProductError('unavailable', (language) => textsIn(language)('busy'), {
      cause: error,
      retryAfterSeconds: BUSY_RETRY_AFTER_SECONDS,
    })
  }
  if (findCause(DatabaseUnreachable, error) || isConnectionLost(error) || isReadOnly(error)) {
    return new ProductError('unavailable', (language) => textsIn(language)('unreachable'), { cause: error })
  }
  if (isDiskFull(error)) {
    return new ProductError('unavailable', (language) => textsIn(language)('diskFull'), { cause: error })
  }
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (typeof status === 'number' && status >= 400 && status < 500) {
    const [code, message] = FASTIFY_ERRORS[status] ?? MALFORMED
    return new ProductError(code, message, { cause: error })
  }
  return new ProductError('internal', INTERNAL_MESSAGE, { cause: error })
}
