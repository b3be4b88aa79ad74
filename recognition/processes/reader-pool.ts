/**
 * The reader processes behind one port, in two lanes: `interactive` for camera frames and uploads, `batch` for whole scans.
 * Camera frames therefore never wait behind menus.
 */
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { BeerRow, BreweryRow, CatalogueChanges } from '#catalogue'
import { SCENE_TIMEOUT_MS } from '#contracts'
import { assertPicture, isProvider, type OnUsage, type Photo } from '#vision'
import type { RecogniseAsk } from '../outcome.ts'
import { type Lane, openLane, type ReaderLog } from './lane.ts'
import type { EngineChoice, Task, TaskStep } from './messages.ts'
import { type LaneName, ReaderLost, type Readers } from './readers.ts'

/** Deadline of each kind of task; a reader that overruns it by 2 s is killed and replaced, unless it had to wait for a processor. */
const TIMES_MS = { prepare: 20_000, scene: SCENE_TIMEOUT_MS, single: 30_000, many: 90_000 }
/**
 * AI providers are slower to read one beer. Both deadlines end before the client stops waiting, and before the attempt times out: the scene
 * is classified first, and a reader that overruns has 2 s.
 */
const PROVIDER_TIMES_MS = { ...TIMES_MS, single: 48_000, many: 88_000 }
/** Readers that wait for a provider need no CPU, so more of them than processors pay off. */
const PROVIDER_READERS_MIN = 4

export interface ReaderOptions {
  /** Path or file URL of the built reader program, or of `recognition/processes/reader.ts` in development. */
  readerScript: string | URL
  engine: EngineChoice
  /** Classifies camera frames. Default: `engine`, or the embedded one beside a provider, so that frames are never sent out. */
  sceneEngine?: EngineChoice
  /** Used when a provider fails or may not be asked. */
  fallback?: EngineChoice
  /** Reads camera frames beside a provider without `fallback`. Default: the embedded one. */
  frameEngine?: EngineChoice
  /** Path of the compiled lexicons; null loads them from the sources (development). */
  lexicons: string | null
  /** Size of the batch lane. Default: `batchReadersFor(engine.name)`. */
  batchReaders?: number
  /** Size of the interactive lane. Default: 1; 0 if no camera frames and uploads arrive. */
  interactiveReaders?: number
  timesMs?: Partial<typeof TIMES_MS>
  log: ReaderLog
}

/** Default size of the batch lane: one less than the processors, and at least four for a provider. */
export function batchReadersFor(engineName: string): number {
  return Math.max(isProvider(engineName) ? PROVIDER_READERS_MIN : 1, availableParallelism() - 1)
}

export function startReaders(options: ReaderOptions): Readers {
  const { readerScript, engine, fallback = null, lexicons, timesMs, log } = options
  const { batchReaders = batchReadersFor(engine.name), interactiveReaders = 1 } = options
  const sceneEngine = options.sceneEngine ?? (isProvider(engine.name) ? { name: 'embedded' } : engine)
  const frameEngine = isProvider(engine.name) && !fallback ? (options.frameEngine ?? { name: 'embedded' }) : null
  const times = { ...(isProvider(engine.name) ? PROVIDER_TIMES_MS : TIMES_MS), ...timesMs }
  const catalogue = collectRows()
  const versions: Partial<Record<LaneName, string>> = {}
  const open = (lane: LaneName, size: number): Lane =>
    openLane({
      script: typeof readerScript === 'string' ? readerScript : fileURLToPath(readerScript),
      size,
      setup:
        lane === 'interactive'
          ? { lane, engine: sceneEngine, fallback: null, frameEngine: null, lexicons }
          : { lane, engine, fallback, frameEngine, lexicons },
      rows: lane === 'batch' ? catalogue.rows : () => undefined,
      onVersion: (version) => {
        versions[lane] = version
      },
      log,
    })
  const interactive = open('interactive', interactiveReaders)
  const batch = open('batch', batchReaders)

  /** Classifies the scene beforehand on this machine, because a provider is called only once, and each call costs. */
  async function withScene(photo: Photo, ask: RecogniseAsk, signal: AbortSignal): Promise<RecogniseAsk> {
    if (ask.context !== 'auto' || ask.scene || sceneEngine === engine) return ask
    const step = await lastStep(interactive, { kind: 'scene', frame: photo.bytes }, { signal, timeMs: times.scene })
    return step.kind === 'scene' ? { ...ask, scene: step.scene } : ask
  }

  return {
    async prepare(bytes, maxSide, signal) {
      assertPicture(bytes)
      const step = await lastStep(interactive, { kind: 'prepare', bytes, maxSide }, { signal, timeMs: times.prepare })
      if (step.kind !== 'photo') throw new Error(`A reader answered ${step.kind} to prepare`)
      return step.photo
    },
    async thumbnail(bytes, signal) {
      assertPicture(bytes)
      const step = await lastStep(interactive, { kind: 'thumbnail', bytes }, { signal, timeMs: times.prepare })
      if (step.kind !== 'photo') throw new Error(`A reader answered ${step.kind} to thumbnail`)
      return step.photo.bytes
    },
    async scene(key, frame, signal) {
      assertPicture(frame)
      const step = await lastStep(interactive, { kind: 'scene', frame }, { signal, timeMs: times.scene, key })
      if (step.kind !== 'scene') throw new Error(`A reader answered ${step.kind} to scene`)
      return { scene: step.scene, barcodes: step.barcodes }
    },
    async *recognise(photo, ask, signal, onUsage) {
      const startedAt = performance.now()
      const task = { kind: 'recognise', photo, ask: await withScene(photo, ask, signal) } as const
      const sceneTime = (performance.now() - startedAt) / 1_000
      for await (const step of steps(batch, task, times[kindOf(ask)], signal, onUsage)) {
        if (step.kind === 'photo' || step.kind === 'scene')
          throw new Error(`A reader answered ${step.kind} to recognise`)
        if (step.kind !== 'complete') yield step
        else yield { ...step, times: { ...step.times, scene: step.times.scene + sceneTime } }
      }
    },
    update(changes) {
      catalogue.apply(changes)
      batch.update(changes)
    },
    async ready() {
      await Promise.all([interactive.ready(), batch.ready()])
    },
    isReady: () => interactive.isReady() && batch.isReady(),
    get engineVersion() {
      // Without a batch lane no other version becomes known.
      const isKnownThere = sceneEngine === engine || batchReaders === 0
      const version = versions.batch ?? (isKnownThere ? versions.interactive : undefined)
      if (version === undefined) throw new ReaderLost('The engine version is unknown until a reader has loaded')
      return version
    },
    status: () => [...interactive.status(), ...batch.status()],
    async close() {
      await Promise.all([interactive.close(), batch.close()])
    },
  }
}

function kindOf({ context, call }: RecogniseAsk): 'single' | 'many' {
  return call === 'identify' && context === 'single_beer' ? 'single' : 'many'
}

async function lastStep(lane: Lane, task: Task, options: { signal: AbortSignal; timeMs: number; key?: string }) {
  let last: TaskStep | undefined
  const onStep = (step: TaskStep) => {
    last = step
  }
  await lane.run(task, { ...options, onStep })
  if (!last) throw new Error(`A reader ended ${task.kind} without an answer`)
  return last
}

type AnswerStep = Exclude<TaskStep, { kind: 'usage' }>

/** Streams the steps of a task, and reports its usage apart from them. A caller that stops iterating cancels it. */
async function* steps(
  lane: Lane,
  task: Task,
  timeMs: number,
  signal: AbortSignal,
  onUsage?: OnUsage,
): AsyncIterable<AnswerStep> {
  const abandoned = new AbortController()
  const arrived: AnswerStep[] = []
  let ended = false
  let failure: unknown
  let wake = () => {}
  const onStep = (step: TaskStep) => {
    if (step.kind === 'usage') return onUsage?.(step.usage)
    arrived.push(step)
    wake()
  }
  const end = (error?: unknown) => {
    ended = true
    failure = error
    wake()
  }
  lane.run(task, { signal: AbortSignal.any([signal, abandoned.signal]), timeMs, onStep }).then(() => end(), end)
  try {
    while (true) {
      const step = arrived.shift()
      if (step) yield step
      else if (ended) break
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
    if (failure !== undefined) throw failure
  } finally {
    abandoned.abort()
  }
}

/** Accumulates the changes, for readers that start later. */
function collectRows() {
  const beers = new Map<number, BeerRow>()
  const breweries = new Map<number, BreweryRow>()
  let version: number | undefined
  return {
    apply(changes: CatalogueChanges) {
      version = changes.version
      for (const beer of changes.beers) beers.set(beer.id, beer)
      for (const brewery of changes.breweries) breweries.set(brewery.id, brewery)
      for (const id of changes.removedBeers) beers.delete(id)
      for (const id of changes.removedBreweries) breweries.delete(id)
    },
    rows(): CatalogueChanges | undefined {
      if (version === undefined) return undefined
      return {
        version,
        beers: [...beers.values()],
        breweries: [...breweries.values()],
        removedBeers: [],
        removedBreweries: [],
      }
    },
  }
}
