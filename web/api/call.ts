/**
 * The only place that calls `fetch` for the API. Path, method, body and response come from the route's declaration.
 * Responses are parsed tolerantly (unknown keys are dropped); every failure is a CallError.
 */

import type { z } from 'zod/mini'
import { ANSWER_TIMEOUT_MS, type AnyRoute, getUser, type InputOf, pathOf } from '#contracts'
import { anySignal } from './any-signal.ts'
import { CallError } from './call-error.ts'
import { tellOtherTabs } from './other-tabs.ts'
import { REQUESTED_AT } from './stored-answer.ts'

/** Handled by the browser's cache: `fetch` returns the stored 200. */
type NotModified = 304

/** The declared success responses as a union, discriminated by status. */
export type ResponseOf<R extends AnyRoute> = {
  [S in Exclude<keyof R['answer'] & number, NotModified>]: {
    status: S
    body: R['answer'][S] extends z.ZodMiniType ? z.output<R['answer'][S]> : null
  }
}[Exclude<keyof R['answer'] & number, NotModified>]
export type BodyOf<R extends AnyRoute> = ResponseOf<R>['body']

/** When this page last changed something. Milliseconds since 1970. */
let changedAt = 0

/** Sends a request as `fetch` does. */
export type Send = (address: string, request: RequestInit) => Promise<Response>

export interface CallOptions {
  signal?: AbortSignal
  /** Asks for an immediate 202 instead of waiting for the result. */
  respondAsync?: boolean
  /** Lets the request outlive the page. */
  keepalive?: boolean
  /** Absent: `fetch`. */
  send?: Send | undefined
}

interface AnyInput {
  params?: Record<string, string | number>
  query?: Record<string, string | number>
  body?: unknown
  form?: Record<string, string | Blob | undefined>
}

/** Path and query string of a call; also the key of its query. */
export function addressOf(route: AnyRoute, input: AnyInput = {}): string {
  const path = pathOf(route, input.params)
  if (!input.query) return path
  return `${path}?${new URLSearchParams(Object.entries(input.query).map(([key, value]) => [key, String(value)]))}`
}

/** Returns the response body. */
export async function call<R extends AnyRoute>(route: R, input: InputOf<R>, options?: CallOptions): Promise<BodyOf<R>> {
  return (await request(route, input, options)).body
}

/**
 * Returns status and body, for routes with several success statuses. `isOutdated`: they are stored ones, from before a change that
 * this page made.
 */
export async function request<R extends AnyRoute>(
  route: R,
  input: InputOf<R>,
  options: CallOptions = {},
): Promise<ResponseOf<R> & { isOutdated: boolean }> {
  const given: AnyInput = input
  const timeoutMs = route.timeoutMs ?? (route.form ? undefined : ANSWER_TIMEOUT_MS)
  const deadline = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)
  const send: Send = options.send ?? fetch
  const isOnline = navigator.onLine
  let response: Response
  let received: string | CallError
  try {
    response = await send(addressOf(route, given), {
      method: route.method,
      credentials: 'include',
      headers: headersOf(given, options),
      body: bodyOf(route, given) ?? null,
      keepalive: options.keepalive ?? false,
      signal: deadline ? anySignal(deadline, options.signal) : (options.signal ?? null),
    })
    received = response.ok ? await response.text() : await CallError.fromResponse(response)
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason
    throw deadline?.aborted ? CallError.timedOut(error) : CallError.offline(error, !isOnline)
  }
  if (received instanceof CallError) {
    if (received.status === 401 && route.path !== getUser.path) for (const listener of signedOutListeners) listener()
    throw received
  }
  // Photos are no change of a list: the scan that one becomes is polled.
  if (route.method !== 'GET' && !route.form) {
    changedAt = Date.now()
    tellOtherTabs({})
  }
  // A copy of the service worker, for want of a network.
  const isOutdated = Number(response.headers.get(REQUESTED_AT) ?? changedAt) < changedAt
  return { ...parseResponse(route, response.status, received), isOutdated }
}

function headersOf(input: AnyInput, options: CallOptions): Headers {
  const headers = new Headers({ Accept: 'application/json' })
  if (input.body !== undefined) headers.set('Content-Type', 'application/json')
  if (options.respondAsync) headers.set('Prefer', 'respond-async')
  return headers
}

function bodyOf(route: AnyRoute, input: AnyInput): BodyInit | undefined {
  if (input.body !== undefined) return JSON.stringify(input.body)
  if (!input.form) return undefined
  if (input.form.file instanceof Blob) return input.form.file
  const { image, ...fields } = input.form
  const form = new FormData()
  // Fields first: the server reads the body as a stream and needs them when the photo arrives.
  for (const [name, value] of Object.entries(fields)) if (typeof value === 'string') form.append(name, value)
  if (image instanceof Blob)
    form.append('image', new File([image], route.form?.fileName ?? 'photo.jpg', { type: image.type }))
  return form
}

const signedOutListeners = new Set<() => void>()

/** Calls back when a call finds no session. */
export function onSignedOut(listener: () => void): () => void {
  signedOutListeners.add(listener)
  return () => signedOutListeners.delete(listener)
}

const unreadableListeners = new Set<() => void>()

/** Calls back when a response cannot be parsed: usually the server is newer than this page. */
export function onUnreadableResponse(listener: () => void): () => void {
  unreadableListeners.add(listener)
  return () => unreadableListeners.delete(listener)
}

function unreadable(status: number, cause: unknown): CallError {
  for (const listener of unreadableListeners) listener()
  return CallError.unreadable(status, cause)
}

function parseResponse<R extends AnyRoute>(route: R, status: number, text: string): ResponseOf<R> {
  const answers: Record<number, z.ZodMiniType | null> = route.answer
  const schema = answers[status]
  if (schema === undefined) throw unreadable(status, new Error(`undeclared status ${status}`))
  try {
    const body = schema === null ? null : schema.parse(JSON.parse(text))
    // The route's own declaration parsed the pair; TypeScript cannot infer that through the lookup.
    return { status, body } as ResponseOf<R>
  } catch (error) {
    throw unreadable(status, error)
  }
}
