import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { clockOf, foldersOf } from './machine.ts'

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

it('the data folder and the database are for the user of the server only', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'bg-folders-'))
  const database = join(dataDir, 'database')
  const folders = foldersOf({ dataDir, database: 'embedded' })
  await expect(folders.run()).resolves.toContain('are writable')
  mkdirSync(database)
  chmodSync(database, 0o755)
  await expect(folders.run()).rejects.toMatchObject({ remedy: `Run: chmod 700 ${database}` })
  chmodSync(database, 0o700)
  for (const name of ['imports', 'photos', 'pictures']) {
    const folder = join(dataDir, name)
    mkdirSync(folder, { mode: 0o750 })
    await expect(folders.run()).rejects.toMatchObject({ remedy: `Run: chmod 700 ${folder}` })
    rmSync(folder, { recursive: true })
  }
  chmodSync(database, 0o755)
  chmodSync(dataDir, 0o750)
  await expect(folders.run()).rejects.toThrow(`Other users of this machine can open ${dataDir} and ${database}.`)
  await expect(foldersOf({ dataDir, database: 'postgres' }).run()).resolves.toContain('is writable')
  rmSync(dataDir, { recursive: true })
})
