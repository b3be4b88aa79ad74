import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CommandRefused } from './command-refused.ts'
import { type Command, listenForCommands, ServerNotRunning, sendCommand } from './command-socket.ts'

const log = { info: vi.fn(), error: vi.fn() }
const ignore = () => {}
let dataDir: string
let closing: (() => Promise<void>)[] = []

beforeEach(() => {
  vi.clearAllMocks()
  dataDir = mkdtempSync(join(tmpdir(), 'bg-commands-'))
})
afterEach(async () => {
  for (const close of closing) await close()
  closing = []
  rmSync(dataDir, { recursive: true, force: true })
})

async function listen(commands: Record<string, Command>, folder = dataDir) {
  const { close } = await listenForCommands({ dataDir: folder, commands, log })
  closing.push(close)
}

describe('a command', () => {
  it('runs in the server, which reports its progress', async () => {
    const text = `€${'ä'.repeat(100_000)}\u2028`
    await listen({
      count: async (input, report) => {
        for (const step of [1, 2, 3]) report({ step })
        return { input }
      },
    })
    const reported: unknown[] = []
    const result = await sendCommand(dataDir, { command: 'count', input: { text } }, (step) => reported.push(step))
    expect(result).toEqual({ input: { text } })
    expect(reported).toEqual([{ step: 1 }, { step: 2 }, { step: 3 }])
  })

  it('fails with the message of the server, which keeps running', async () => {
    await listen({
      fail: async () => {
        throw new Error('the disk is full')
      },
      work: async () => 'done',
    })
    await expect(sendCommand(dataDir, { command: 'fail', input: null }, ignore)).rejects.toThrow('the disk is full')
    for (const command of ['nothing', 'constructor'])
      await expect(sendCommand(dataDir, { command, input: null }, ignore)).rejects.toThrow(
        `unknown command: ${command}`,
      )
    expect(await sendCommand(dataDir, { command: 'work', input: null }, ignore)).toBe('done')
  })

  it('fails with what the database says, without the statement that failed and its values', async () => {
    const refusal = new Error('permission denied for table users')
    await listen({
      fail: async () => {
        throw new DrizzleQueryError('select id from users where email = $1', ['ada@example.org'], refusal)
      },
    })
    const failure = await sendCommand(dataDir, { command: 'fail', input: null }, ignore).catch(String)
    expect(failure).toBe('Error: permission denied for table users')
  })

  it('is logged as an error only if the server failed, and never with the address that was wrong', async () => {
    await listen({
      fail: async () => {
        throw new Error('no connection')
      },
      refuse: async () => {
        throw new CommandRefused('No user has the address ada@example.org.')
      },
      read: () => readFile(join(dataDir, 'missing')),
    })
    const failing = (command: string) => expect(sendCommand(dataDir, { command, input: null }, ignore)).rejects
    await failing('refuse').toThrow('No user has the address ada@example.org.')
    await failing('read').toThrow('The server cannot reach')
    await failing('nothing').toThrow('unknown command')
    expect(log.error).not.toHaveBeenCalled()
    expect(JSON.stringify(log.info.mock.calls)).toContain('refused')
    expect(JSON.stringify(log.info.mock.calls)).not.toContain('ada@example.org')
    await failing('fail').toThrow('no connection')
    expect(log.error).toHaveBeenCalledOnce()
  })

  it('names a folder that both see if the server cannot reach a file', async () => {
    await listen({ read: (path) => readFile(String(path)) })
    const path = join(dataDir, 'missing', 'beers.csv')
    await expect(sendCommand(dataDir, { command: 'read', input: path }, ignore)).rejects.toThrow(
      `The server cannot reach ${path} (ENOENT). Use a file in ${dataDir}, which it can read and write.`,
    )
  })

  it('is aborted when the client closes the connection', async () => {
    const aborted = deferred()
    await listen({
      wait: (_, report, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            aborted.resolve()
            reject(signal.reason)
          })
          report('begun')
        }),
    })
    const enough = new Error('enough')
    const sending = sendCommand(dataDir, { command: 'wait', input: null }, () => {
      throw enough
    })
    await expect(sending).rejects.toThrow(enough)
    await aborted.promise
  })

  it('is aborted when the server stops', async () => {
    const begun = deferred()
    await listen({
      wait: (_, __, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
          begun.resolve()
        }),
    })
    const sending = sendCommand(dataDir, { command: 'wait', input: null }, ignore)
    const failed = expect(sending).rejects.toThrow('closed the connection')
    await begun.promise
    await closing.pop()?.()
    await failed
  })

  it('fails if no server is running, even if a killed one left its socket behind', async () => {
    await expect(sendCommand(dataDir, { command: 'x', input: null }, ignore)).rejects.toThrow(ServerNotRunning)
    await listen({})
    await closing.pop()?.()
    writeFileSync(join(dataDir, 'commands.sock'), '')
    await listen({ x: async () => 1 })
    expect(await sendCommand(dataDir, { command: 'x', input: null }, ignore)).toBe(1)
  })

  it('can be sent only by the owner of the folder, even if its path is too long for a socket', async () => {
    const deep = join(dataDir, 'long'.repeat(20), 'name'.repeat(20))
    mkdirSync(deep, { recursive: true })
    await listen({ x: async () => 'deep' }, deep)
    expect(await sendCommand(deep, { command: 'x', input: null }, ignore)).toBe('deep')
    await listen({})
    expect(statSync(join(dataDir, 'commands.sock')).mode & 0o777).toBe(0o600)
  })
})

function deferred(): { promise: Promise<void>; resolve(): void } {
  let resolve: () => void = ignore
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
