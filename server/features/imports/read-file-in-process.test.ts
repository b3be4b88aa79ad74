import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { temporaryProgram } from '#testing/bundle.ts'
import { childrenOf } from '#testing/child-processes.ts'
import { cpuMs } from '#testing/growth.ts'
import { batchesOf, type FileBatch } from './batches.ts'
import { detectFileKind } from './file-kind.ts'
import { parseFile } from './parse-file.ts'
import { fileReader, ReadingKilled, UnreadableFile } from './read-file-in-process.ts'

const program = await temporaryProgram(new URL('./file-reader.ts', import.meta.url))
afterAll(() => program.remove())

const MB = 1024 * 1024
const never = new AbortController().signal
const untappdJson = (...names: string[]) =>
  JSON.stringify(names.map((beer_name) => ({ beer_name, brewery_name: 'Test', created_at: '2026-01-01 10:00:00' })))

function read(text: string, limits: Omit<Parameters<typeof fileReader>[0], 'script'> = {}) {
  const kind = detectFileKind(new TextEncoder().encode(text.slice(0, MB)))
  return fileReader({ script: program.path, ...limits })(kind, gzipSync(text, { level: 1 }), never)
}

async function all(batches: AsyncIterable<FileBatch>): Promise<FileBatch[]> {
  const read: FileBatch[] = []
  for await (const batch of batches) read.push(batch)
  return read
}

describe('a file read in a process of its own', () => {
  it('yields the batches that it yields in this process', async () => {
    const text = untappdJson(...Array.from({ length: 120 }, (_, number) => `Beer ${number}`))
    const batches = await all(read(text))
    expect(batches.map(({ records }) => records.length)).toEqual([50, 50, 20])
    expect(batches).toEqual(await all(batchesOf(parseFile('untappd-json', new TextEncoder().encode(text)))))
  })

  it('leaves this process free, whatever is in it', { timeout: 60_000 }, async () => {
    const fields = ['-', '(', ' ', '( ', '&#', '[', '"', ',', ' co'].map((part) => part.repeat(MB / part.length))
    const hostile = untappdJson(...fields, ...fields.map((field) => `a${field}b`))
    const reader = fileReader({ script: program.path })
    const compressed = gzipSync(hostile, { level: 1 })
    const parsedHere = await cpuMs(() => all(batchesOf(parseFile('untappd-json', new TextEncoder().encode(hostile)))))
    let batches: FileBatch[] = []
    const spent = await cpuMs(async () => {
      batches = await all(reader('untappd-json', compressed, never))
    })
    expect(batches.flatMap(({ records }) => records).length).toBeGreaterThan(fields.length)
    expect(spent).toBeLessThan(parsedHere / 2)
  })

  it('ends when it needs too much memory', { timeout: 60_000 }, async () => {
    await expect(all(read(untappdJson('a'), { memoryMb: 4 }))).rejects.toThrow(UnreadableFile)
  })

  it('ends when a batch, or the file, takes too long', async () => {
    await expect(all(read(untappdJson('a'), { batchMs: 1 }))).rejects.toThrow('took too long')
    await expect(all(read(untappdJson('a'), { fileMs: 1 }))).rejects.toThrow('took too long')
  })

  it('ends when the file is not what was announced', async () => {
    const reader = fileReader({ script: program.path })
    await expect(all(reader('untappd-csv', Buffer.from('no gzip'), never))).rejects.toThrow(UnreadableFile)
  })

  it('is killed from outside: another attempt may succeed', async () => {
    const batches = fileReader({ script: program.path })('untappd-json', gzipSync(untappdJson('a')), never)
    const reading = all(batches)
    for (const pid of childrenOf(process.pid, program.path)) process.kill(pid, 'SIGKILL')
    await expect(reading).rejects.toThrow(ReadingKilled)
  })

  it('ends with the server', async () => {
    const stopped = new AbortController()
    const reading = all(fileReader({ script: program.path })('untappd-json', gzipSync('[]'), stopped.signal))
    stopped.abort(new Error('the server stops'))
    await expect(reading).rejects.toThrow('the server stops')
  })
})
