import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { clockOf } from './machine.ts'

it('a clock is compared with that of the sign-in provider', async () => {
  const provider = createServer((_request, response) => response.end())
  const url = await new Promise<string>((resolve) => {
    provider.listen(0, '127.0.0.1', () => {
      const address = provider.address()
      resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`)
    })
  })
  const oidc = { issuer: url, clientId: 'any' }
  await expect(clockOf({ oidc }).run()).resolves.toContain('agrees')
  await expect(clockOf({ oidc }, () => Date.now() - 300_000).run()).rejects.toThrow(/by (299|300|301) s/)
  provider.close()
})

it('a clock without a provider needs a plausible year', async () => {
  await expect(clockOf({ oidc: undefined }).run()).resolves.toContain('not compared')
  await expect(clockOf({ oidc: undefined }, () => 0).run()).rejects.toThrow('The year is 1970')
})
