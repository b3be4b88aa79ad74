/** Shows every photo of a set to the reader processes, as the server would, one at a time so that times are comparable. */
import sharp from 'sharp'
import { PHOTO_MAX_SIDE_PX, SCENE_FRAME_HEIGHT_PX, SCENE_FRAME_WIDTH_PX, SCENE_JPEG_QUALITY } from '#contracts'
import {
  type Outcome,
  type ReaderOptions,
  type Readers,
  type RecogniseAsk,
  type Sighting,
  startReaders,
} from '#recognition'
import type { Answer, AnsweredBeer, PhotoAnswers } from './answers.ts'
import type { ShippedRows } from './known-beers.ts'
import type { LabelledPhoto } from './photo-set.ts'

export interface Questions {
  photos: readonly LabelledPhoto[]
  catalogue: ShippedRows
  engine: ReaderOptions['engine']
  bytesOf(photo: LabelledPhoto): Buffer
  onProgress(done: number): void
}

/** Bytes, the greatest resident size of each lane's readers. */
export interface PeakMemory {
  light: number
  scan: number
}

type Mode = 'single' | 'group' | 'menu'
const ASKS: Record<Mode, RecogniseAsk> = {
  single: { context: 'single_beer', call: 'identify' },
  group: { context: 'fridge', call: 'identify' },
  menu: { context: 'menu', call: 'menu' },
}
const UNASKED: RecogniseAsk = { context: 'auto', call: 'identify' }

export async function askReaders({ photos, catalogue, engine, bytesOf, onProgress }: Questions) {
  const readers = startReaders({
    readerScript: new URL('../recognition/reader/reader.ts', import.meta.url),
    engine,
    lexicons: null,
    scanReaders: 1,
    log: console,
  })
  try {
    readers.update(catalogue.rows)
    await readers.ready()
    await warmUp(readers)
    const answers: PhotoAnswers[] = []
    for (const photo of photos) {
      const bytes = bytesOf(photo)
      const answer: PhotoAnswers = { id: photo.id, ...(await askScene(readers, bytes)) }
      const modes: Mode[] = photo.class === 'negative' ? ['single', 'group', 'menu'] : [photo.class]
      for (const mode of modes) answer[mode] = await askBeers(readers, bytes, ASKS[mode], catalogue)
      answer.unasked = await askBeers(readers, bytes, UNASKED, catalogue)
      answers.push(answer)
      onProgress(answers.length)
    }
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

async function askScene(readers: Readers, bytes: Buffer): Promise<Pick<PhotoAnswers, 'scene' | 'sceneMs'>> {
  const frame = await sharp(bytes, { limitInputPixels: false })
    .autoOrient()
    .resize(SCENE_FRAME_WIDTH_PX, SCENE_FRAME_HEIGHT_PX, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality: SCENE_JPEG_QUALITY * 100 })
    .toBuffer()
  const started = performance.now()
  const scene = await readers.scene('bench', frame, never)
  return { scene, sceneMs: performance.now() - started }
}

async function askBeers(readers: Readers, bytes: Buffer, ask: RecogniseAsk, catalogue: ShippedRows): Promise<Answer> {
  const started = performance.now()
  const photo = await readers.prepare(bytes, PHOTO_MAX_SIDE_PX, never)
  let outcome: Outcome | undefined
  for await (const step of readers.recognise(photo, ask, never)) if (step.kind === 'complete') outcome = step.outcome
  if (!outcome) throw new Error('A reader ended without an outcome')
  return {
    shape: outcome.shape,
    beers: outcome.sightings.flatMap((sighting) => beerOf(sighting, catalogue) ?? []),
    detected: outcome.detected,
    tookMs: performance.now() - started,
  }
}

function beerOf(sighting: Sighting, { nameOf }: ShippedRows): AnsweredBeer | undefined {
  const { verdict, printed, candidates, confidence, where, count } = sighting
  if (verdict === 'unknown-spot') return undefined
  const [best, ...rest] = candidates
  const listed = verdict === 'listed' && best ? nameOf(best.beerId) : undefined
  const others = (verdict === 'listed' ? rest : candidates).flatMap(({ beerId }) => nameOf(beerId) ?? [])
  return {
    verdict,
    name: listed?.name ?? printed.name ?? '',
    brewery: listed?.brewery ?? printed.brewery,
    aliases: listed?.aliases ?? [],
    abv: printed.abv,
    confidence,
    where,
    count,
    others,
  }
}
