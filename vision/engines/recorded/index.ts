/**
 * Recorded answers, for development and tests without a model: one per photo, looked up by the SHA-256 of its bytes, and a
 * default for all others. The only entry of this folder.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { Scene } from '#contracts'
import {
  type Call,
  type EngineSetup,
  type EngineStep,
  isPastDeadline,
  type Photo,
  type VisionEngine,
} from '../../engine.ts'
import { pictureTypeOf } from '../../picture-format.ts'
import { EMPTY_READING } from '../../reading.ts'
import { damagedPicture } from '../../unreadable-picture.ts'

const Percent = z.number().check(z.gte(0), z.lte(100))
const Probability = z.number().check(z.gte(0), z.lte(1))
const Position = z.object({ x: Percent, y: Percent })
const structuredField = <T extends z.ZodMiniType>(value: T) =>
  z.object({ value, basis: z.enum(['printed', 'estimated']) })

const RecordedReading = z.object({
  lines: z.array(
    z.object({
      text: z.string().check(z.minLength(1)),
      confidence: Probability,
      corners: z.tuple([Position, Position, Position, Position]),
      rotation: z.number(),
    }),
  ),
  beers: z.array(
    z.object({
      name: structuredField(z.string()),
      brewery: z.nullable(structuredField(z.string())),
      style: z.nullable(structuredField(z.string())),
      abv: z.nullable(structuredField(z.number())),
      ibu: z.nullable(structuredField(z.number())),
      price: z.nullable(z.string()),
      size: z.nullable(z.string()),
      section: z.nullable(z.string()),
      position: z.nullable(Position),
      confidence: Probability,
    }),
  ),
  complete: z.boolean(),
})

const RecordedAnswer = z.object({
  scene: z._default(Scene, { context: 'single_beer', confidence: 0, beerCount: 0, textContent: false }),
  reading: z._default(RecordedReading, { lines: [], beers: [], complete: true }),
  /** Duration of a reading, for watching progress and cancelling. */
  delayMs: z._default(z.number().check(z.gte(0)), 0),
})

/** Answers by the SHA-256 of a photo's bytes in hex, and the default. */
export const Recording = z.object({
  photos: z._default(z.record(z.string(), RecordedAnswer), {}),
  fallback: z._default(RecordedAnswer, RecordedAnswer.parse({})),
})
export type Recording = z.infer<typeof Recording>

const Settings = z.union([z.object({ file: z.string() }), z.object({ recording: Recording })])

/**
 * Settings: `file`, the path of a JSON recording, or `recording`, the recording itself.
 * @throws ZodError when the settings or the file contain no valid recording.
 */
export async function openRecorded({ settings }: EngineSetup): Promise<VisionEngine> {
  const source = Settings.parse(settings)
  const recording =
    'file' in source ? Recording.parse(JSON.parse(await readFile(source.file, 'utf8'))) : source.recording
  const answerTo = (photo: Photo) => {
    assertPicture(photo)
    return recording.photos[createHash('sha256').update(photo.bytes).digest('hex')] ?? recording.fallback
  }
  return {
    name: 'recorded',
    version: createHash('sha256').update(JSON.stringify(recording)).digest('hex').slice(0, 12),
    can: { scene: true, regions: false },
    async scene(frame, call) {
      call.signal.throwIfAborted()
      return answerTo(frame).scene
    },
    async *read(photo, _ask, call): AsyncIterable<EngineStep> {
      call.signal.throwIfAborted()
      if (isPastDeadline(call)) {
        return yield { kind: 'reading', reading: { ...EMPTY_READING, complete: false } }
      }
      const { reading, delayMs } = answerTo(photo)
      const total = reading.lines.length + reading.beers.length
      for (let done = 0; done <= total; done++) {
        yield { kind: 'progress', done, total }
        await pause(delayMs / (total + 1), call)
      }
      yield { kind: 'reading', reading: structuredClone(reading) }
    },
    async close() {},
  }
}

/** Like any engine, this one reads no other bytes than those of pictures. */
function assertPicture({ bytes }: Photo): void {
  if (!pictureTypeOf(bytes)) throw damagedPicture()
}

function pause(ms: number, { signal }: Call): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
  })
}
