/** Conditional responses: 304 if the client's `If-None-Match` names the current body. */
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** The tag is a hash of the whole body, so it changes with any name or rating in it. */
export function notModified<T>(body: T, headers: IncomingHttpHeaders) {
  const json = JSON.stringify(body)
  const etag = `"${createHash('sha256').update(json).digest('base64url')}"`
  return isAmong(etag, headers['if-none-match'])
    ? { status: 304 as const, body: null, headers: { etag } }
    : { status: 200 as const, body, json, headers: { etag } }
}

/** Proxies that compress a response weaken its tag; it still identifies the same body. */
function isAmong(etag: string, ifNoneMatch: string | undefined): boolean {
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
