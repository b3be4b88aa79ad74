import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, getPriority } from 'node:os'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { CatalogueChanges } from '#catalogue'
import { temporaryProgram } from '#testing/bundle.ts'
import { cpuMs } from '#testing/growth.ts'
import { zipBomb } from '#testing/zip-bomb.ts'
import type { Photo, ProviderUsage } from '#vision'
import type { RecogniseStep } from '../outcome.ts'
import { type ReaderOptions, startReaders } from './reader-pool.ts'
import type { Script } from './reader-under-test.ts'
import { EngineUnusable, ReaderLost, type Readers, RecognitionFailed, Superseded } from './readers.ts'

const SILENT = { info: () => {}, warn: () => {} }
const never = new AbortController().signal
const open: Readers[] = []
const reader = await temporaryProgram(new URL('./reader-under-test.ts', import.meta.url))
/** For tests that leave its readers as they were: each process takes half a second to start. */
let shared: Readers
beforeAll(async () => {
  shared = await start()
})
afterAll(async () => {
  await shared.close()
  await reader.remove()
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()))
})

async function start(options: Partial<ReaderOptions> = {}): Promise<Readers> {
  const started = startReaders({
    readerScript: reader.path,
    engine: { name: 'under-test' },
    lexicons: null,
    batchReaders: 1,
    log: SILENT,
    ...options,
  })
  started.update(changes(['Orval']))
  await started.ready()
  return started
}

/** One of its own for a test, which ends with it. */
async function aPool(options: Partial<ReaderOptions> = {}): Promise<Readers> {
  const started = await start(options)
  open.push(started)
  return started
}

function changes(names: string[], version = 1): CatalogueChanges {
  const beers = names.map((name, index) => ({
    id: version * 100 + index,
    breweryId: null,
    name,
    aliases: [],
    style: null,
    abv: null,
    ibu: null,
    popularity: 0,
  }))
  return { version, beers, breweries: [], removedBeers: [], removedBreweries: [] }
}

function aPhoto(script: Script): Photo {
  return { bytes: Buffer.from(JSON.stringify(script)), width: 100, height: 100 }
}

function aFrame(): Promise<Buffer> {
  return sharp({ create: { width: 8, height: 8, channels: 3, background: 'white' } })
    .jpeg()
    .toBuffer()
}

async function recognise(pool: Readers, script: Script, signal = never): Promise<RecogniseStep[]> {
  const steps: RecogniseStep[] = []
  for await (const step of pool.recognise(aPhoto(script), { context: 'single_beer', call: 'identify' }, signal)) {
    steps.push(step)
  }
  return steps
}

const namesOf = (steps: RecogniseStep[]) =>
  steps.flatMap((step) =>
    step.kind === 'complete' ? step.outcome.sightings.flatMap(({ candidates }) => candidates[0]?.beerId ?? []) : [],
  )

test('recognises beers of the initial catalogue and of later updates', async () => {
  const pool = await aPool()
  const steps = await recognise(pool, { lines: ['Orval'] })
  expect(namesOf(steps)).toEqual([100])
  expect(steps.map((step) => step.kind)).toEqual(['progress', 'progress', 'complete'])
  expect(await recognise(pool, { lines: ['Duvel'] }).then(namesOf)).toEqual([])
  pool.update(changes(['Duvel'], 2))
  expect(await recognise(pool, { lines: ['Duvel'] }).then(namesOf)).toEqual([200])
})

test('reports its engine and the memory of its readers', async () => {
  expect(shared.status().map(({ lane, restarts }) => [lane, restarts])).toEqual([
    ['interactive', 0],
    ['batch', 0],
  ])
  for (const { memory } of shared.status()) expect(memory?.resident).toBeGreaterThan(10_000_000)
  await recognise(shared, { lines: [] })
  expect(shared.engineVersion).toMatch(/^under-test\/1\/rules-unbuilt-\d+$/)
  const used = shared.status().find(({ lane }) => lane === 'batch')?.memory
  expect(used?.resident).toBeGreaterThan(10_000_000)
  expect(used?.peak).toBeGreaterThanOrEqual(used?.resident ?? Number.POSITIVE_INFINITY)
})

test('rejects what is not a picture at once, without a reader', async () => {
  const before = shared.status()
  const archive = zipBomb(2_048)
  const resident = process.memoryUsage.rss()
  const spent = await cpuMs(async () => {
    await expect(shared.prepare(archive, 100, never)).rejects.toMatchObject({ reason: 'not_an_image' })
    await expect(shared.scene('key', archive, never)).rejects.toMatchObject({ reason: 'not_an_image' })
  })
  expect(spent).toBeLessThan(500)
  expect(process.memoryUsage.rss() - resident).toBeLessThan(64 * 1024 * 1024)
  expect(shared.status()).toEqual(before)
})

test('replaces a reader that crashed on a photo by one with the whole catalogue', async () => {
  const pool = await aPool()
  pool.update(changes(['Duvel'], 2))
  await expect(recognise(pool, { act: 'crash' })).rejects.toThrow(ReaderLost)
  expect(await recognise(pool, { lines: ['Orval', 'Duvel'] }).then(namesOf)).toEqual([100])
  expect(await recognise(pool, { lines: ['Duvel'] }).then(namesOf)).toEqual([200])
  expect(pool.status().map(({ lane, restarts }) => [lane, restarts])).toEqual([
    ['interactive', 0],
    ['batch', 1],
  ])
})

test('says why no reader can open its engine', async () => {
  const engine = { name: 'under-test', refusal: 'own_rec.onnx is damaged' }
  const pool = startReaders({ readerScript: reader.path, engine, lexicons: null, batchReaders: 1, log: SILENT })
  open.push(pool)
  pool.update(changes(['Orval']))
  const error = await pool.ready().catch((cause: unknown) => cause)
  expect(error).toEqual(new EngineUnusable("The engine 'under-test' cannot be opened: own_rec.onnx is damaged"))
})

test('replaces a reader that exceeds its deadline', async () => {
  const pool = await aPool({ timesMs: { single: 100 } })
  await expect(recognise(pool, { act: 'hang' })).rejects.toThrow(/deadline/)
  expect(pool.isReady()).toBe(false)
  await pool.ready()
  expect(pool.isReady()).toBe(true)
})

test('continues after an error of the engine', async () => {
  await expect(recognise(shared, { act: 'fail' })).rejects.toThrow(RecognitionFailed)
  expect(await recognise(shared, { lines: ['Orval'] }).then(namesOf)).toEqual([100])
})

test('cancels a task at once, and its reader takes the next one', async () => {
  const controller = new AbortController()
  const cancelled = recognise(shared, { act: 'wait', ms: 60_000 }, controller.signal)
  const waiting = recognise(shared, { act: 'wait', ms: 60_000 }, controller.signal)
  controller.abort()
  await expect(cancelled).rejects.toThrow(/abort/i)
  await expect(waiting).rejects.toThrow(/abort/i)
  expect(await recognise(shared, { lines: ['Orval'] }).then(namesOf)).toEqual([100])
})

test.each<[string, (steps: AsyncIterator<RecogniseStep>, scan: AbortController) => Promise<unknown>]>([
  [
    'is cancelled',
    async (steps, scan) => {
      scan.abort()
      await expect(steps.next()).rejects.toThrow(/abort/i)
    },
  ],
  ['nobody waits for any more', async (steps) => await steps.return?.()],
])('reports what a provider charges for a scan that %s', async (_what, leave) => {
  const usage = { calls: 1, inputTokens: 900, outputTokens: 80 }
  const photo = aPhoto({ act: 'wait', ms: 60_000, usage })
  const scan = new AbortController()
  const spent: ProviderUsage[] = []
  const onUsage = (reported: ProviderUsage) => void spent.push(reported)
  const steps = shared.recognise(photo, { context: 'single_beer', call: 'identify' }, scan.signal, onUsage)
  const iterator = steps[Symbol.asyncIterator]()
  // The reader begins, then the engine does.
  await iterator.next()
  await iterator.next()
  await leave(iterator, scan)
  await expect.poll(() => spent).toEqual([usage])
})

test('classifies camera frames during a scan, only the newest of each key', async () => {
  const controller = new AbortController()
  const scan = recognise(shared, { act: 'wait', ms: 60_000 }, controller.signal)
  const frame = await aFrame()
  const frames = ['one', 'one', 'one', 'two'].map((key) => shared.scene(key, frame, never))
  const settled = await Promise.allSettled(frames)
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(settled[1]).toMatchObject({ reason: expect.any(Superseded) })
  controller.abort()
  await expect(scan).rejects.toThrow()
})

test('prepares a photo, or reports why it cannot', async () => {
  expect(await shared.prepare(await aFrame(), 4, never)).toMatchObject({ width: 4, height: 4 })
  await expect(shared.prepare(Buffer.from('some text'), 4, never)).rejects.toMatchObject({
    name: 'UnreadablePicture',
    reason: 'not_an_image',
  })
})

test('reports that no reader could be started', async () => {
  const pool = startReaders({
    readerScript: new URL('./no-such-reader.js', import.meta.url),
    engine: { name: 'under-test' },
    lexicons: null,
    batchReaders: 1,
    log: { info: () => {}, warn: () => {} },
  })
  open.push(pool)
  await expect(pool.ready()).rejects.toThrow(ReaderLost)
  expect(pool.isReady()).toBe(false)
})

test('ends all its processes when it is closed', async () => {
  const pool = await aPool()
  await recognise(pool, { lines: [] })
  const scan = recognise(pool, { act: 'hang' })
  const { pid } = pool.status().find(({ lane }) => lane === 'batch') ?? { pid: 0 }
  expect(isAlive(pid ?? 0)).toBe(true)
  await Promise.all([pool.close(), expect(scan).rejects.toThrow(ReaderLost)])
  expect(isAlive(pid ?? 0)).toBe(false)
})

test.each([0, 15])(
  'a reader of scans gives way to its parent of niceness %i, and never goes before it',
  async (added) => {
    const opens = await temporaryProgram(new URL('./priority-of-a-reader.fixture.ts', import.meta.url))
    const { stdout } = await promisify(execFile)('nice', [
      '-n',
      String(added),
      process.execPath,
      opens.path,
      reader.path,
    ])
    await opens.remove()
    const parent = Math.min(constants.priority.PRIORITY_LOW, getPriority() + added)
    expect(Number(stdout)).toBe(Math.max(7, parent))
  },
)

test('a reader goes on when all processes of the server are told to end, until the server ends it', async () => {
  const pool = await aPool()
  const { pid } = pool.status().find(({ lane }) => lane === 'batch') ?? {}
  if (pid === undefined) throw new Error('there is no reader')
  const reading = recognise(pool, { lines: ['Orval'], ms: 200 })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.kill(pid, signal)
  expect(namesOf(await reading)).toEqual([100])
  await pool.close()
  expect(isAlive(pid)).toBe(false)
})

test('a reader ends when its parent has ended', async () => {
  const orphan = fork(reader.path, { serialization: 'advanced' })
  orphan.send({ kind: 'open', setup: { lane: 'interactive', engine: { name: 'under-test' }, lexicons: null } })
  await once(orphan, 'message')
  orphan.disconnect()
  expect(await once(orphan, 'exit')).toEqual([0, null])
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
