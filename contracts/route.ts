/**
 * Declares a call once: method, path, input, answers and errors. The server binds a handler to the declaration, the web
 * app and the tests call it, and the OpenAPI document is generated from it. No I/O here.
 */
import type { z } from 'zod/mini'
import type { ErrorCode } from './errors.ts'

type Schema = z.ZodMiniType
type Fields = z.ZodMiniObject

/** Names of the path variables: PathKeys<'/api/scans/{id}'> is 'id'. */
export type PathKeys<P extends string> = P extends `${string}{${infer K}}${infer Rest}` ? K | PathKeys<Rest> : never

/** A multipart body: the file part `image` and text fields. The server's upload adapter parses it; zod checks only the fields. */
export interface Upload<F extends Fields = Fields> {
  /** The file name the client sends. */
  fileName: string
  fields: F
}

/** A body that is one file of any type, sent raw or as the file part of a multipart form. */
export interface FileBody {
  maxBytes: number
}

/** 'user' requires a session and answers 401 without one; 'anyone' requires none. */
export type Auth = 'user' | 'anyone'

export interface Route<
  P extends string = string,
  Params extends Fields | undefined = Fields | undefined,
  Query extends Fields | undefined = Fields | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Form extends Upload | FileBody | undefined = Upload | FileBody | undefined,
  Answer extends Record<number, Schema | null> = Record<number, Schema | null>,
  Who extends Auth = Auth,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: P
  auth: Who
  /** Summary for the OpenAPI document. */
  summary: string
  /** Still served for old clients; no current client calls it. */
  deprecated?: true
  params?: Params
  query?: Query
  body?: Body
  form?: Form
  /** Schema of the body for each success status; null is an empty body. */
  answer: Answer
  errors: readonly ErrorCode[]
  /** Client time-out in milliseconds; by default ANSWER_TIMEOUT_MS, and the browser's for files. */
  timeoutMs?: number
}

// biome-ignore lint/suspicious/noExplicitAny: the one place where "some route" must accept every instantiation.
export type AnyRoute = Route<string, any, any, any, any, any>

type KeysOf<S> = S extends Fields ? keyof z.infer<S> & string : never

/** Declares a call. Does not compile unless the path variables are exactly the keys of `params`. */
export function route<
  const P extends string,
  Answer extends Record<number, Schema | null>,
  Params extends Fields | undefined = undefined,
  Query extends Fields | undefined = undefined,
  Body extends Schema | undefined = undefined,
  Form extends Upload | FileBody | undefined = undefined,
  const Who extends Auth = Auth,
>(
  spec: Route<P, Params, Query, Body, Form, Answer, Who> &
    ([PathKeys<P>] extends [KeysOf<Params>] ? ([KeysOf<Params>] extends [PathKeys<P>] ? unknown : never) : never),
): Route<P, Params, Query, Body, Form, Answer, Who> {
  return spec
}

type Input<S> = S extends Schema ? z.input<S> : undefined
type Output<S> = S extends Schema ? z.output<S> : undefined
/** Type of an optional route property without `undefined`. */
type Declared<S> = [S] extends [undefined] ? undefined : NonNullable<S>
/** Drops the index signature of an empty object (`Record<string, never>`), which would forbid the `image` key. */
type Named<T> = string extends keyof T ? unknown : T
type OnlyDefined<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }

/** A query whose fields are all optional may be omitted. */
type QueryOf<Q> = [Q] extends [undefined] ? unknown : Record<never, never> extends Q ? { query?: Q } : { query: Q }

/** Input of a call, with only the parts that the route declares. */
export type InputOf<R extends AnyRoute> = QueryOf<Input<Declared<R['query']>>> &
  OnlyDefined<{
    params: Input<Declared<R['params']>>
    body: Input<Declared<R['body']>>
    form: Declared<R['form']> extends Upload<infer F>
      ? Named<z.input<F>> & { image: Blob }
      : Declared<R['form']> extends FileBody
        ? { file: Blob }
        : undefined
  }>

/** Parsed input of a handler, with only the parts that the route declares. */
export type ParsedOf<R extends AnyRoute> = OnlyDefined<{
  params: Output<Declared<R['params']>>
  query: Output<Declared<R['query']>>
  body: Output<Declared<R['body']>>
  form: Declared<R['form']> extends Upload<infer F>
    ? Named<z.output<F>> & { image: Uint8Array }
    : Declared<R['form']> extends FileBody
      ? { file: Uint8Array }
      : undefined
}>

/** Union of the declared answers, each a status with its body. */
export type AnswerOf<R extends AnyRoute> = {
  [S in keyof R['answer'] & number]: {
    status: S
    body: R['answer'][S] extends Schema ? z.input<R['answer'][S]> : null
    headers?: Record<string, string>
  }
}[keyof R['answer'] & number]

/** Returns the path of the route with `params` substituted and percent-encoded. */
export function pathOf(route: AnyRoute, params: Record<string, string | number> = {}): string {
  return route.path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key])))
}
