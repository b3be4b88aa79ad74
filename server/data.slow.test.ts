/** Backs up a running server, damages its database, and restores it: from its snapshot, and from the backup elsewhere. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { Browser } from '#testing/browser.ts'
import { BuiltProcess } from '#testing/built-process.ts'
import { damagePage, fileOfTable } from '#testing/damaged-page.ts'
import { testLog } from '#testing/log.ts'
import { IS_THOROUGH } from '#testing/thorough.ts'
import { listenForCommands } from './adapters/commands/command-socket.ts'
import { openDatabase } from './adapters/db/database.ts'

const scratch = mkdtempSync(join(tmpdir(), 'bg-data-'))
const BUILT_DATABASE = fileURLToPath(new URL('../dist/database', import.meta.url))
const ada = { firstName: 'Ada', lastName: 'Brewer', email: 'ada@example.org' }
let server: BuiltProcess | undefined
afterAll(async () => {
  await server?.end('SIGKILL')
  rmSync(scratch, { recursive: true, force: true })
})

const envOf = (dataDir: string) => ({
  PORT: '0',
  DATA_DIR: dataDir,
  SCAN_READERS: '1',
  LOG_LEVEL: 'warn',
})

/** Starts the built server, runs the work with its origin, and stops it. */
async function whileServing(dataDir: string, work: (origin: string) => Promise<void>) {
  server = new BuiltProcess('main', envOf(dataDir))
  await server.until(() => originOf(server) !== undefined)
  await work(originOf(server) ?? '')
  expect(await server.end('SIGTERM')).toBe(0)
}

const originOf = (started?: BuiltProcess) => /http:\/\/localhost:\d+/u.exec(started?.log ?? '')?.[0]

async function run(dataDir: string, ...args: string[]): Promise<string> {
  const command = new BuiltProcess('data', envOf(dataDir), args)
  if ((await command.exit()) !== 0) throw new Error(command.log)
  return command.log
}

/** Signs in, searches, and returns all searches of the history. Tries again, as people do, while a server that has just started is busy. */
const searchesOf = (origin: string, query: string) =>
  vi.waitFor(() => search(origin, query), { timeout: 60_000, interval: 500 })

async function search(origin: string, query: string): Promise<string> {
  const browser = new Browser(origin)
  const form = await browser.open('/api/login?returnTo=/api/user')
  await browser.submit(form, ada)
  const headers = { cookie: `session=${browser.cookie('session')}`, origin, 'content-type': 'application/json' }
  const body = JSON.stringify({ query, resultCount: 1 })
  const stored = await fetch(`${origin}/api/search-history`, { method: 'POST', headers, body })
  expect(stored.ok, await stored.text()).toBe(true)
  return (await browser.open('/api/search-history')).text
}

/** Makes a data folder; returns the file of this table. */
async function fileOf(dataDir: string, table: string): Promise<string> {
  const made = await openDatabase({ dataDir, templateDir: BUILT_DATABASE, takesSnapshots: false, log: testLog })
  const file = await fileOfTable(made.pool, table)
  await made.close()
  return file
}

// Takes half a minute; what a backup holds and a restore checks is in backup.db.test.ts.
if (IS_THOROUGH) {
  it('brings everything back after a damaged database', async () => {
    const dataDir = join(scratch, 'data')
    const backup = join(scratch, 'backup')
    await whileServing(dataDir, async (origin) => {
      expect(await searchesOf(origin, 'tripel')).toContain('tripel')
      expect(await run(dataDir, 'backup', backup)).toMatch(/^Wrote [\d,]+ rows of \d+ tables \(users: 1\)/)
      await expect(run(dataDir, 'restore', backup)).rejects.toThrow('Stop it first')
      expect(await searchesOf(origin, 'dubbel')).toContain('tripel')
    })

    writeFileSync(join(dataDir, 'database/global/pg_control'), 'no longer a database')
    const damaged = new BuiltProcess('main', envOf(dataDir))
    expect(await damaged.exit()).toBe(78)
    const [snapshot = ''] = readdirSync(join(dataDir, 'snapshots'))
    expect(damaged.log).toContain(`npm run restore -- ${join(dataDir, 'snapshots', snapshot)}`)

    expect(await run(dataDir, 'restore', join(dataDir, 'snapshots', snapshot))).toContain('(users: 1)')
    await whileServing(dataDir, async (origin) => {
      const searches = await searchesOf(origin, 'quadrupel')
      for (const query of ['tripel', 'dubbel', 'quadrupel']) expect(searches).toContain(query)
    })

    const elsewhere = join(scratch, 'elsewhere')
    expect(await run(elsewhere, 'restore', backup)).toMatch(/^Restored [\d,]+ rows/)
    for (const path of [elsewhere, join(elsewhere, 'database')]) expect(statSync(path).mode & 0o077).toBe(0)
    await whileServing(elsewhere, async (origin) => {
      const searches = await searchesOf(origin, 'lambic')
      expect(searches).toContain('tripel')
      expect(searches).not.toContain('dubbel')
    })
  })
}

it.each([
  ['backup', join(scratch, 'none.backup')],
  ['move', 'postgres://127.0.0.1:1/none'],
])('%s takes nothing for an empty installation', async (verb, target) => {
  const dataDir = join(scratch, 'wrong')
  await expect(run(dataDir, verb, target)).rejects.toThrow(`There is no database in ${dataDir}.`)
  expect(existsSync(dataDir)).toBe(false)
})

it('restores no folder that is not a snapshot, such as the one of all snapshots', async () => {
  const dataDir = join(scratch, 'kept')
  const folders = [join(dataDir, 'snapshots'), dataDir, scratch]
  mkdirSync(join(dataDir, 'snapshots'), { recursive: true })
  for (const folder of folders) await expect(run(dataDir, 'restore', folder)).rejects.toThrow('is not a snapshot')
  await expect(run(dataDir, 'restore', '')).rejects.toThrow('restore takes one argument.')
  expect(readdirSync(dataDir)).toEqual(['snapshots'])
})

describe('a snapshot', () => {
  const names = ['2026-03-01T10-00-00.000Z', '2026-03-01T11-00-00.000Z']
  const DAMAGED = /is damaged \(page 0 of base\/\d+\/\d+\)/u
  const damageBeers = async (path: string) =>
    damagePage(join(path, await fileOf(mkdtempSync(join(scratch, 'built-')), 'beers')))

  it.each([
    ['whose page is damaged', DAMAGED, damageBeers],
    ['without its tables', /cannot be opened/u, (path: string) => rmSync(join(path, 'base'), { recursive: true })],
    [
      'without a usable control file',
      /cannot be opened/u,
      (path: string) => writeFileSync(join(path, 'global/pg_control'), ''),
    ],
  ])('%s leads to the intact one before it, and replaces nothing', async (_what, reason, spoil) => {
    const dataDir = mkdtempSync(join(scratch, 'damaged-'))
    const [older = '', newer = ''] = names.map((name) => join(dataDir, 'snapshots', name))
    for (const path of [older, newer]) cpSync(BUILT_DATABASE, path, { recursive: true })
    await spoil(newer)
    const refused = await run(dataDir, 'restore', newer).catch(String)
    expect(refused).toMatch(reason)
    expect(refused).toContain(
      `nothing was replaced. Restore one before it, or a backup:\n  npm run restore -- ${older}`,
    )
    expect(readdirSync(dataDir)).toEqual(['snapshots'])
    if (spoil !== damageBeers) return
    await spoil(older)
    await expect(run(dataDir, 'restore', newer)).rejects.toThrow('Restore a backup.')
  })
})

it('a server does not start again and again on a damaged table, and names the snapshot to restore', async () => {
  const dataDir = join(scratch, 'damaged-table')
  const snapshot = join(dataDir, 'snapshots', '2026-03-01T10-00-00.000Z')
  const file = await fileOf(dataDir, 'catalogue_version')
  cpSync(join(dataDir, 'database'), snapshot, { recursive: true })
  damagePage(join(dataDir, 'database', file))
  const server = new BuiltProcess('main', envOf(dataDir))
  expect(await server.exit()).toBe(78)
  expect(server.log).toContain('invalid page')
  expect(server.log).toContain(`npm run restore -- ${snapshot}`)
  expect(readdirSync(join(dataDir, 'snapshots'))).toEqual([basename(snapshot)])
})

it('writes a backup to a file in a folder that exists', async () => {
  await expect(run(scratch, 'backup', scratch)).rejects.toThrow(`${scratch} is a folder. Name the file`)
  const missing = join(scratch, 'missing')
  await expect(run(scratch, 'backup', join(missing, 'file'))).rejects.toThrow(`There is no folder ${missing}.`)
  await expect(run(scratch, 'backup', '')).rejects.toThrow('backup takes one argument.')
})

it('says so if only the server can see the backup that it wrote', async () => {
  const dataDir = join(scratch, 'service')
  mkdirSync(dataDir)
  const written = { tables: 1, rows: 1, users: 0, bytes: 1 }
  const service = await listenForCommands({ dataDir, commands: { backup: async () => written }, log: testLog })
  await expect(run(dataDir, 'backup', join(scratch, 'hidden'))).rejects.toThrow(`Use a file in ${dataDir}.`)
  await service.close()
})

it('a server leaves the database of a newer version alone', async () => {
  const dataDir = join(scratch, 'newer')
  const newer = await openDatabase({ dataDir, templateDir: BUILT_DATABASE, takesSnapshots: false, log: testLog })
  await newer.pool.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)")
  await newer.close()
  const earlier = new BuiltProcess('main', envOf(dataDir))
  expect(await earlier.exit()).toBe(78)
  expect(earlier.log.trim().split('\n').at(-1)).toBe(
    'The database belongs to a newer version of BeerGoggles. Install that version: migrations only go forward.',
  )
})
