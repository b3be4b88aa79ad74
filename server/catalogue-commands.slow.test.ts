/** The operator's commands for data that leave the product: what users suggest, and the shipped catalogue. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { Browser } from '#testing/browser.ts'
import { BuiltProcess, startNode } from '#testing/built-process.ts'

const scratch = mkdtempSync(join(tmpdir(), 'bg-commands-'))
const env = { DATA_DIR: join(scratch, 'data'), SCAN_READERS: '1', LOG_LEVEL: 'warn' }
let server: Awaited<ReturnType<typeof startNode>> | undefined
afterAll(async () => {
  await server?.end('SIGKILL')
  rmSync(scratch, { recursive: true, force: true })
})

async function run(...args: string[]): Promise<string> {
  const command = new BuiltProcess('catalogue', env, args)
  expect(await command.exit(), command.log).toBe(0)
  return command.log
}

it('writes a suggested correction as a patch that git applies, while the server runs', async () => {
  server = await startNode(env)
  const { origin } = server
  const browser = new Browser(origin)
  const form = await browser.open('/api/login?returnTo=/api/user')
  await browser.submit(form, { firstName: 'Ada', lastName: 'Brewer', email: 'ada@example.org' })
  const search: { id: number; name: string }[] = JSON.parse((await browser.open('/api/beers/search?q=orval')).text)
  const { id } = search.find(({ name }) => name === 'Orval') ?? expect.fail('no Orval')
  const nothing = { name: null, brewery: null, style: null, abv: null, ibu: null, isRetired: false, note: null }
  const stored = await fetch(`${origin}/api/beers/${id}/correction`, {
    method: 'PUT',
    headers: { cookie: `session=${browser.cookie('session')}`, origin, 'content-type': 'application/json' },
    body: JSON.stringify({ ...nothing, ibu: 99, note: 'As the label says.' }),
  })
  expect(stored.status).toBe(204)

  const patch = join(scratch, 'findings.patch')
  expect(await run('corrections', patch)).toContain('1 changes, 0 remarks.')
  const text = readFileSync(patch, 'utf8')
  expect(text).toContain('As the label says.')
  expect(text).toMatch(/^\+.*name: Orval,.*ibu: 99/mu)
  execFileSync('git', ['apply', '--check', patch])
})

it('exports the shipped catalogue', async () => {
  const folder = join(scratch, 'dump')
  expect(await run('export', folder)).toContain('catalogue.json')
  expect(readdirSync(folder).sort()).toEqual([
    'beers.csv',
    'breweries.csv',
    'catalogue.json',
    'styles.beerjson.json',
    'styles.csv',
  ])
  expect(JSON.parse(readFileSync(join(folder, 'catalogue.json'), 'utf8')).beers.length).toBeGreaterThan(9_000)
})

it.each([
  [['undo', '3', '--dry-run'], 'undo takes no --dry-run'],
  [['undo', '3', '4'], "undo does not take '4'"],
  [['forget'], 'Unknown command: forget'],
])('does nothing of %j', async (args, message) => {
  const command = new BuiltProcess('catalogue', env, args)
  expect(await command.exit()).toBe(1)
  expect(command.log).toContain(message)
  expect(command.log).not.toContain('Undone')
})
