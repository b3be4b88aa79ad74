/**
 * For requests to addresses that users name: they must not lead the server into its own network. What a name resolves to is checked
 * when the connection is made, so that a second answer of the name server cannot differ from the one that was checked.
 */
import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isPrivateHost } from './private-address.ts'

/** True for https on its own port, to a public name. */
export function isPublicHttps(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, port, hostname, username, password } = new URL(address)
  const isName = !hostname.startsWith('[') && !ipaddr.isValid(hostname)
  return protocol === 'https:' && port === '' && `${username}${password}` === '' && isName && !isPrivateHost(hostname)
}

/** For `http.request`. */
export const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) return callback(error ?? new Error(`${host} has no address`), '')
    if (!addresses.every(({ address }) => ipaddr.process(address).range() === 'unicast')) {
      return callback(new Error(`${host} is in a private network`), '')
    }
    if (options.all) return callback(null, addresses)
    callback(null, first.address, first.family)
  })
}
