/** Reader processes for tests: each photo carries a label, and the test scripts what recognition returns for that label. */
import {
  NOTHING_PRINTED,
  type Outcome,
  type Readers,
  type RecogniseAsk,
  type RecogniseStep,
  type Sighting,
  type StageTimes,
  Superseded,
  UnreadablePicture,
} from '#recognition'
import { assertPicture } from '#vision'

export type Script = (ask: RecogniseAsk, signal: AbortSignal) => AsyncIterable<RecogniseStep>

export interface ScriptedReaders extends Readers {
  engineVersion: string
  /** The catalogue version of the last update. */
  catalogueVersion: number
  /** Scripts recognition of photos with this label. Photos without a script contain no beer. */
  on(label: string, script: Script): void
  /** The photos passed to recognition, in order. */
  readonly recognised: { label: string; ask: RecogniseAsk }[]
  /** The labels of the frames passed to scene detection, in order. */
  readonly frames: string[]
}

const JPEG_START = new Uint8Array([0xff, 0xd8, 0xff, 0xe0])

/** Bytes with the signature of a JPEG, followed by a label. */
export function photoOf(label: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array([...JPEG_START, ...new TextEncoder().encode(label)])
}

/** The label of a photo that cannot be decoded. */
export const UNREADABLE = 'unreadable'

export function scriptedReaders(): ScriptedReaders {
  const scripts = new Map<string, Script>()
  const recognised: ScriptedReaders['recognised'] = []
  const frames: string[] = []
  const rejections = new Map<string, (error: unknown) => void>()
  const labelOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes.subarray(JPEG_START.length))

  const readers: ScriptedReaders = {
    recognised,
    frames,
    catalogueVersion: 0,
    on: (label, script) => scripts.set(label, script),
    engineVersion: 'scripted-1',
    async prepare(bytes) {
      assertPicture(bytes)
      if (labelOf(bytes) === UNREADABLE) {
        throw new UnreadablePicture('The picture is damaged or cannot be read', 'unreadable_image')
      }
      return { bytes, width: 400, height: 300 }
    },
    async thumbnail(bytes) {
      return (await readers.prepare(bytes, 0, new AbortController().signal)).bytes
    },
    async *recognise(photo, ask, signal) {
      const label = labelOf(photo.bytes)
      recognised.push({ label, ask })
      signal.throwIfAborted()
      yield* scripts.get(label)?.(ask, signal) ?? finds('single', [])(ask, signal)
    },
    /** A frame labelled 'slow' stays pending until a newer one replaces it or the signal aborts; a number is its barcode. */
    async scene(key, frame, signal) {
      assertPicture(frame)
      const label = labelOf(frame)
      frames.push(label)
      return await new Promise((resolve, reject) => {
        rejections.get(key)?.(new Superseded())
        rejections.set(key, reject)
        signal.addEventListener('abort', () => reject(signal.reason))
        if (label !== 'slow') {
          const scene = { context: 'fridge', confidence: 0.9, beerCount: 7, textContent: true } as const
          resolve({ scene, barcodes: /^\d+$/.test(label) ? [label] : [] })
        }
      })
    },
    update({ version }) {
      readers.catalogueVersion = version
    },
    async ready() {},
    isReady: () => true,
    status: () => [{ lane: 'batch', pid: undefined, memory: { resident: 600, peak: 900 }, restarts: 2 }],
    async close() {},
  }
  return readers
}

/** What scripted recognition takes, in seconds. */
export const NO_TIME = { scene: 0, reading: 0, matching: 0 } as const satisfies StageTimes

/** Recognition that completes at once with this outcome. */
export function finds(shape: Outcome['shape'], sightings: Sighting[], rest: Partial<Outcome> = {}): Script {
  return async function* () {
    yield { kind: 'complete', outcome: anOutcome(shape, sightings, rest), times: NO_TIME }
  }
}

/** Recognition that fails before its first step. */
export function fails(error: Error): Script {
  return async function* () {
    yield await Promise.reject(error)
  }
}

export function anOutcome(shape: Outcome['shape'], sightings: Sighting[], rest: Partial<Outcome> = {}): Outcome {
  return { shape, sightings, detected: null, title: null, complete: true, ...rest }
}

/** Recognition that waits for `go` before its first step; an abort ends it. */
export function pausable(script: Script): { script: Script; started: Promise<void>; go(): void } {
  let start = () => {}
  let go = () => {}
  const started = new Promise<void>((resolve) => {
    start = resolve
  })
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  return {
    started,
    go: () => go(),
    async *script(ask, signal) {
      start()
      await new Promise<void>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        gate.then(resolve)
      })
      yield* script(ask, signal)
    },
  }
}

/** A listed beer, recognised with high confidence. */
export function aSighting(beerId: number, rest: Partial<Sighting> = {}): Sighting {
  return {
    verdict: 'listed',
    candidates: [{ beerId, confidence: 0.9 }],
    printed: { ...NOTHING_PRINTED },
    evidence: ['a line of its label'],
    position: { x: 40, y: 60 },
    count: 1,
    confidence: 0.9,
    fieldConfidence: { brewery: 0.8, name: 0.9, style: 0.5, abv: 0 },
    ...rest,
  }
}

/** A beer that is not in the catalogue. */
export function anUnlistedSighting(name: string | null, rest: Partial<Sighting> = {}): Sighting {
  const printed = { ...NOTHING_PRINTED, name, brewery: 'Test Brewing', abv: 6.5 }
  return { ...aSighting(0), verdict: 'unlisted', candidates: [], printed, ...rest }
}
