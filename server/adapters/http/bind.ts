/**
 * Binds a declared route to its handler: checks the session, parses the input, and sends the response. A handler receives parsed
 * input and returns one of the declared responses; errors, uploads, turns and aborts are handled here, in `errors.ts`, `upload-room.ts` or `user-turns.ts`.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { config, locales, type z } from 'zod/mini'
import type { AnswerOf, AnyRoute, ErrorCode, ParsedOf, User } from '#contracts'
import { ProductError } from './errors.ts'
import { readFile } from './read-file.ts'
import { type Admit, readForm } from './read-form.ts'
import type { UploadRoom } from './upload-room.ts'
import type { UserTurns } from './user-turns.ts'
import { whenClosed } from './when-closed.ts'

config(locales.en())

/** The signed-in user of a request. */
export type SessionUser = User

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the session hook of `identity`; undefined without a session. */
    user: SessionUser | undefined
    /** Set and undefined together with `user`. */
    sessionId: number | undefined
  }
  interface FastifyInstance {
    /** Responses and errors are validated against the contracts; true except in production. */
    checksContracts: boolean
    uploads: UploadRoom
    turns: UserTurns
  }
  interface FastifyContextConfig {
    /** Needs no session. All other routes under /api/ respond with 401 without one. */
    open?: boolean
  }
}

export type CallOf<R extends AnyRoute> = ParsedOf<R> & {
  user: R['auth'] extends 'user' ? SessionUser : SessionUser | undefined
  sessionId: number | undefined
  /** Aborted if the client disconnects before the response is sent. */
  signal: AbortSignal
  requestId: string
  headers: IncomingHttpHeaders
  /** Time since the request began to arrive, including its upload. */
  elapsedMs: number
  /** The handler has let go of the bytes of its upload, which otherwise count until the response. */
  releaseUpload(): void
  /** From now on the handler only waits for other servers, so the next call of its user may begin. */
  endTurn(): void
}

/** `A` is inferred from the return value as a const type, so that a status is a literal type rather than `number`. */
export type Handler<R extends AnyRoute, A extends AnswerOf<R> = AnswerOf<R>> = (call: CallOf<R>) => Promise<A>

export interface BindOptions {
  /** Maximum number of calls per minute and user. */
  perMinute?: number
  /** Called before the photo of a form is read, with the fields in front of it. @throws ProductError if it would be rejected */
  admit?: (user: SessionUser, fields: Record<string, unknown>) => Promise<void>
}

export function bind<R extends AnyRoute, const A extends AnswerOf<R>>(
  app: FastifyInstance,
  route: R,
  handler: Handler<R, A>,
  { perMinute, admit }: BindOptions = {},
): void {
  const { form } = route
  app.route({
    method: route.method,
    url: route.path.replace(/\{(\w+)\}/g, ':$1'),
    ...(form && 'maxBytes' in form && { bodyLimit: form.maxBytes }),
    ...(form && { preParsing: async (request, reply) => app.uploads.enter(request, reply, form) }),
    config: {
      open: route.auth === 'anyone',
      ...(perMinute !== undefined && { rateLimit: { max: perMinute, timeWindow: '1 minute' } }),
    },
    handler: async (request, reply) => {
      const { user } = request
      if (route.auth === 'user' && !user) throw new ProductError('unauthenticated', 'Please sign in.')
      const endTurn = user && !form ? await app.turns.take(user.id) : () => {}
      try {
        const response = await checkErrors(app, route, async () => {
          const call = {
            ...(await parse(route, request, admit && user && ((fields) => admit(user, fields)))),
            user,
            sessionId: request.sessionId,
            signal: signalOf(reply),
            requestId: request.id,
            headers: request.headers,
            elapsedMs: reply.elapsedTime,
            releaseUpload: () => app.uploads.release(request),
            endTurn,
          }
          // Safe: the parts were parsed with the schemas of this route, and the session was checked above.
          return await handler(call as unknown as CallOf<R>)
        })
        return send(route, response, reply)
      } finally {
        endTurn()
      }
    },
  })
}

async function parse(route: AnyRoute, request: FastifyRequest, admit: Admit | undefined) {
  return {
    ...(route.params && { params: parsePart(route.params, request.params, 'path') }),
    ...(route.query && { query: parsePart(route.query, request.query, 'query') }),
    ...(route.body && { body: parsePart(route.body, request.body, 'body') }),
    ...(route.form && {
      form:
        'maxBytes' in route.form
          ? await readFile(request, route.form)
          : await parseForm(route.form.fields, request, admit),
    }),
  }
}

async function parseForm(schema: z.ZodMiniObject, request: FastifyRequest, admit: Admit | undefined) {
  const { image, fields } = await readForm(request, admit)
  return { ...parsePart(schema, fields, 'form'), image }
}

function parsePart<S extends z.ZodMiniType>(schema: S, value: unknown, part: string): z.output<S> {
  const parsed = schema.safeParse(value)
  // What was parsed is no deeper than its schema; the input may be nested deeper than the stack.
  if (parsed.success && containsNul(parsed.data)) {
    throw new ProductError('invalid', `The ${part} contains a NUL character.`)
  }
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = [part, ...(issue?.path ?? [])].join('.')
  throw new ProductError('invalid', `${field}: ${issue?.message ?? 'invalid'}`, { cause: parsed.error })
}

/** PostgreSQL cannot store NUL characters in text, so input that contains one is rejected here. */
function containsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value === 'object' && value !== null) return Object.values(value).some(containsNul)
  return false
}

function signalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  whenClosed(reply, () => {
    if (!reply.raw.writableFinished) controller.abort(new DOMException('the client disconnected', 'AbortError'))
  })
  return controller.signal
}

/** Errors that every route may respond with; routes do not declare them. */
const COMMON_ERRORS: ReadonlySet<ErrorCode> = new Set([
  'invalid',
  'internal',
  'unauthenticated',
  'too_many_requests',
  'unknown_address',
])

/** Outside production an undeclared error is a bug, because clients and the API documentation do not know it. */
async function checkErrors<T>(app: FastifyInstance, route: AnyRoute, handle: () => Promise<T> | T): Promise<T> {
  try {
    return await handle()
  } catch (error) {
    if (!(error instanceof ProductError) || !app.checksContracts) throw error
    if (COMMON_ERRORS.has(error.code) || route.errors.includes(error.code)) throw error
    throw new Error(`${route.method} ${route.path} does not declare the error ${error.code}`, { cause: error })
  }
}

interface Response {
  status: number
  body: unknown
  /** The body as JSON, if it was written already. */
  json?: string
  headers?: Record<string, string>
}

function send(route: AnyRoute, { status, body, json, headers = {} }: Response, reply: FastifyReply): FastifyReply {
  const schema: z.ZodMiniType | null | undefined = route.answer[status]
  if (schema === undefined) throw new Error(`${route.method} ${route.path} does not declare the status ${status}`)
  if (reply.server.checksContracts && schema) {
    const checked = schema.safeParse(body)
    if (!checked.success) {
      throw new Error(`${route.method} ${route.path}: the response does not match its contract`, {
        cause: checked.error,
      })
    }
  }
  reply.code(status).headers({ 'cache-control': 'private, no-cache', ...headers })
  if (schema === null) return reply.send()
  return json === undefined ? reply.send(body) : reply.type('application/json; charset=utf-8').send(json)
}
