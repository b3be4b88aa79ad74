/**
 * Answers that were written down beforehand, for development and tests without a model: one per photo, found by the
 * SHA-256 of the photo's bytes, and one for every other photo. The only entry of this folder.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { Scene } from '#contracts'
import type { Call, EngineSetup, EngineStep, Photo, VisionEngine } from '../../engine.ts'
import { EMPTY_READING } from '../../reading.ts'
import { UnreadablePicture } from '../../unreadable-picture.ts'

const Percent = z.number().check(z.gte(0), z.lte(100))
const Share = z.number().check(z.gte(0), z.lte(1))
const Place = z.object({ x: Percent, y: Percent })
const stated = <T extends z.ZodMiniType>(value: T) => z.object({ value, basis: z.enum(['printed', 'estimated']) })

const RecordedReading = z.object({
  lines: z.array(
    z.object({
      text: z.string().check(z.minLength(1)),
      confidence: Share,
      corners: z.tuple([Place, Place, Place, Place]),
      turned: z.number(),
    }),
  ),
  beers: z.array(
    z.object({
      name: stated(z.string()),
      brewery: z.nullable(stated(z.string())),
      style: z.nullable(stated(z.string())),
      abv: z.nullable(stated(z.number())),
      ibu: z.nullable(stated(z.number())),
      price: z.nullable(z.string()),
      size: z.nullable(z.string()),
      section: z.nullable(z.string()),
      where: z.nullable(Place),
      confidence: Share,
    }),
  ),
  complete: z.boolean(),
})

const RecordedAnswer = z.object({
  scene: z._default(Scene, { context: 'single_beer', confidence: 0, beerCount: 0, textContent: false }),
  reading: z._default(RecordedReading, { lines: [], beers: [], complete: true }),
  /** How long a reading takes, so that progress and cancelling can be watched. */
  takesMs: z._default(z.number().check(z.gte(0)), 0),
})

/** What the engine answers: per photo, by the SHA-256 of its bytes in hex, and otherwise. */
export const Recording = z.object({
  photos: z._default(z.record(z.string(), RecordedAnswer), {}),
  otherwise: z._default(RecordedAnswer, RecordedAnswer.parse({})),
})
export type Recording = z.infer<typeof Recording>

const Settings = z.union([z.object({ file: z.string() }), z.object({ recording: Recording })])

/**
 * Settings: `file`, the path of a JSON recording, or `recording`, the recording itself.
 * @throws when the settings or the file do not hold a recording.
 */
export async function openRecorded({ settings }: EngineSetup): Promise<VisionEngine> {
  const source = Settings.parse(settings)
  const recording =
    'file' in source ? Recording.parse(JSON.parse(await readFile(source.file, 'utf8'))) : source.recording
  const answerTo = (photo: Photo) => {
    assertPicture(photo)
    return recording.photos[createHash('sha256').update(photo.bytes).digest('hex')] ?? recording.otherwise
  }
  return {
    name: 'recorded',
    version: createHash('sha256').update(JSON.stringify(recording)).digest('hex').slice(0, 12),
    can: { scene: true, places: true, closerLook: false },
    async scene(frame, call) {
      call.signal.throwIfAborted()
      return answerTo(frame).scene
    },
    async *read(photo, _ask, call): AsyncIterable<EngineStep> {
      call.signal.throwIfAborted()
      if (Date.now() >= call.deadline) {
        return yield { kind: 'reading', reading: { ...EMPTY_READING, complete: false } }
      }
      const { reading, takesMs } = answerTo(photo)
      const total = reading.lines.length + reading.beers.length
      for (let done = 0; done <= total; done++) {
        yield { kind: 'progress', done, total }
        await pause(takesMs / (total + 1), call)
      }
      yield { kind: 'reading', reading: structuredClone(reading) }
    },
    async close() {},
  }
}

/** JPEG, PNG or WebP by their first bytes: like any engine, this one reads no other bytes. */
function assertPicture({ bytes }: Photo): void {
  const starts = [
    [0xff, 0xd8, 0xff],
    [0x89, 0x50, 0x4e, 0x47],
    [0x52, 0x49, 0x46, 0x46],
  ]
  if (starts.some((start) => start.every((byte, index) => bytes[index] === byte))) return
  throw new UnreadablePicture('The picture is damaged or cannot be read', 'unreadable_image')
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
