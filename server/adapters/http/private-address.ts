/**
 * Recognises hosts of this machine and its local network: redirects and cookies accept such hosts, the embedded sign-in
 * without passwords serves no others, and an AI provider on such a host is shown as private.
 */
import type { IncomingHttpHeaders } from 'node:http'
import ipaddr from 'ipaddr.js'

/** Shared address space (100.64.0.0/10) is what Tailscale and other overlay networks assign. */
const PRIVATE_RANGES: ReadonlySet<string> = new Set([
  'loopback',
  'private',
  'linkLocal',
  'uniqueLocal',
  'carrierGradeNat',
])
/** Domains that public DNS never resolves. */
const PRIVATE_DOMAIN = /\.(local|localhost|internal|lan|home\.arpa)$/

/** Takes a host name or an address, an IPv6 address with or without brackets. Names without a dot are private. */
export function isPrivateHost(host: string): boolean {
  const name = unbracketed(host)
  const range = rangeOf(name)
  if (range !== undefined) return PRIVATE_RANGES.has(range)
  return !name.includes('.') || PRIVATE_DOMAIN.test(name)
}

export function isLoopback(host: string): boolean {
  const name = unbracketed(host)
  return name === 'localhost' || rangeOf(name) === 'loopback'
}

/** True for an address, a CIDR range, and the names of ranges that Fastify accepts for proxies. */
export function isAddressRange(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  return text.includes('/') ? ipaddr.isValidCIDR(text) : rangeOf(text) !== undefined
}

/**
 * True if the request comes from the internet, directly or through proxies. The headers need not be trusted: a visitor can add
 * addresses, but cannot remove the one that a proxy reports. Whatever is not a private address counts as public.
 */
export function isFromPublicAddress({ socket, headers }: ClientHeaders): boolean {
  const { 'x-forwarded-for': chain, 'x-real-ip': client, forwarded = '' } = headers
  const standard = [...forwarded.matchAll(/\bfor=([^;,]*)/gi)].map(([, address]) => address)
  const addresses = [socket.remoteAddress, chain, client, standard].flat().join(',').replaceAll('"', '').split(',')
  return addresses
    .map((address) => unbracketed(address.trim()))
    .some((address) => address !== '' && !PRIVATE_RANGES.has(rangeOf(address) ?? 'unknown'))
}

/**
 * True if a program on this machine sent the request itself, rather than a proxy for somebody else. A proxy that reports no address
 * still passes on a public name; one that does neither looks like a program.
 */
export function isFromThisMachine({ socket, hostname, headers }: ClientHeaders & { hostname: string }): boolean {
  const { 'x-forwarded-for': chain, 'x-real-ip': client, forwarded } = headers
  const isForwarded = chain !== undefined || client !== undefined || forwarded !== undefined
  const isOfThisMachine = socket.remoteAddress !== undefined && isLoopback(socket.remoteAddress)
  return isOfThisMachine && !isForwarded && isPrivateHost(hostname)
}

interface ClientHeaders {
  socket: { remoteAddress?: string | undefined }
  headers: IncomingHttpHeaders
}

/** What the library need not try: it finds out about a name by throwing, for each request. */
const LIKE_AN_ADDRESS = /^[\d.]+$|:/

/** Undefined for a name. Abbreviated addresses such as `127.1` are names here: URL has already expanded them. */
function rangeOf(name: string): string | undefined {
  if (!LIKE_AN_ADDRESS.test(name)) return undefined
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(name) || ipaddr.IPv6.isValid(name)
  return isAddress ? ipaddr.process(name).range() : undefined
}

function unbracketed(host: string): string {
  return host.replace(/^\[|\]$/g, '').toLowerCase()
}
