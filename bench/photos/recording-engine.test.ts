import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { EngineStep, Photo, VisionEngine } from '#vision'
import { recordingEngine } from './recording-engine.ts'

const CALL = { signal: new AbortController().signal, deadline: Number.POSITIVE_INFINITY }
const photo = (content: string): Photo => ({ bytes: Buffer.from(content), width: 4, height: 3 })

function anEngine() {
  const asked: unknown[] = []
  const engine: VisionEngine = {
    name: 'answered',
    version: '1',
    can: { scene: true, regions: true },
    async scene(frame) {
      asked.push(['scene', Buffer.from(frame.bytes).toString()])
      return { context: 'menu', confidence: 0.9, beerCount: 3, textContent: true }
    },
    async *read({ bytes }, ask): AsyncIterable<EngineStep> {
      asked.push([ask.rotation ?? 0, Buffer.from(bytes).toString()])
      yield { kind: 'progress', done: 0, total: 1 }
      yield { kind: 'reading', reading: { lines: [], beers: [], complete: true } }
    },
    async close() {},
  }
  return { engine, asked }
}

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bg-readings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

async function read(engine: VisionEngine, of: Photo, turned = 0) {
  const steps: EngineStep[] = []
  for await (const step of engine.read(of, { context: 'single', detail: 'full', rotation: turned }, CALL))
    steps.push(step)
  return steps
}

test('runs one pass for each request and photo, and repeats every step of the reading', async () => {
  const { engine, asked } = anEngine()
  const remembering = recordingEngine(engine, aFolder())
  const first = await read(remembering, photo('a'))
  expect(await read(remembering, photo('a'))).toEqual(first)
  await read(remembering, photo('a'), 15)
  await read(remembering, photo('b'))
  expect(asked).toEqual([
    [0, 'a'],
    [15, 'a'],
    [0, 'b'],
  ])
})

test('repeats the lattices of lines', async () => {
  const { engine } = anEngine()
  const line = {
    text: 'a',
    confidence: 1,
    corners: [
      { x: 0, y: 0 },
      { x: 9, y: 0 },
      { x: 9, y: 9 },
      { x: 0, y: 9 },
    ] as const,
    rotation: 0,
    lattice: { symbols: '_? a', steps: 1, costs: Uint8Array.of(255, 9, 255, 1) },
  }
  engine.read = async function* () {
    yield { kind: 'reading', reading: { lines: [line], beers: [], complete: true } }
  }
  const remembering = recordingEngine(engine, aFolder())
  await read(remembering, photo('a'))
  expect(await read(remembering, photo('a'))).toEqual([
    { kind: 'reading', reading: { lines: [line], beers: [], complete: true } },
  ])
})

test('shares readings and scenes with engines of the same folder only', async () => {
  const folder = aFolder()
  const { engine } = anEngine()
  const scene = await recordingEngine(engine, folder).scene(photo('a'), CALL)
  await read(recordingEngine(engine, folder), photo('a'))

  const other = anEngine()
  let looks = 0
  const again = recordingEngine(other.engine, folder, () => {
    looks += 1
  })
  expect(await again.scene(photo('a'), CALL)).toEqual(scene)
  await read(again, photo('a'))
  expect(looks).toBe(0)
  await read(recordingEngine(other.engine, aFolder()), photo('a'))
  expect(other.asked).toEqual([[0, 'a']])
})

test('does not store a pass that was interrupted', async () => {
  const { engine, asked } = anEngine()
  const remembering = recordingEngine(engine, aFolder())
  for await (const _ of remembering.read(photo('a'), { context: 'single', detail: 'full', rotation: 0 }, CALL)) break
  await read(remembering, photo('a'))
  expect(asked).toHaveLength(2)
})
