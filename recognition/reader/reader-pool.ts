/**
 * The readers behind one port: a light lane for camera frames and foreign pictures, a scan lane for whole scans. Frames
 * therefore never wait behind menus.
 */
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { BeerRow, BreweryRow, CatalogueChanges } from '#catalogue'
import { SCENE_TIMEOUT_MS } from '#contracts'
import type { RecogniseAsk } from '../outcome.ts'
import type { Readers } from '../readers.ts'
import { type Lane, openLane, type ReaderLog, type ReaderMemory } from './lane.ts'
import type { EngineChoice, Task, TaskStep } from './messages.ts'

/** How long a reader may take for each kind of task; 2 s later it is replaced. */
const TIMES_MS = { prepare: 20_000, scene: SCENE_TIMEOUT_MS, single: 30_000, many: 90_000 }

export interface ReaderOptions {
  /** The built reader program, or `recognition/reader/reader.ts` in development: a path or a file URL. */
  readerScript: string | URL
  engine: EngineChoice
  /** Path of the compiled shipped catalogue, for its lexicons; null reads the sources (development). */
  lexicons: string | null
  /** Default: one less than the processors, at least 1. */
  scanReaders?: number
  timesMs?: Partial<typeof TIMES_MS>
  log: ReaderLog
}

export interface ReaderPool extends Readers {
  /** What each live reader reported with its last task, bytes. */
  memory(): ReaderMemory[]
}

export function startReaders({ readerScript, engine, lexicons, scanReaders, timesMs, log }: ReaderOptions): ReaderPool {
  const times = { ...TIMES_MS, ...timesMs }
  const catalogue = keepRows()
  let engineVersion: string | undefined
  const open = (lane: 'light' | 'scan', size: number): Lane =>
    openLane({
      script: typeof readerScript === 'string' ? readerScript : fileURLToPath(readerScript),
      size,
      setup: { lane, engine, lexicons },
      rows: lane === 'scan' ? catalogue.rows : () => undefined,
      onVersion: (version) => {
        engineVersion = version
      },
      log,
    })
  const light = open('light', 1)
  const scan = open('scan', scanReaders ?? Math.max(1, availableParallelism() - 1))

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
      for await (const step of steps(scan, { kind: 'recognise', photo, ask }, times[kindOf(ask)], signal)) {
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
      if (engineVersion === undefined) throw new Error('The engine version is known once a reader is loaded')
      return engineVersion
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
