/** Answers that a client may hold already: 304 when it does, by a tag made from the whole answer. */
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** What an answer says is what it is tagged with: when names or ratings in it change, so does its tag. */
export function unlessKnown<T>(body: T, headers: IncomingHttpHeaders) {
  const etag = `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url')}"`
  return isAmong(etag, headers['if-none-match'])
    ? { status: 304 as const, body: null, headers: { etag } }
    : { status: 200 as const, body, headers: { etag } }
}

/** Proxies that compress an answer mark its tag as weak; it still means the same answer. */
function isAmong(etag: string, ifNoneMatch: string | undefined): boolean {
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
