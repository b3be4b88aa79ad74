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
