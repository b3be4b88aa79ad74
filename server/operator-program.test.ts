import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const PROGRAMS = {
  accounts: () => import('./accounts.ts'),
  catalogue: () => import('./catalogue.ts'),
  data: () => import('./data.ts'),
  doctor: () => import('./doctor.ts'),
}

const printed: string[] = []
const complained: string[] = []
const { argv } = process
beforeEach(() => {
  vi.resetModules()
  vi.spyOn(console, 'log').mockImplementation((text) => printed.push(String(text)))
  vi.spyOn(console, 'error').mockImplementation((text) => complained.push(String(text)))
})
afterEach(() => {
  vi.restoreAllMocks()
  process.argv = argv
  process.exitCode = undefined
  printed.length = 0
  complained.length = 0
})

async function run(program: keyof typeof PROGRAMS, ...args: string[]): Promise<typeof process.exitCode> {
  process.argv = ['node', program, ...args]
  await PROGRAMS[program]()
  return process.exitCode
}

describe.each([
  ['data', 'backup'],
  ['data', 'restore'],
  ['data', 'move'],
  ['accounts', 'invite'],
  ['catalogue', 'import'],
  ['doctor', ''],
] as const)('%s %s', (program, command) => {
  const args = command === '' ? [] : [command]

  it.each(['--help', '-h'])('prints its usage for %s', async (help) => {
    expect(await run(program, ...args, help)).toBeUndefined()
    expect(printed.join()).toContain(`npm run ${program === 'data' ? command : program}`)
    expect(complained).toEqual([])
  })

  it('refuses what it does not know in one line, and fails', async () => {
    expect(await run(program, ...args, '--sideways', 'x')).toBe(1)
    expect(printed).toEqual([])
    expect(complained.join()).toMatch(/^[^\n]+ See: npm run \w+ -- --help$/)
  })
})

const THIS_FILE = fileURLToPath(import.meta.url)

it.each([
  [['export', THIS_FILE], `${THIS_FILE} is a file. Name a folder.`],
  [['corrections', '/nonexistent/x.patch'], 'There is no folder /nonexistent. Create it first.'],
  [['corrections', '/'], '/ is a folder. Name the file to write in it.'],
  [['import', 'table', THIS_FILE, '--problems', '/nonexistent/x'], 'There is no folder /nonexistent. Create it first.'],
])('says in one line why catalogue %j cannot write', async (args, message) => {
  expect(await run('catalogue', ...args)).toBe(1)
  expect(complained).toEqual([message])
})

it.runIf(existsSync('/proc'))('names what the file system refuses', async () => {
  expect(await run('catalogue', 'export', '/proc/none/dump')).toBe(1)
  expect(complained).toEqual(['/proc/none cannot be used (ENOENT).'])
})

it('says what the database says, without the statement that failed and its values', async () => {
  const { runProgram } = await import('./operator-program.ts')
  const refusal = new Error('permission denied for table users')
  const failing = () => Promise.reject(new DrizzleQueryError('select id from users', ['ada@example.org'], refusal))
  await runProgram({ name: 'accounts', usage: '', run: failing }, [])
  expect(complained).toEqual(['permission denied for table users'])
})
