/**
 * An engine that answers from recordings of the embedded one, for journeys that are not about recognition. Photos are recognised by a
 * thumbnail, because a browser encodes the same picture differently from version to version. What nobody recorded is read by the
 * embedded engine: a changed picture makes a run slower, never wrong.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { type Ask, type EngineStep, lazy, type Photo, type VisionEngine } from '#vision'
import { NO_RECORDING } from '../fixtures/product.ts'

/** Side of a thumbnail in pixels; it has one grey value, 0-255, per pixel. */
const SIDE = 24
/** Mean absolute difference of grey values up to which two thumbnails show the same picture. */
const SAME_PICTURE = 4

/** A recorded pass takes this long, so that screens show their progress as they do with the real engine. */
const PASS_MS = 100

interface Recording {
  /** Grey values in hexadecimal, row by row. */
  thumbnail: string
  /** Width divided by height. */
  aspect: number
  ask: Ask
  steps: EngineStep[]
}

interface Recordings {
  /** One JSON object per line. */
  file: string
  /** Adds what was missing to the file. */
  isRecording: boolean
}

/** The engine; `open` opens the embedded one when it is first needed. */
export function recordedEngine({ file, isRecording }: Recordings, open: () => Promise<VisionEngine>): VisionEngine {
  const recordings = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map(parse) : []
  let opened: VisionEngine | undefined
  const embedded = lazy(async () => {
    opened = await open()
    return opened
  })
  return {
    name: 'embedded',
    version: 'recorded',
    can: { scene: true, regions: true },
    scene: async (frame, call) => (await embedded()).scene(frame, call),
    async *read(photo, ask, call) {
      const thumbnail = await thumbnailOf(photo)
      const aspect = photo.width / photo.height
      const known = recordings.find((one) => isSame(one, { thumbnail, aspect, ask }))
      if (known) {
        await sleep(PASS_MS, undefined, { signal: call.signal })
        return yield* known.steps
      }
      if (!isRecording) process.stderr.write(`${NO_RECORDING}\n`)
      const steps: EngineStep[] = []
      for await (const step of (await embedded()).read(photo, ask, call)) {
        steps.push(step)
        yield step
      }
      if (isRecording) appendFileSync(file, `${JSON.stringify({ thumbnail, aspect, ask, steps })}\n`)
    },
    close: async () => opened?.close(),
  }
}

const parse = (line: string): Recording => JSON.parse(line)

async function thumbnailOf({ bytes }: Photo): Promise<string> {
  const grey = await sharp(bytes).resize(SIDE, SIDE, { fit: 'fill' }).greyscale().raw().toBuffer()
  return grey.toString('hex')
}

function isSame(one: Recording, other: Omit<Recording, 'steps'>): boolean {
  if (Math.abs(one.aspect - other.aspect) > 0.02 || JSON.stringify(one.ask) !== JSON.stringify(other.ask)) return false
  const [a, b] = [Buffer.from(one.thumbnail, 'hex'), Buffer.from(other.thumbnail, 'hex')]
  const difference = a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0)
  return difference / a.length <= SAME_PICTURE
}
