/** Sends every photo of a set to reader processes as the server would. A lost reader costs a retry, not the run. */
import sharp from 'sharp'
import { PHOTO_MAX_SIDE_PX, SCENE_FRAME_HEIGHT_PX, SCENE_FRAME_WIDTH_PX, SCENE_JPEG_QUALITY } from '#contracts'
import { type Outcome, type ReaderOptions, type Readers, type RecogniseAsk, startReaders } from '#recognition'
import { type Answer, beersOf, MODES, type Mode, type PhotoAnswers, REQUESTS } from './answers.ts'
import type { ShippedRows } from './known-beers.ts'
import type { LabelledPhoto } from './photo-set.ts'
import { retryLostReader } from './retry-lost-reader.ts'

export interface ReaderRun {
  photos: readonly LabelledPhoto[]
  catalogue: ShippedRows
  engine: ReaderOptions['engine']
  /** Folder in which the readings are stored, for matching them again. */
  readings: string
  bytesOf(photo: LabelledPhoto): Buffer | Promise<Buffer>
  /** Photos in parallel; times are meaningless above 1, the default. */
  concurrency?: number
  /** Modes for a photo. Default: that of its class, all three for a negative, and each photo again without a context. */
  modesOf?(photo: LabelledPhoto): readonly (Mode | 'auto')[]
  /** How warnings name a photo. Default: by its id. */
  labelOf?(photo: LabelledPhoto): string
  onProgress(done: number): void
}

/** Peak resident bytes of the reader processes of each pool. */
export interface PeakMemory {
  interactive: number
  batch: number
}

const AUTO: RecogniseAsk = { context: 'auto', call: 'identify' }
const ALL_MODES = (photo: LabelledPhoto) =>
  photo.class === 'negative' ? ([...MODES, 'auto'] as const) : ([photo.class, 'auto'] as const)

export async function runReaders({
  photos,
  catalogue,
  engine,
  readings,
  bytesOf,
  concurrency = 1,
  modesOf = ALL_MODES,
  labelOf = ({ id }) => id,
  onProgress,
}: ReaderRun) {
  const readers = startReaders({
    readerScript: new URL('./reader.ts', import.meta.url),
    engine: { ...engine, readings },
    lexicons: null,
    batchReaders: concurrency,
    log: console,
  })
  try {
    readers.update(catalogue.rows)
    await readers.ready()
    await retryLostReader('warm-up', () => warmUp(readers), warn)
    const answers: PhotoAnswers[] = []
    const waiting = [...photos]
    const worker = async () => {
      for (let photo = waiting.shift(); photo; photo = waiting.shift()) {
        const bytes = await bytesOf(photo)
        const { id } = photo
        const label = labelOf(photo)
        const scene = await retryLostReader(`${label} as camera frame`, () => classifyScene(readers, id, bytes), warn)
        const answer: PhotoAnswers = { id, scene: null, sceneMs: null, ...scene }
        for (const mode of modesOf(photo)) {
          const request = mode === 'auto' ? AUTO : REQUESTS[mode]
          const started = performance.now()
          const answered = await retryLostReader(
            `${label} as ${mode}`,
            () => recognise(readers, bytes, request, catalogue),
            warn,
          )
          answer[mode] = answered ?? cutOff(mode === 'auto' ? 'single' : mode, performance.now() - started)
        }
        answers.push(answer)
        onProgress(answers.length)
      }
    }
    await Promise.all(Array.from({ length: concurrency }, worker))
    const peak = (lane: keyof PeakMemory) =>
      Math.max(0, ...readers.status().map((reader) => (reader.lane === lane ? (reader.memory?.peak ?? 0) : 0)))
    const memory: PeakMemory = { interactive: peak('interactive'), batch: peak('batch') }
    return { answers, memory, engineVersion: readers.engineVersion }
  } finally {
    await readers.close()
  }
}

const never = new AbortController().signal

/** On a new line: the progress is rewritten in place. */
const warn = (message: string) => void process.stderr.write(`\n${message}\n`)

/** The answer for a photo whose readers were lost: incomplete and without beers, so that it counts as missed. */
function cutOff(shape: Mode, tookMs: number): Answer {
  return { shape, beers: [], detected: null, complete: false, firstMs: null, tookMs }
}

/** Warms up: the first picture of a process includes compilation. */
async function warmUp(readers: Readers): Promise<void> {
  const size = { width: 640, height: 480 }
  const blank = await sharp({ create: { ...size, channels: 3, background: '#777777' } })
    .jpeg()
    .toBuffer()
  await readers.scene('bench', blank, never)
  const photo = { bytes: blank, ...size }
  for await (const _ of readers.recognise(photo, REQUESTS.single, never));
}

async function classifyScene(
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
  const { scene } = await readers.scene(key, frame, never)
  return { scene, sceneMs: performance.now() - started }
}

async function recognise(readers: Readers, bytes: Buffer, ask: RecogniseAsk, catalogue: ShippedRows): Promise<Answer> {
  const started = performance.now()
  const photo = await readers.prepare(bytes, PHOTO_MAX_SIDE_PX, never)
  let outcome: Outcome | undefined
  let firstMs: number | null = null
  for await (const step of readers.recognise(photo, ask, never)) {
    if (step.kind === 'row') firstMs ??= performance.now() - started
    if (step.kind === 'complete') outcome = step.outcome
  }
  if (!outcome) throw new Error('Recognition ended without an outcome')
  return {
    shape: outcome.shape,
    beers: beersOf(outcome, catalogue),
    detected: outcome.detected,
    complete: outcome.complete,
    firstMs,
    tookMs: performance.now() - started,
  }
}
