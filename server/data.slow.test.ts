/** Backs up a running server, damages its database, and restores it: from its snapshot, and from the backup elsewhere. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it, onTestFailed, vi } from 'vitest'
import { Browser } from '#testing/browser.ts'

const DIST = fileURLToPath(new URL('../dist/server', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'bg-data-'))
const ada = { firstName: 'Ada', lastName: 'Brewer', email: 'ada@example.org' }
let server: ChildProcess | undefined
afterAll(() => {
  server?.kill('SIGKILL')
  rmSync(scratch, { recursive: true, force: true })
})

const envOf = (dataDir: string) => ({
  PATH: process.env.PATH,
  PORT: '0',
  DATA_DIR: dataDir,
  SCAN_READERS: '1',
  LOG_LEVEL: 'warn',
})

/** Starts the built server, runs the work with its origin, and stops it; returns the exit code and what it printed. */
async function whileServing(dataDir: string, work: (origin: string) => Promise<void> = async () => {}) {
  const started = spawn(process.execPath, [join(DIST, 'main.js')], { env: envOf(dataDir) })
  server = started
  let output = ''
  for (const stream of [started.stdout, started.stderr]) stream.on('data', (chunk) => (output += chunk))
  onTestFailed(() => console.log(output))
  const ended = new Promise<number | null>((resolve) => started.once('exit', resolve))
  const origin = () => /http:\/\/localhost:\d+/u.exec(output)?.[0]
  await vi.waitFor(() => expect(origin() ?? started.exitCode).not.toBeNull(), { timeout: 60_000, interval: 100 })
  const address = origin()
  if (address !== undefined) {
    await work(address)
    started.kill('SIGTERM')
  }
  return { code: await ended, output }
}

function run(dataDir: string, ...args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [join(DIST, 'data.js'), ...args], { env: envOf(dataDir) }, (error, stdout, stderr) =>
      error ? reject(new Error(stderr || stdout)) : resolve(stdout),
    )
  })
}

/** Signs in, searches, and returns all searches of the history. */
async function searchesOf(origin: string, query: string): Promise<string> {
  const browser = new Browser(origin)
  const form = await browser.open('/api/login?returnTo=/api/user')
  await browser.submit(form, ada)
  const headers = { cookie: `session=${browser.cookie('session')}`, origin, 'content-type': 'application/json' }
  const body = JSON.stringify({ query, resultCount: 1 })
  const stored = await fetch(`${origin}/api/search-history`, { method: 'POST', headers, body })
  expect(stored.ok, await stored.text()).toBe(true)
  return (await browser.open('/api/search-history')).text
}

it('brings everything back after a damaged database', async () => {
  if (!existsSync(DIST)) throw new Error('The server is not built: run `npm run build` first.')
  const dataDir = join(scratch, 'data')
  const backup = join(scratch, 'backup')
  await whileServing(dataDir, async (origin) => {
    expect(await searchesOf(origin, 'tripel')).toContain('tripel')
    expect(await run(dataDir, 'backup', backup)).toMatch(/^Wrote [\d,]+ rows of \d+ tables/)
    await expect(run(dataDir, 'restore', backup)).rejects.toThrow('Stop it first')
    expect(await searchesOf(origin, 'dubbel')).toContain('tripel')
  })

  writeFileSync(join(dataDir, 'database/global/pg_control'), 'no longer a database')
  const { code, output } = await whileServing(dataDir)
  const [snapshot = ''] = readdirSync(join(dataDir, 'snapshots'))
  expect(code).toBe(78)
  expect(output).toContain(`npm run restore -- ${join(dataDir, 'snapshots', snapshot)}`)

  expect(await run(dataDir, 'restore', join(dataDir, 'snapshots', snapshot))).toContain('(users: 1)')
  await whileServing(dataDir, async (origin) => {
    const searches = await searchesOf(origin, 'quadrupel')
    for (const query of ['tripel', 'dubbel', 'quadrupel']) expect(searches).toContain(query)
  })

  const elsewhere = join(scratch, 'elsewhere')
  expect(await run(elsewhere, 'restore', backup)).toMatch(/^Restored [\d,]+ rows/)
  await whileServing(elsewhere, async (origin) => {
    const searches = await searchesOf(origin, 'lambic')
    expect(searches).toContain('tripel')
    expect(searches).not.toContain('dubbel')
  })
})
