/**
 * How a call is declared: once, with method, path, input, answers and errors. The server binds a handler to the
 * declaration, the web app calls it, tests and the OpenAPI document read it. Nothing here does any I/O.
 */
import type { z } from 'zod/mini'
import type { ErrorCode } from './errors.ts'

type Schema = z.ZodMiniType
type Fields = z.ZodMiniObject

/** The names in braces: PathKeys<'/api/scans/{id}'> is 'id'. */
export type PathKeys<P extends string> = P extends `${string}{${infer K}}${infer Rest}` ? K | PathKeys<Rest> : never

/** A multipart body: the file part `image` and text fields. Declared here, parsed by the upload adapter, never by zod alone. */
export interface Upload<F extends Fields = Fields> {
  /** The file name the client sends. */
  fileName: string
  fields: F
}

/** A file as the whole body, whatever its type; also taken as the file of a multipart form. */
export interface FileBody {
  maxBytes: number
}

/** 'user': only with a session (401 without one); 'anyone': always. */
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
  /** One sentence for the OpenAPI document. */
  summary: string
  params?: Params
  query?: Query
  body?: Body
  form?: Form
  /** Every success status with the shape of its body; null is an empty body. */
  answer: Answer
  errors: readonly ErrorCode[]
  /** How long a client waits for the answer, in milliseconds. Without one the browser decides. */
  timeoutMs?: number
}

// biome-ignore lint/suspicious/noExplicitAny: the one place where "some route" must accept every instantiation.
export type AnyRoute = Route<string, any, any, any, any, any>

type KeysOf<S> = S extends Fields ? keyof z.infer<S> & string : never

/** Declares a call. Path variables must be exactly the keys of `params`. */
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
/** An optional property of a route without the `undefined` that comes from being optional. */
type Declared<S> = [S] extends [undefined] ? undefined : NonNullable<S>
/** An object without fields is `Record<string, never>`, which would forbid the image beside it. */
type Named<T> = string extends keyof T ? unknown : T
type OnlyDefined<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }

/** A query of which nothing is wanted may be left out. */
type QueryOf<Q> = [Q] extends [undefined] ? unknown : Record<never, never> extends Q ? { query?: Q } : { query: Q }

/** What a caller hands over: only the parts the route declares. */
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

/** What a handler receives after parsing: only the parts the route declares. */
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

/** One of the declared answers: status and body together. */
export type AnswerOf<R extends AnyRoute> = {
  [S in keyof R['answer'] & number]: {
    status: S
    body: R['answer'][S] extends Schema ? z.input<R['answer'][S]> : null
    headers?: Record<string, string>
  }
}[keyof R['answer'] & number]

/** The path with its variables filled in and percent-encoded. */
export function pathOf(route: AnyRoute, params: Record<string, string | number> = {}): string {
  return route.path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key])))
}
