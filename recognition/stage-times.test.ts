import { expect, test } from 'vitest'
import type { VisionEngine } from '#vision'
import { anEngine, catalogue, PHOTO } from './given-lines.fixture.ts'
import { openRecognition } from './recognise.ts'
import { stageWatch } from './stage-times.ts'

const CALL = { signal: new AbortController().signal, deadline: Number.POSITIVE_INFINITY }

test('measures the engine apart from what is done with its steps, also if it fails', async () => {
  let time = 100
  const watch = stageWatch(() => time)
  const inner: VisionEngine = {
    ...anEngine(() => ({})),
    async scene() {
      time += 250
      throw new Error('no scene')
    },
    async *read() {
      time += 1_000
      yield { kind: 'progress', done: 1, total: 2 }
      time += 500
      throw new Error('lost')
    },
  }
  const engine = watch.watched(inner)
  await expect(engine.scene(PHOTO, CALL)).rejects.toThrow('no scene')
  const read = async () => {
    for await (const _ of engine.read(PHOTO, { context: 'menu', detail: 'full' }, CALL)) time += 40
  }
  await expect(read()).rejects.toThrow('lost')
  time += 7
  expect(watch.times()).toEqual({ scene: 0.25, reading: 1.5, matching: 0.047 })
})

test('says how long the stages of a scan took, those of the fallback included', async () => {
  const ask = { context: 'single_beer', call: 'identify', localOnly: 'budget' } as const
  const slow = async (): Promise<VisionEngine> => ({
    ...anEngine(() => ({})),
    async *read() {
      await new Promise((resolve) => setTimeout(resolve, 30))
      yield { kind: 'reading', reading: { lines: [], beers: [], complete: true } }
    },
  })
  const provider = { ...anEngine(() => ({})), can: { scene: false, regions: false, structured: true } }
  for await (const step of openRecognition({ engine: provider, catalogue, fallback: slow })(PHOTO, ask, CALL)) {
    if (step.kind !== 'complete') continue
    expect(step.times.reading).toBeGreaterThan(0.02)
    expect(step.times.matching).toBeGreaterThan(0)
  }
  expect.assertions(2)
})
