import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { EngineStep, Photo, VisionEngine } from '#vision'
import { rememberingEngine } from './remembering-engine.ts'

const CALL = { signal: new AbortController().signal, deadline: Number.POSITIVE_INFINITY }
const photo = (content: string): Photo => ({ bytes: Buffer.from(content), width: 4, height: 3 })

function anEngine() {
  const asked: unknown[] = []
  const engine: VisionEngine = {
    name: 'told',
    version: '1',
    can: { scene: true, places: true, closerLook: true },
    async scene(frame) {
      asked.push(['scene', Buffer.from(frame.bytes).toString()])
      return { context: 'menu', confidence: 0.9, beerCount: 3, textContent: true }
    },
    async *read({ bytes }, ask): AsyncIterable<EngineStep> {
      asked.push([ask.turned ?? 0, Buffer.from(bytes).toString()])
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
  for await (const step of engine.read(of, { context: 'single', detail: 'full', turned }, CALL)) steps.push(step)
  return steps
}

test('looks once for each question about each photo, and repeats every step of the answer', async () => {
  const { engine, asked } = anEngine()
  const remembering = rememberingEngine(engine, aFolder())
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

test('shares what was read and seen with whoever opens the same folder, and with nobody else', async () => {
  const folder = aFolder()
  const { engine } = anEngine()
  const scene = await rememberingEngine(engine, folder).scene(photo('a'), CALL)
  await read(rememberingEngine(engine, folder), photo('a'))

  const other = anEngine()
  let looks = 0
  const again = rememberingEngine(other.engine, folder, () => {
    looks += 1
  })
  expect(await again.scene(photo('a'), CALL)).toEqual(scene)
  await read(again, photo('a'))
  expect(looks).toBe(0)
  await read(rememberingEngine(other.engine, aFolder()), photo('a'))
  expect(other.asked).toEqual([[0, 'a']])
})

test('does not take a look that broke off for an answer', async () => {
  const { engine, asked } = anEngine()
  const remembering = rememberingEngine(engine, aFolder())
  for await (const _ of remembering.read(photo('a'), { context: 'single', detail: 'full', turned: 0 }, CALL)) break
  await read(remembering, photo('a'))
  expect(asked).toHaveLength(2)
})
