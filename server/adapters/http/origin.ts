/**
 * Determines the origin under which the browser reaches the server. Redirects and cookies use the host of the request only if it is
 * a loopback or private address or that of PUBLIC_URL. Any other host is rejected, because a request can forge it.
 */
import type { FastifyRequest } from 'fastify'
import { ProductError } from './errors.ts'
import { isPrivateHost } from './private-address.ts'

/** `ips` lists the client and the trusted proxies in between, so that a forwarded request has more than one. */
type Addressed = Pick<FastifyRequest, 'headers' | 'ips'>

/** Scheme, host and port, as in the Origin header; undefined if the host of the request is not ours. */
export function knownOrigin({ headers, ips = [] }: Addressed, publicUrl: string | undefined): string | undefined {
  const { host = '' } = headers
  // A proxy may send its own host.
  if (publicUrl !== undefined && (ips.length > 1 || host === new URL(publicUrl).host)) return publicUrl
  const origin = `http://${host}`
  return isOwnOrigin(origin, publicUrl) ? new URL(origin).origin : undefined
}

/** @throws ProductError if the host of the request is not ours */
export function originOf(request: Addressed, publicUrl: string | undefined): string {
  const origin = knownOrigin(request, publicUrl)
  if (origin !== undefined) return origin
  throw new ProductError(
    'unknown_address',
    'The server is not configured for this address. Its operator can set PUBLIC_URL.',
  )
}

/** True for PUBLIC_URL and for plain http on a private host. Redirects to other origins are not allowed. */
export function isOwnOrigin(origin: string, publicUrl: string | undefined): boolean {
  if (origin === publicUrl) return true
  if (!URL.canParse(origin)) return false
  const { protocol, pathname, search, username, hostname } = new URL(origin)
  return protocol === 'http:' && `${pathname}${search}${username}` === '/' && isPrivateHost(hostname)
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Rejects cross-site requests that may change data (CSRF). Clients other than browsers send neither header and are accepted:
 * no page can misuse their cookies.
 * @throws ProductError
 */
export function assertSameOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  if (SAFE_METHODS.has(request.method)) return
  const { origin, 'sec-fetch-site': site } = request.headers
  const isCrossSite = origin === undefined ? isOtherSite(site) : origin !== originOf(request, publicUrl)
  if (isCrossSite) throw new ProductError('forbidden', 'This request came from another site.')
}

/**
 * True if the user opened this address from one of our pages, or typed it. Over plain http, browsers send no Sec-Fetch-Site; our
 * pages then name themselves as the referrer. Clients other than browsers send neither, and do not ask for HTML.
 */
export function isOwnNavigation(request: Addressed, publicUrl: string | undefined): boolean {
  const { 'sec-fetch-site': site, referer = '', accept = '' } = request.headers
  if (site !== undefined) return !isOtherSite(site)
  if (referer === '' && !accept.includes('text/html')) return true
  return URL.canParse(referer) && new URL(referer).origin === originOf(request, publicUrl)
}

function isOtherSite(site: string | string[] | undefined): boolean {
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}
