import { expect, it, vi } from 'vitest'
import { isPublicHttps, publicLookup } from './public-address.ts'

it.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/', false],
  ['https://user@fcm.googleapis.com/', false],
  ['https://localhost/', false],
  ['https://database/', false],
  ['https://printer.local/', false],
  ['https://10.0.0.1/', false],
  ['https://8.8.8.8/', false],
  ['https://2130706433/', false],
  ['https://[::1]/', false],
  ['not a url', false],
])('%s is public: %s', (address, isPublic) => {
  expect(isPublicHttps(address)).toBe(isPublic)
})

const { resolved } = vi.hoisted(() => ({ resolved: { addresses: [] as { address: string; family: number }[] } }))
vi.mock('node:dns', () => ({
  lookup: (_host: string, _options: object, done: (error: null, addresses: object[]) => void) =>
    done(null, resolved.addresses),
}))

const lookedUp = (...addresses: string[]) => {
  resolved.addresses = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  return new Promise((resolve) => {
    publicLookup('push.example.org', {}, (error, address) => resolve(error?.message ?? address))
  })
}

it('connects to public addresses only, whatever a public name resolves to', async () => {
  expect(await lookedUp('142.250.1.1')).toBe('142.250.1.1')
  for (const address of ['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', 'fd00::1', '::ffff:192.168.1.1']) {
    expect(await lookedUp('142.250.1.1', address), address).toMatch(/private network/)
  }
  expect(await lookedUp()).toMatch(/no address/)
})
