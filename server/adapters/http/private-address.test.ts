import { describe, expect, it } from 'vitest'
import { isFromPublicAddress, isLoopback, isPrivateHost } from './private-address.ts'

describe('a private host', () => {
  it.each([
    'localhost',
    'LOCALHOST',
    'beer.localhost',
    '127.0.0.1',
    '127.8.8.8',
    '[::1]',
    '::ffff:10.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.17',
    '169.254.10.20',
    '[fd00::1]',
    'fe80::1',
    'ollama',
    'pub.local',
    'models.internal',
    'nas.lan',
    'server.home.arpa',
  ])('is on this machine or its network: %s', (host) => {
    expect(isPrivateHost(host)).toBe(true)
  })

  it('may have an address that Tailscale assigned', () => {
    expect(isPrivateHost('100.101.102.103')).toBe(true)
    expect(isPrivateHost('fd7a:115c:a1e0::1')).toBe(true)
  })

  it.each([
    'api.openai.com',
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.1',
    '172.32.0.1',
    '192.169.0.1',
    '2001:4860:4860::8888',
    'local.example',
    '10.0.0.1.example',
    'home.arpa.example',
  ])('is not on the internet: %s', (host) => {
    expect(isPrivateHost(host)).toBe(false)
  })
})

it.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['[::1]', true],
  ['0.0.0.0', false],
  ['192.168.0.17', false],
  ['localhost.example', false],
])('distinguishes loopback from other hosts: %s', (host, loopback) => {
  expect(isLoopback(host)).toBe(loopback)
})

describe('a request', () => {
  const from = (remoteAddress: string | undefined, headers = {}) =>
    isFromPublicAddress({ socket: { remoteAddress }, headers })

  it.each([
    ['8.8.8.8', {}],
    ['2001:4860:4860::8888', {}],
    ['127.0.0.1', { 'x-forwarded-for': '8.8.8.8' }],
    ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1, 8.8.8.8, 10.0.0.1' }],
    ['127.0.0.1', { 'x-forwarded-for': 'unknown' }],
    ['127.0.0.1', { 'x-forwarded-for': '8.8.8.8:443' }],
    ['127.0.0.1', { 'x-real-ip': '2001:4860:4860::8888' }],
    ['127.0.0.1', { forwarded: 'proto=https;For="[2001:4860:4860::8888]:443", for=10.0.0.1' }],
  ])('comes from the internet: %s %j', (address, headers) => {
    expect(from(address, headers)).toBe(true)
  })

  it.each([
    ['127.0.0.1', {}],
    ['::ffff:192.168.0.17', {}],
    ['fe80::1%eth0', {}],
    [undefined, {}],
    ['127.0.0.1', { 'x-forwarded-for': '192.168.0.17, 100.101.102.103' }],
    ['::1', { forwarded: 'for=192.168.0.17;proto=https, for="[fd00::1]"' }],
  ])('stays in the local network: %s %j', (address, headers) => {
    expect(from(address, headers)).toBe(false)
  })
})
