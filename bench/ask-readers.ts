/** Shows every photo of a set to the reader processes, as the server would; one at a time where times are to be compared. */
import sharp from 'sharp'
import { PHOTO_MAX_SIDE_PX, SCENE_FRAME_HEIGHT_PX, SCENE_FRAME_WIDTH_PX, SCENE_JPEG_QUALITY } from '#contracts'
import { type Outcome, type ReaderOptions, type Readers, type RecogniseAsk, startReaders } from '#recognition'
import { type Answer, ASKS, beersOf, MODES, type Mode, type PhotoAnswers } from './answers.ts'
import type { ShippedRows } from './known-beers.ts'
import type { LabelledPhoto } from './photo-set.ts'

export interface Questions {
  photos: readonly LabelledPhoto[]
  catalogue: ShippedRows
  engine: ReaderOptions['engine']
  /** Folder in which the readings stay, for matching them again. */
  readings: string
  bytesOf(photo: LabelledPhoto): Buffer | Promise<Buffer>
  /** Photos read side by side; more than one makes the times worthless. Default 1. */
  abreast?: number
  /** The ways in which a photo is asked about. Default: that of its class, a negative in all three; all once more without a hint. */
  modesOf?(photo: LabelledPhoto): readonly (Mode | 'unasked')[]
  onProgress(done: number): void
}

/** Bytes, the greatest resident size of each lane's readers. */
export interface PeakMemory {
  light: number
  scan: number
}

const UNASKED: RecogniseAsk = { context: 'auto', call: 'identify' }
const ALL_MODES = (photo: LabelledPhoto) =>
  photo.class === 'negative' ? ([...MODES, 'unasked'] as const) : ([photo.class, 'unasked'] as const)

export async function askReaders({
  photos,
  catalogue,
  engine,
  readings,
  bytesOf,
  abreast = 1,
  modesOf = ALL_MODES,
  onProgress,
}: Questions) {
  const readers = startReaders({
    readerScript: new URL('./reader.ts', import.meta.url),
    engine: { ...engine, readings },
    lexicons: null,
    scanReaders: abreast,
    log: console,
  })
  try {
    readers.update(catalogue.rows)
    await readers.ready()
    await warmUp(readers)
    const answers: PhotoAnswers[] = []
    const waiting = [...photos]
    const askOn = async () => {
      for (let photo = waiting.shift(); photo; photo = waiting.shift()) {
        const bytes = await bytesOf(photo)
        const answer: PhotoAnswers = { id: photo.id, ...(await askScene(readers, photo.id, bytes)) }
        for (const mode of modesOf(photo)) {
          answer[mode] = await askBeers(readers, bytes, mode === 'unasked' ? UNASKED : ASKS[mode], catalogue)
        }
        answers.push(answer)
        onProgress(answers.length)
      }
    }
    await Promise.all(Array.from({ length: abreast }, askOn))
    const peak = (lane: 'light' | 'scan') =>
      Math.max(0, ...readers.memory().flatMap((used) => (used.lane === lane ? [used.peak] : [])))
    const memory: PeakMemory = { light: peak('light'), scan: peak('scan') }
    return { answers, memory, engineVersion: readers.engineVersion }
  } finally {
    await readers.close()
  }
}

const never = new AbortController().signal

/** The first picture of a process pays for code that later ones find compiled. */
async function warmUp(readers: Readers): Promise<void> {
  const size = { width: 640, height: 480 }
  const blank = await sharp({ create: { ...size, channels: 3, background: '#777777' } })
    .jpeg()
    .toBuffer()
  await readers.scene('bench', blank, never)
  const photo = { bytes: blank, ...size }
  for await (const _ of readers.recognise(photo, ASKS.single, never));
}

async function askScene(
  readers: Readers,
  key: string,
  bytes: Buffer,
): Promise<Pick<PhotoAnswers, 'scene' | 'sceneMs'>> {
  const frame = await sharp(bytes, { limitInputPixels: false })
    .autoOrient()
    .resize(SCENE_FRAME_WIDTH_PX, SCENE_FRAME_HEIGHT_PX, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality: SCENE_JPEG_QUALITY * 100 })
    .toBuffer()
  const started = performance.now()
  const scene = await readers.scene(key, frame, never)
  return { scene, sceneMs: performance.now() - started }
}

async function askBeers(readers: Readers, bytes: Buffer, ask: RecogniseAsk, catalogue: ShippedRows): Promise<Answer> {
  const started = performance.now()
  const photo = await readers.prepare(bytes, PHOTO_MAX_SIDE_PX, never)
  let outcome: Outcome | undefined
  let firstMs: number | null = null
  for await (const step of readers.recognise(photo, ask, never)) {
    if (step.kind === 'row') firstMs ??= performance.now() - started
    if (step.kind === 'complete') outcome = step.outcome
  }
  if (!outcome) throw new Error('A reader ended without an outcome')
  return {
    shape: outcome.shape,
    beers: beersOf(outcome, catalogue),
    detected: outcome.detected,
    complete: outcome.complete,
    firstMs,
    tookMs: performance.now() - started,
  }
}
