/** Whether a name or address is of this machine or its own network, so that what is sent there stays in the house. */
import { BlockList, isIP } from 'node:net'
import { isLoopback } from '../config.ts'

const OWN = new BlockList()
OWN.addSubnet('10.0.0.0', 8)
OWN.addSubnet('172.16.0.0', 12)
OWN.addSubnet('192.168.0.0', 16)
OWN.addSubnet('169.254.0.0', 16)
OWN.addSubnet('fc00::', 7, 'ipv6')
OWN.addSubnet('fe80::', 10, 'ipv6')

/** Names without a dot and those of a local domain are resolved by the network itself. */
export function isPrivateHost(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  if (isLoopback(name)) return true
  const version = isIP(name)
  if (version !== 0) return OWN.check(name, version === 4 ? 'ipv4' : 'ipv6')
  return !name.includes('.') || /\.(local|internal|lan|home\.arpa)$/.test(name)
}
