/**
 * The tests that every engine must pass: what the port promises, whatever stands behind it. A test file of the engine
 * calls `testEngine` with pictures that this engine can see something on.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Scene } from '#contracts'
import type { Ask, Call, EngineStep, Photo, VisionEngine } from './engine.ts'
import type { Reading, TextLine } from './reading.ts'

export interface EngineUnderTest {
  /** `ocr` engines fill lines and state no beers; `ai` engines state beers and invent no lines. */
  kind: 'ocr' | 'ai'
  open(): Promise<VisionEngine>
  /** A photo with text or beers on it; what is on it must not be empty for this engine. */
  written(): Promise<Photo>
  /** A photo of nothing. */
  blank(): Promise<Photo>
}

const ASKS: Ask[] = (['single', 'group', 'menu'] as const).flatMap((context) =>
  (['quick', 'full'] as const).map((detail) => ({ context, detail })),
)
const ASK: Ask = { context: 'single', detail: 'full' }
const MINUTE_MS = 60_000
/** An engine that is told to stop in time may finish the stage it is in. */
const SOON_MS = 2_000

export function testEngine(name: string, { kind, open, written, blank }: EngineUnderTest): void {
  describe(`the engine ${name}`, () => {
    let engine: VisionEngine
    let photo: Photo
    let nothing: Photo

    beforeAll(async () => {
      ;[engine, photo, nothing] = await Promise.all([open(), written(), blank()])
    })
    afterAll(async () => {
      await engine?.close()
    })

    it('has a name and a version', () => {
      expect(engine.name).not.toBe('')
      expect(engine.version).not.toBe('')
    })

    it.each(ASKS)('ends with exactly one reading when asked for %o', async (ask) => {
      const steps = await stepsOf(engine.read(photo, ask, inTime()))
      expect(steps.filter((step) => step.kind === 'reading')).toHaveLength(1)
      expect(steps.at(-1)?.kind).toBe('reading')
    })

    it('reports progress that never falls and never passes its total', async () => {
      const steps = await stepsOf(engine.read(photo, ASK, inTime()))
      const progress = steps.filter((step) => step.kind === 'progress')
      expect(progress.length).toBeGreaterThan(0)
      let last = { done: 0, total: 0 }
      for (const step of progress) {
        expect(step.done).toBeGreaterThanOrEqual(last.done)
        expect(step.total).toBeGreaterThanOrEqual(last.total)
        expect(step.done).toBeLessThanOrEqual(step.total)
        last = step
      }
      expect(last.done).toBe(last.total)
    })

    it.each([
      ['menu', 'y'],
      ['group', 'x'],
    ] as const)('hands over what it reads of a %s in order, all that the reading holds', async (context, axis) => {
      const steps = await stepsOf(engine.read(photo, { context, detail: 'full' }, inTime()))
      const pieces = steps.flatMap((step) => (step.kind === 'progress' && step.lines ? [step.lines] : []))
      const startsOf = (lines: readonly TextLine[]) =>
        lines.map(({ corners }) => Math.min(...corners.map((at) => at[axis])))
      for (const [index, piece] of pieces.entries()) {
        const later = startsOf(pieces.slice(index + 1).flat())
        for (const start of startsOf(piece))
          for (const other of later) expect(other).toBeGreaterThanOrEqual(start - 0.5)
      }
      const texts = new Set(pieces.flat().map(({ text }) => text))
      const last = steps.at(-1)
      for (const { text } of last?.kind === 'reading' ? last.reading.lines : []) {
        if (pieces.length > 0) expect(texts).toContain(text)
      }
    })

    it('sees what is there, in the form of its kind', async () => {
      const reading = await readingOf(engine.read(photo, ASK, inTime()))
      expect(reading.complete).toBe(true)
      expect(kind === 'ocr' ? reading.lines : reading.beers).not.toHaveLength(0)
      expect(kind === 'ocr' ? reading.beers : reading.lines).toHaveLength(0)
    })

    it.each(ASKS)('gives places and probabilities in their ranges when asked for %o', async (ask) => {
      const reading = await readingOf(engine.read(photo, ask, inTime()))
      const places = [
        ...reading.lines.flatMap((line) => [...line.corners]),
        ...reading.beers.flatMap((beer) => (beer.where ? [beer.where] : [])),
      ]
      if (!engine.can.places) expect(places).toHaveLength(0)
      for (const place of places) {
        expect(Math.min(place.x, place.y)).toBeGreaterThanOrEqual(0)
        expect(Math.max(place.x, place.y)).toBeLessThanOrEqual(100)
      }
      for (const { confidence } of [...reading.lines, ...reading.beers]) {
        expect(confidence).toBeGreaterThanOrEqual(0)
        expect(confidence).toBeLessThanOrEqual(1)
      }
      for (const line of reading.lines) expect(line.text.trim()).not.toBe('')
    })

    it('sees nothing on a blank picture', async () => {
      const reading = await readingOf(engine.read(nothing, ASK, inTime()))
      expect(reading).toMatchObject({ lines: [], beers: [], complete: true })
    })

    it('hands over beforehand nothing but what the reading holds, in its order', async () => {
      const steps = await stepsOf(engine.read(photo, { context: 'menu', detail: 'full' }, inTime()))
      const told = steps.flatMap((step) => (step.kind === 'progress' ? (step.beers ?? []) : []))
      const reading = steps.flatMap((step) => (step.kind === 'reading' ? step.reading.beers : []))
      expect(reading.slice(0, told.length)).toEqual(told)
    })

    it('marks every value it states as printed or estimated, and a rating as nothing else', async () => {
      const { beers } = await readingOf(engine.read(photo, ASK, inTime()))
      for (const { name, brewery, style, abv, ibu, rating } of beers) {
        for (const stated of [name, brewery, style, abv, ibu]) {
          if (stated) expect(['printed', 'estimated']).toContain(stated.basis)
        }
        expect(rating === null || rating === undefined || (rating > 0 && rating <= 100)).toBe(true)
      }
    })

    it('reads the same picture twice alike', async () => {
      const first = await readingOf(engine.read(photo, ASK, inTime()))
      expect(await readingOf(engine.read(photo, ASK, inTime()))).toEqual(first)
    })

    it('ends with an AbortError when it is aborted before it starts', async () => {
      const call = { ...inTime(), signal: AbortSignal.abort() }
      await expect(stepsOf(engine.read(photo, ASK, call))).rejects.toMatchObject({ name: 'AbortError' })
    })

    it('ends with an AbortError when it is aborted on the way', async () => {
      const controller = new AbortController()
      const reading = async () => {
        for await (const step of engine.read(photo, ASK, { ...inTime(), signal: controller.signal })) {
          if (step.kind === 'progress') controller.abort()
        }
      }
      await expect(reading()).rejects.toMatchObject({ name: 'AbortError' })
    })

    it('ends soon and says that more may be there when its time is up', async () => {
      const started = Date.now()
      const reading = await readingOf(engine.read(photo, ASK, { ...inTime(), deadline: started - 1 }))
      expect(Date.now() - started).toBeLessThan(SOON_MS)
      expect(reading.complete).toBe(false)
    })

    it('refuses a picture that cannot be read', async () => {
      const broken = { ...photo, bytes: new TextEncoder().encode('no picture at all') }
      await expect(stepsOf(engine.read(broken, ASK, inTime()))).rejects.toThrow(/picture/i)
    })

    it('tells what a frame shows', async () => {
      if (!engine.can.scene) return
      expect(Scene.safeParse(await engine.scene(photo, inTime())).success).toBe(true)
    })

    it('is not sure of any beer on a blank frame', async () => {
      if (!engine.can.scene) return
      const scene = await engine.scene(nothing, inTime())
      expect(scene).toMatchObject({ context: 'single_beer', beerCount: 0 })
      expect(scene.confidence).toBeLessThan(0.6)
    })
  })
}

function inTime(): Call {
  return { signal: new AbortController().signal, deadline: Date.now() + MINUTE_MS }
}

async function stepsOf(steps: AsyncIterable<EngineStep>): Promise<EngineStep[]> {
  const all: EngineStep[] = []
  for await (const step of steps) all.push(step)
  return all
}

async function readingOf(steps: AsyncIterable<EngineStep>): Promise<Reading> {
  const last = (await stepsOf(steps)).at(-1)
  if (last?.kind !== 'reading') throw new Error('The engine gave no reading')
  return last.reading
}
