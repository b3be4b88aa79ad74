/**
 * Under which address the browser reaches us. Redirects and cookies follow the request when it came to a loopback or
 * private address or to PUBLIC_URL; any other name could be somebody else's and is refused.
 */
import { isIPv4, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { ProductError } from './errors.ts'

/** Scheme, host and port, as in the Origin header; undefined when the request came by a name that is not ours. */
export function knownOrigin(
  request: Pick<FastifyRequest, 'headers'>,
  publicUrl: string | undefined,
): string | undefined {
  const { host = '', 'x-forwarded-for': forwarded } = request.headers
  // A proxy may pass its own name on; a page of another site cannot make a browser send this header.
  if (publicUrl !== undefined && (forwarded !== undefined || host === new URL(publicUrl).host)) return publicUrl
  const origin = `http://${host}`
  return isOwnOrigin(origin, publicUrl) ? new URL(origin).origin : undefined
}

/** @throws ProductError when the request came by a name that is not ours. */
export function originOf(request: Pick<FastifyRequest, 'headers'>, publicUrl: string | undefined): string {
  const origin = knownOrigin(request, publicUrl)
  if (origin !== undefined) return origin
  throw new ProductError('invalid', 'The server is not known under this address. Its operator can set PUBLIC_URL.')
}

/** Whether browsers may be sent there: PUBLIC_URL, or plain http on a name that only this machine or network has. */
export function isOwnOrigin(origin: string, publicUrl: string | undefined): boolean {
  if (origin === publicUrl) return true
  if (!URL.canParse(origin)) return false
  const { protocol, pathname, search, username, hostname } = new URL(origin)
  return protocol === 'http:' && `${pathname}${search}${username}` === '/' && isPrivateName(hostname)
}

/** Names without a dot and `.local` are given out by the local network alone. */
function isPrivateName(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '')
  if (isIPv4(name)) return isPrivateV4(name)
  if (isIPv6(name)) return /^(::1$|f[cd]|fe[89ab])/.test(name)
  return !name.includes('.') || name.endsWith('.local') || name.endsWith('.localhost')
}

function isPrivateV4(address: string): boolean {
  const [a = 0, b = 0] = address.split('.').map(Number)
  if (a === 10 || a === 127) return true
  if (a === 172) return b >= 16 && b < 32
  if (a === 192) return b === 168
  if (a === 169) return b === 254
  return a === 100 && b >= 64 && b < 128
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses calls that change something and come from a page of another site. Programs that are no browser send neither
 * header and have no cookie that a page could misuse.
 * @throws ProductError
 */
export function assertSameOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  if (SAFE_METHODS.has(request.method)) return
  const { origin, 'sec-fetch-site': site } = request.headers
  const foreign = origin === undefined ? isForeignSite(site) : origin !== originOf(request, publicUrl)
  if (foreign) throw new ProductError('forbidden', 'This call came from another site.')
}

function isForeignSite(site: string | string[] | undefined): boolean {
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}
