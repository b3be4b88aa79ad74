/**
 * Connects a declared route with its handler: who may call, what comes in, what goes out. A handler receives parsed input
 * and returns one of the declared answers; everything else (errors, uploads, aborts) is done here or in `errors.ts`.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { config, locales, type z } from 'zod/mini'
import type { AnswerOf, AnyRoute, ErrorCode, ParsedOf, User } from '#contracts'
import { ProductError } from './errors.ts'
import { readFile } from './read-file.ts'
import { readForm } from './read-form.ts'

config(locales.en())

/** Who is signed in on this request. */
export type SessionUser = User

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the session hook of `identity`; undefined for a visitor. */
    user: SessionUser | undefined
  }
  interface FastifyInstance {
    /** Answers and errors are held against their declarations; everywhere but in production. */
    checksContracts: boolean
  }
  interface FastifyContextConfig {
    /** Answered without a session. Every other address under /api/ is refused with 401. */
    open?: boolean
  }
}

export type CallOf<R extends AnyRoute> = ParsedOf<R> & {
  user: R['auth'] extends 'user' ? SessionUser : SessionUser | undefined
  /** Aborted when the client goes away before it has its answer. */
  signal: AbortSignal
  requestId: string
  headers: IncomingHttpHeaders
  /** Since the request began to arrive, its upload included: so long the client has waited at least. */
  elapsedMs: number
}

/** `A` is inferred from what the handler returns, as constants, so that a status is a literal and not any number. */
export type Handler<R extends AnyRoute, A extends AnswerOf<R> = AnswerOf<R>> = (call: CallOf<R>) => Promise<A>

interface BindOptions {
  /** At most so many calls a minute of one user. */
  perMinute?: number
}

export function bind<R extends AnyRoute, const A extends AnswerOf<R>>(
  app: FastifyInstance,
  route: R,
  handler: Handler<R, A>,
  { perMinute }: BindOptions = {},
): void {
  app.route({
    method: route.method,
    url: route.path.replace(/\{(\w+)\}/g, ':$1'),
    ...(route.form && 'maxBytes' in route.form && { bodyLimit: route.form.maxBytes }),
    config: {
      open: route.auth === 'anyone',
      ...(perMinute !== undefined && { rateLimit: { max: perMinute, timeWindow: '1 minute' } }),
    },
    handler: async (request, reply) => {
      if (route.auth === 'user' && !request.user) throw new ProductError('unauthenticated', 'Please sign in.')
      const call = {
        ...(await parse(route, request)),
        user: request.user,
        signal: signalOf(reply),
        requestId: request.id,
        headers: request.headers,
        elapsedMs: reply.elapsedTime,
      }
      // The parts were parsed by this route's own schemas and the session was just checked, which is what the type says.
      const answer = await declared(app, route, () => handler(call as unknown as CallOf<R>))
      return send(route, answer, reply)
    },
  })
}

async function parse(route: AnyRoute, request: FastifyRequest) {
  return {
    ...(route.params && { params: parsePart(route.params, request.params, 'address') }),
    ...(route.query && { query: parsePart(route.query, request.query, 'query') }),
    ...(route.body && { body: parsePart(route.body, request.body, 'body') }),
    ...(route.form && {
      form:
        'maxBytes' in route.form ? await readFile(request, route.form) : await parseForm(route.form.fields, request),
    }),
  }
}

async function parseForm(schema: z.ZodMiniObject, request: FastifyRequest) {
  const { image, fields } = await readForm(request)
  return { ...parsePart(schema, fields, 'form'), image }
}

function parsePart<S extends z.ZodMiniType>(schema: S, value: unknown, part: string): z.output<S> {
  if (holdsNul(value)) throw new ProductError('invalid', `The ${part} holds a NUL character.`)
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = [part, ...(issue?.path ?? [])].join('.')
  throw new ProductError('invalid', `${where}: ${issue?.message ?? 'not as expected'}`, { cause: parsed.error })
}

/** PostgreSQL stores no NUL in a text, so that no input with one gets further than here. */
function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value === 'object' && value !== null) return Object.values(value).some(holdsNul)
  return false
}

function signalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new DOMException('the client went away', 'AbortError'))
  })
  return controller.signal
}

/** Refusals that any call may end in, declared or not. */
const ALWAYS_POSSIBLE: ReadonlySet<ErrorCode> = new Set(['invalid', 'internal', 'unauthenticated', 'too_many_requests'])

/** Outside production an undeclared error is a defect, because clients and the documentation do not know it. */
async function declared<T>(app: FastifyInstance, route: AnyRoute, answer: () => Promise<T> | T): Promise<T> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof ProductError) || !app.checksContracts) throw error
    if (ALWAYS_POSSIBLE.has(error.code) || route.errors.includes(error.code)) throw error
    throw new Error(`${route.method} ${route.path} does not declare the error ${error.code}`, { cause: error })
  }
}

interface Answer {
  status: number
  body: unknown
  headers?: Record<string, string>
}

function send(route: AnyRoute, { status, body, headers = {} }: Answer, reply: FastifyReply): FastifyReply {
  const schema: z.ZodMiniType | null | undefined = route.answer[status]
  if (schema === undefined) throw new Error(`${route.method} ${route.path} does not declare the status ${status}`)
  if (reply.server.checksContracts && schema) {
    const checked = schema.safeParse(body)
    if (!checked.success) {
      throw new Error(`${route.method} ${route.path} answered against its contract`, { cause: checked.error })
    }
  }
  reply.code(status).headers({ 'cache-control': 'private, no-cache', ...headers })
  return schema === null ? reply.send() : reply.send(body)
}
