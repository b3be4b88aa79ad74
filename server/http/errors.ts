/**
 * The one place where an error becomes an answer, and the one place where it is logged. A refusal (4xx) says what to do;
 * a failure (5xx) says nothing of the inside, which stands in the log under the same request id.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '#contracts'

interface ProductErrorOptions {
  /** The foreign error behind it; logged, never sent. */
  cause?: unknown
  /** For 429 and 503: when trying again makes sense. */
  retryAfterSeconds?: number
}

/** An outcome the caller of a request has to be told. The message is for people. */
export class ProductError extends Error {
  readonly retryAfterSeconds: number | undefined

  constructor(
    readonly code: ErrorCode,
    message: string,
    { cause, retryAfterSeconds }: ProductErrorOptions = {},
  ) {
    super(message, { cause })
    this.name = 'ProductError'
    this.retryAfterSeconds = retryAfterSeconds
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }
}

const INTERNAL_MESSAGE = 'Something went wrong on our side. Please try again.'
const DEFAULT_RETRY_AFTER_SECONDS = 5

export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) => answerError(error, request, reply))
}

/** Logs the error and answers with it. Also for `setNotFoundHandler`, which Fastify keeps apart from errors. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const told = toProductError(error)
  const { code, status, cause } = told
  if (status >= 500 && code !== 'unavailable') request.log.error({ err: cause ?? told, code, status }, 'request failed')
  else request.log[code === 'unauthenticated' ? 'debug' : 'info']({ code, status, err: cause }, 'request refused')

  if (told.status === 429 || told.status === 503) {
    reply.header('retry-after', String(told.retryAfterSeconds ?? DEFAULT_RETRY_AFTER_SECONDS))
  }
  const message = told.code === 'internal' ? INTERNAL_MESSAGE : told.message
  const body: ErrorBody = { message, code: told.code, requestId: request.id }
  return reply.code(told.status).header('cache-control', 'no-store').send(body)
}

/** What Fastify and its plugins refuse by themselves, in our words. */
const FOREIGN: Record<number, [code: ErrorCode, message: string]> = {
  400: ['invalid', 'The request could not be read.'],
  404: ['not_found', 'There is nothing here.'],
  413: ['too_large', 'The request is too large.'],
  415: ['invalid', 'Send JSON here.'],
  429: ['too_many_requests', 'Too many requests. Please wait a moment.'],
}

function toProductError(error: unknown): ProductError {
  if (error instanceof ProductError) return error
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  const foreign = typeof status === 'number' ? FOREIGN[status] : undefined
  if (foreign) return new ProductError(foreign[0], foreign[1], { cause: error })
  return new ProductError('internal', INTERNAL_MESSAGE, { cause: error })
}
