import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { askServer, type Command, listenForCommands, NobodyListens } from './command-socket.ts'

const log = { info: vi.fn(), error: vi.fn() }
const untold = () => {}
let dataDir: string
let closing: (() => Promise<void>)[] = []

beforeEach(() => {
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
  it('is carried out by the server, which tells how it goes', async () => {
    const text = 'ä'.repeat(100_000)
    await listen({
      count: async (input, tell) => {
        for (const step of [1, 2, 3]) tell({ step })
        return { input }
      },
    })
    const told: unknown[] = []
    const answer = await askServer(dataDir, { command: 'count', input: { text } }, (progress) => told.push(progress))
    expect(answer).toEqual({ input: { text } })
    expect(told).toEqual([{ step: 1 }, { step: 2 }, { step: 3 }])
  })

  it('fails with the message of the server, which goes on serving', async () => {
    await listen({
      fail: async () => {
        throw new Error('the disk is full')
      },
      work: async () => 'done',
    })
    await expect(askServer(dataDir, { command: 'fail', input: null }, untold)).rejects.toThrow('the disk is full')
    for (const command of ['nothing', 'constructor'])
      await expect(askServer(dataDir, { command, input: null }, untold)).rejects.toThrow(`knows no command ${command}`)
    expect(await askServer(dataDir, { command: 'work', input: null }, untold)).toBe('done')
  })

  it('is called off when the caller hangs up', async () => {
    const called = deferred()
    await listen({
      wait: (_, tell, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            called.resolve()
            reject(signal.reason)
          })
          tell('begun')
        }),
    })
    const hungUp = new Error('the caller has enough')
    const asking = askServer(dataDir, { command: 'wait', input: null }, () => {
      throw hungUp
    })
    await expect(asking).rejects.toThrow(hungUp)
    await called.promise
  })

  it('is called off when the server stops', async () => {
    const begun = deferred()
    await listen({
      wait: (_, __, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
          begun.resolve()
        }),
    })
    const asking = askServer(dataDir, { command: 'wait', input: null }, untold)
    const failed = expect(asking).rejects.toThrow('went away')
    await begun.promise
    await closing.pop()?.()
    await failed
  })

  it('has nobody to carry it out where no server runs, also after one was killed', async () => {
    await expect(askServer(dataDir, { command: 'x', input: null }, untold)).rejects.toThrow(NobodyListens)
    await listen({})
    await closing.pop()?.()
    writeFileSync(join(dataDir, 'commands.sock'), '')
    await listen({ x: async () => 1 })
    expect(await askServer(dataDir, { command: 'x', input: null }, untold)).toBe(1)
  })

  it('reaches the owner of the folder alone, also where the folder’s name is too long for a socket', async () => {
    const deep = join(dataDir, 'long'.repeat(20), 'name'.repeat(20))
    mkdirSync(deep, { recursive: true })
    await listen({ x: async () => 'deep' }, deep)
    expect(await askServer(deep, { command: 'x', input: null }, untold)).toBe('deep')
    await listen({})
    expect(statSync(join(dataDir, 'commands.sock')).mode & 0o777).toBe(0o600)
  })
})

function deferred(): { promise: Promise<void>; resolve(): void } {
  let resolve: () => void = untold
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
