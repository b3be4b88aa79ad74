/**
 * The contract tests of the engine port. The test file of each engine calls `testEngine` with pictures on which that engine
 * finds something.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Scene } from '#contracts'
import type { Ask, Call, EngineStep, Photo, VisionEngine } from './engine.ts'
import type { Reading, TextLine } from './reading.ts'

export interface EngineUnderTest {
  /** `ocr` engines return lines and no beers; `ai` engines return beers and no lines. */
  kind: 'ocr' | 'ai'
  open(): Promise<VisionEngine>
  /** A photo on which this engine finds text or beers. */
  written(): Promise<Photo>
  /** A photo without content. */
  blank(): Promise<Photo>
}

const ASKS: Ask[] = (['single', 'group', 'menu'] as const).flatMap((context) =>
  (['quick', 'full'] as const).map((detail) => ({ context, detail })),
)
const ASK: Ask = { context: 'single', detail: 'full' }
const MINUTE_MS = 60_000
/** After the deadline an engine may finish its current stage. */
const SOON_MS = 2_000

export function testEngine(name: string, { kind, open, written, blank }: EngineUnderTest): void {
  describe(`the engine ${name}`, () => {
    let engine: VisionEngine
    let photo: Photo
    let blankPhoto: Photo

    beforeAll(async () => {
      ;[engine, photo, blankPhoto] = await Promise.all([open(), written(), blank()])
    })
    afterAll(async () => {
      await engine?.close()
    })

    it('has a name and a version', () => {
      expect(engine.name).not.toBe('')
      expect(engine.version).not.toBe('')
    })

    it.each(ASKS)('ends with exactly one reading when asked for %o', async (ask) => {
      const steps = await stepsOf(engine.read(photo, ask, withinMinute()))
      expect(steps.filter((step) => step.kind === 'reading')).toHaveLength(1)
      expect(steps.at(-1)?.kind).toBe('reading')
    })

    it('reports progress that never decreases and never exceeds its total', async () => {
      const steps = await stepsOf(engine.read(photo, ASK, withinMinute()))
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
    ] as const)('reports the pieces of a %s in order, and together all lines of the reading', async (context, axis) => {
      const steps = await stepsOf(engine.read(photo, { context, detail: 'full' }, withinMinute()))
      const pieces = steps.flatMap((step) => (step.kind === 'progress' && step.lines ? [step.lines] : []))
      const startsOf = (lines: readonly TextLine[]) =>
        lines.map(({ corners }) => Math.min(...corners.map((corner) => corner[axis])))
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

    it('returns lines or beers, according to its kind', async () => {
      const reading = await readingOf(engine.read(photo, ASK, withinMinute()))
      expect(reading.complete).toBe(true)
      expect(kind === 'ocr' ? reading.lines : reading.beers).not.toHaveLength(0)
      expect(kind === 'ocr' ? reading.beers : reading.lines).toHaveLength(0)
    })

    it.each(ASKS)('returns positions and confidences within their ranges when asked for %o', async (ask) => {
      const reading = await readingOf(engine.read(photo, ask, withinMinute()))
      const positions = [
        ...reading.lines.flatMap((line) => [...line.corners]),
        ...reading.beers.flatMap((beer) => (beer.position ? [beer.position] : [])),
      ]
      if (kind === 'ai') expect(positions).toHaveLength(0)
      for (const position of positions) {
        expect(Math.min(position.x, position.y)).toBeGreaterThanOrEqual(0)
        expect(Math.max(position.x, position.y)).toBeLessThanOrEqual(100)
      }
      for (const { confidence } of [...reading.lines, ...reading.beers]) {
        expect(confidence).toBeGreaterThanOrEqual(0)
        expect(confidence).toBeLessThanOrEqual(1)
      }
      for (const line of reading.lines) expect(line.text.trim()).not.toBe('')
    })

    it('finds nothing on a blank picture', async () => {
      const reading = await readingOf(engine.read(blankPhoto, ASK, withinMinute()))
      expect(reading).toMatchObject({ lines: [], beers: [], complete: true })
    })

    it('reports beers early in the order of the reading, and no others', async () => {
      const steps = await stepsOf(engine.read(photo, { context: 'menu', detail: 'full' }, withinMinute()))
      const early = steps.flatMap((step) => (step.kind === 'progress' ? (step.beers ?? []) : []))
      const reading = steps.flatMap((step) => (step.kind === 'reading' ? step.reading.beers : []))
      expect(reading.slice(0, early.length)).toEqual(early)
    })

    it('marks every field as printed or estimated, and keeps ratings in range', async () => {
      const { beers } = await readingOf(engine.read(photo, ASK, withinMinute()))
      for (const { name, brewery, style, abv, ibu, rating } of beers) {
        for (const field of [name, brewery, style, abv, ibu]) {
          if (field) expect(['printed', 'estimated']).toContain(field.basis)
        }
        expect(rating === null || rating === undefined || (rating > 0 && rating <= 100)).toBe(true)
      }
    })

    it('returns the same reading for the same picture', async () => {
      const first = await readingOf(engine.read(photo, ASK, withinMinute()))
      expect(await readingOf(engine.read(photo, ASK, withinMinute()))).toEqual(first)
    })

    it('rejects with an AbortError if aborted before it starts', async () => {
      const call = { ...withinMinute(), signal: AbortSignal.abort() }
      await expect(stepsOf(engine.read(photo, ASK, call))).rejects.toMatchObject({ name: 'AbortError' })
    })

    it('rejects with an AbortError if aborted while reading', async () => {
      const controller = new AbortController()
      const reading = async () => {
        for await (const step of engine.read(photo, ASK, { ...withinMinute(), signal: controller.signal })) {
          if (step.kind === 'progress') controller.abort()
        }
      }
      await expect(reading()).rejects.toMatchObject({ name: 'AbortError' })
    })

    it('returns an incomplete reading soon after its deadline', async () => {
      const started = Date.now()
      const reading = await readingOf(engine.read(photo, ASK, { ...withinMinute(), deadline: started - 1 }))
      expect(Date.now() - started).toBeLessThan(SOON_MS)
      expect(reading.complete).toBe(false)
    })

    it('rejects a picture that cannot be decoded', async () => {
      const broken = { ...photo, bytes: new TextEncoder().encode('no picture at all') }
      await expect(stepsOf(engine.read(broken, ASK, withinMinute()))).rejects.toThrow(/picture/i)
    })

    it('classifies frames, a blank one as no beer with low confidence; rejects them if it cannot', async () => {
      if (!engine.can.scene) return await expect(engine.scene(photo, withinMinute())).rejects.toThrow()
      expect(Scene.safeParse(await engine.scene(photo, withinMinute())).success).toBe(true)
      const scene = await engine.scene(blankPhoto, withinMinute())
      expect(scene).toMatchObject({ context: 'single_beer', beerCount: 0 })
      expect(scene.confidence).toBeLessThan(0.6)
    })
  })
}

function withinMinute(): Call {
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
