import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { testLog } from '#testing/log.ts'
import { type Command, listenForCommands } from './adapters/commands/command-socket.ts'
import { readConfig } from './config.ts'
import { runOperatorCommand } from './operator-command.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bg-operator-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const run = (dataDir: string, report?: (progress: unknown) => void) =>
  runOperatorCommand(readConfig({ DATA_DIR: dataDir }), {
    command: 'work',
    input: null,
    commands: () => expect.fail('runs here'),
    ...(report && { report }),
  })

it('creates no installation where there is none', async () => {
  const dataDir = join(folder, 'wrong')
  await expect(run(dataDir)).rejects.toThrow(`There is no database in ${dataDir}. Set DATA_DIR to`)
  expect(existsSync(dataDir)).toBe(false)
})

it('says what to check if PostgreSQL cannot be reached', async () => {
  const settings = readConfig({ DATABASE_URL: 'postgres://beer:hush@127.0.0.1:1/none' })
  const error = await runOperatorCommand(settings, {
    command: 'work',
    input: null,
    commands: () => expect.fail('runs'),
  }).catch(String)
  expect(error).toMatch(/PostgreSQL cannot be used: .*ECONNREFUSED.*\. Check DATABASE_URL/)
  expect(error).not.toContain('hush')
})

it('returns and reports texts that a terminal only shows', async () => {
  const work: Command = async (_input, report) => {
    report({ problem: { message: 'row\n\u001b[2J1' } })
    return [{ beer: 'Dusk\u001b]0;title\u0007\r\n# 2', users: 3, key: null }]
  }
  const server = await listenForCommands({ dataDir: folder, commands: { work }, log: testLog })
  const reported: unknown[] = []
  const result = await run(folder, (progress) => reported.push(progress))
  await server.close()
  expect(result).toEqual([{ beer: 'Dusk ]0;title # 2', users: 3, key: null }])
  expect(reported).toEqual([{ problem: { message: 'row [2J1' } }])
})
