/**
 * The readers behind one port: a light lane for camera frames and foreign pictures, a scan lane for whole scans. Frames
 * therefore never wait behind menus.
 */
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { BeerRow, BreweryRow, CatalogueChanges } from '#catalogue'
import { SCENE_CONFIDENCE_MIN, SCENE_TIMEOUT_MS } from '#contracts'
import { isProvider, type Photo } from '#vision'
import type { RecogniseAsk } from '../outcome.ts'
import { ReaderLost, type Readers } from '../readers.ts'
import { type Lane, openLane, type ReaderLog, type ReaderMemory } from './lane.ts'
import type { EngineChoice, Task, TaskStep } from './messages.ts'

/** How long a reader may take for each kind of task; 2 s later it is replaced. */
const TIMES_MS = { prepare: 20_000, scene: SCENE_TIMEOUT_MS, single: 30_000, many: 90_000 }
/** A model that others run takes its time; both end before the client stops waiting and before an attempt's time is over. */
const PROVIDER_TIMES_MS = { ...TIMES_MS, single: 48_000, many: 88_000 }
/** Readers that wait for somebody else's model do not use the processor meanwhile. */
const PROVIDER_READERS_MIN = 4

export interface ReaderOptions {
  /** The built reader program, or `recognition/reader/reader.ts` in development: a path or a file URL. */
  readerScript: string | URL
  engine: EngineChoice
  /** Tells camera frames apart. Default: `engine`, or the embedded one beside a provider, so that frames stay here. */
  sceneEngine?: EngineChoice
  /** Stands in for a provider that fails or may not be asked. */
  fallback?: EngineChoice
  /** Path of the compiled shipped catalogue, for its lexicons; null reads the sources (development). */
  lexicons: string | null
  /** Default: `scanReadersFor` the engine. */
  scanReaders?: number
  timesMs?: Partial<typeof TIMES_MS>
  log: ReaderLog
}

export interface ReaderPool extends Readers {
  /** What each live reader reported with its last task, bytes. */
  memory(): ReaderMemory[]
}

/** How many readers of whole scans suit an engine: one less than the processors, and for a provider at least four. */
export function scanReadersFor(engineName: string): number {
  return Math.max(isProvider(engineName) ? PROVIDER_READERS_MIN : 1, availableParallelism() - 1)
}

export function startReaders(options: ReaderOptions): ReaderPool {
  const { readerScript, engine, fallback = null, lexicons, scanReaders, timesMs, log } = options
  const sceneEngine = options.sceneEngine ?? (isProvider(engine.name) ? { name: 'embedded' } : engine)
  const times = { ...(isProvider(engine.name) ? PROVIDER_TIMES_MS : TIMES_MS), ...timesMs }
  const catalogue = keepRows()
  const versions: { light?: string; scan?: string } = {}
  const open = (lane: 'light' | 'scan', size: number): Lane =>
    openLane({
      script: typeof readerScript === 'string' ? readerScript : fileURLToPath(readerScript),
      size,
      setup:
        lane === 'light'
          ? { lane, engine: sceneEngine, fallback: null, lexicons }
          : { lane, engine, fallback, lexicons },
      rows: lane === 'scan' ? catalogue.rows : () => undefined,
      onVersion: (version) => {
        versions[lane] = version
      },
      log,
    })
  const light = open('light', 1)
  const scan = open('scan', scanReaders ?? scanReadersFor(engine.name))

  /** A provider is asked once, so what a photo shows is found out here first. */
  async function withScene(photo: Photo, ask: RecogniseAsk, signal: AbortSignal): Promise<RecogniseAsk> {
    if (ask.context !== 'auto' || sceneEngine === engine) return ask
    const step = await lastStep(light, { kind: 'scene', frame: photo.bytes }, { signal, timeMs: times.scene })
    const isPlain = step.kind === 'scene' && step.scene.confidence >= SCENE_CONFIDENCE_MIN
    return isPlain ? { ...ask, context: step.scene.context } : ask
  }

  return {
    async prepare(bytes, maxSide, signal) {
      const step = await lastStep(light, { kind: 'prepare', bytes, maxSide }, { signal, timeMs: times.prepare })
      if (step.kind !== 'photo') throw new Error(`A reader answered ${step.kind} to prepare`)
      return step.photo
    },
    async scene(key, frame, signal) {
      const step = await lastStep(light, { kind: 'scene', frame }, { signal, timeMs: times.scene, key })
      if (step.kind !== 'scene') throw new Error(`A reader answered ${step.kind} to scene`)
      return step.scene
    },
    async *recognise(photo, ask, signal) {
      const seen = await withScene(photo, ask, signal)
      for await (const step of steps(scan, { kind: 'recognise', photo, ask: seen }, times[kindOf(ask)], signal)) {
        if (step.kind === 'photo' || step.kind === 'scene')
          throw new Error(`A reader answered ${step.kind} to recognise`)
        yield step
      }
    },
    update(changes) {
      catalogue.apply(changes)
      scan.update(changes)
    },
    async ready() {
      await Promise.all([light.ready(), scan.ready()])
    },
    isReady: () => light.isReady() && scan.isReady(),
    get engineVersion() {
      const version = versions.scan ?? (sceneEngine === engine ? versions.light : undefined)
      if (version === undefined) throw new ReaderLost('The engine version is known once a reader is loaded')
      return version
    },
    memory: () => [...light.memory(), ...scan.memory()],
    async close() {
      await Promise.all([light.close(), scan.close()])
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

/** The steps as they come. A caller that stops listening cancels the task. */
async function* steps(lane: Lane, task: Task, timeMs: number, signal: AbortSignal): AsyncIterable<TaskStep> {
  const left = new AbortController()
  const arrived: TaskStep[] = []
  let ended = false
  let failure: unknown
  let wake = () => {}
  const onStep = (step: TaskStep) => {
    arrived.push(step)
    wake()
  }
  const end = (error?: unknown) => {
    ended = true
    failure = error
    wake()
  }
  lane.run(task, { signal: AbortSignal.any([signal, left.signal]), timeMs, onStep }).then(() => end(), end)
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
    left.abort()
  }
}

/** Everything handed over so far, for readers that start later. */
function keepRows() {
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
