/**
 * Recognises hosts of this machine and its local network: redirects and cookies accept such hosts, the embedded sign-in
 * requires loopback, and an AI provider on such a host is shown as private.
 */
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

/** Undefined for a name. Abbreviated addresses such as `127.1` are names here: URL has already expanded them. */
function rangeOf(name: string): string | undefined {
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(name) || ipaddr.IPv6.isValid(name)
  return isAddress ? ipaddr.process(name).range() : undefined
}

function unbracketed(host: string): string {
  return host.replace(/^\[|\]$/g, '').toLowerCase()
}
