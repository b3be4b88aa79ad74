/**
 * The loop of a reader process: takes one task at a time from its parent and streams the steps of its answer. The calling
 * program decides which engine and which catalogue to open.
 */
import type { Catalogue } from '#catalogue'
import { PICTURE_MAX_BYTES, PICTURE_MAX_SIDE_PX, SCENE_FRAME_WIDTH_PX } from '#contracts'
import { type Call, lazy, type ProviderUsage, preparePhoto, thumbnailOf, type VisionEngine } from '#vision'
import { barcodesOn, type ReadBarcodes } from '../barcode/barcodes.ts'
import { openRecognition } from '../recognise.ts'
import {
  type EngineChoice,
  type FromReader,
  type ReaderSetup,
  type Task,
  type TaskStep,
  type ToReader,
  toFailure,
} from './messages.ts'

declare const RULES_VERSION: string | undefined

/**
 * The build sets this to a hash of the sources that decide which beers a text yields. Without a build it differs at each
 * start, because the sources may have changed.
 */
const rulesVersion = typeof RULES_VERSION === 'string' ? RULES_VERSION : `unbuilt-${Date.now()}`

export interface ReaderParts {
  openEngine(setup: ReaderSetup): Promise<VisionEngine>
  /** Opens an empty catalogue; the parent sends its rows. */
  openCatalogue(setup: ReaderSetup): Promise<Catalogue>
  /** Without it, photos are recognised by their text alone. */
  readBarcodes?: ReadBarcodes
}

/** Serves the parent until it sends 'close' or disconnects. */
export function serveReader(parts: ReaderParts): void {
  const tasks = new Map<number, AbortController>()
  let catalogue: Promise<Catalogue> | undefined
  let open: Promise<{ engine: VisionEngine; run(task: Task, call: Call): AsyncIterable<TaskStep> }> | undefined

  // A terminal and systemd signal all processes of the server, which may have to drain; it decides when its readers end.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit(0))
  process.on('message', (message: ToReader) => {
    if (message.kind === 'open') begin(message.setup)
    else if (message.kind === 'catalogue') void update(message)
    else if (message.kind === 'task') void work(message)
    else if (message.kind === 'cancel') tasks.get(message.id)?.abort()
    else process.exit(0)
  })

  function begin(setup: ReaderSetup) {
    const engine = parts.openEngine(setup).catch(giveUp)
    catalogue = setup.lane === 'batch' ? parts.openCatalogue(setup) : undefined
    const openLater = (other: EngineChoice | null) =>
      other ? lazy(() => parts.openEngine({ ...setup, engine: other })) : undefined
    const others = { fallback: openLater(setup.fallback), frameEngine: openLater(setup.frameEngine) }
    open = Promise.all([engine, catalogue]).then(([opened, known]) => ({
      engine: opened,
      run: runner(opened, known, others, parts.readBarcodes),
    }))
    if (setup.lane === 'interactive') void announce()
  }

  let announced = false
  async function update({ changes }: { changes: Parameters<Catalogue['apply']>[0] }) {
    const known = await catalogue
    known?.apply(changes)
    if (!announced) await announce()
  }

  async function announce() {
    announced = true
    const { engine } = await opened()
    send({ kind: 'ready', engineVersion: `${engine.name}/${engine.version}/rules-${rulesVersion}`, memory: memory() })
  }

  async function work({ id, task, deadline }: { id: number; task: Task; deadline: number }) {
    const controller = new AbortController()
    tasks.set(id, controller)
    const onStep = (step: TaskStep) => send({ kind: 'step', id, step })
    const onUsage = (usage: ProviderUsage) => onStep({ kind: 'usage', usage })
    try {
      const { run } = await opened()
      for await (const step of run(task, { signal: controller.signal, deadline, onUsage })) onStep(step)
      send({ kind: 'done', id, failure: null, memory: memory() })
    } catch (error) {
      send({ kind: 'done', id, failure: toFailure(error), memory: memory() })
    } finally {
      tasks.delete(id)
    }
  }

  function opened() {
    if (!open) throw new Error('A task arrived before the reader was opened')
    return open
  }
}

function runner(
  engine: VisionEngine,
  catalogue: Catalogue | undefined,
  { fallback, frameEngine }: Record<'fallback' | 'frameEngine', (() => Promise<VisionEngine>) | undefined>,
  readBarcodes: ReadBarcodes | undefined,
) {
  const recognise =
    catalogue &&
    openRecognition({
      engine,
      catalogue,
      ...(fallback && { fallback }),
      ...(frameEngine && { frameEngine }),
      ...(readBarcodes && { readBarcodes }),
    })
  return async function* run(task: Task, call: Call): AsyncIterable<TaskStep> {
    if (task.kind === 'prepare') {
      yield { kind: 'photo', photo: await preparePhoto(task.bytes, task.maxSide) }
    } else if (task.kind === 'thumbnail') {
      yield { kind: 'photo', photo: await thumbnailOf(task.bytes, PICTURE_MAX_SIDE_PX, PICTURE_MAX_BYTES) }
    } else if (task.kind === 'scene') {
      const frame = await preparePhoto(task.frame, SCENE_FRAME_WIDTH_PX)
      const codes = readBarcodes ? barcodesOn(readBarcodes, frame) : []
      const [scene, barcodes] = await Promise.all([engine.scene(frame, call), codes])
      yield { kind: 'scene', scene, barcodes }
    } else {
      if (!recognise) throw new Error('This reader has no catalogue')
      yield* recognise(task.photo, task.ask, call)
    }
  }
}

function send(message: FromReader, then = () => {}): void {
  // Errors are ignored: when the parent is gone, 'disconnect' ends this process.
  process.send?.(message, undefined, undefined, then)
}

/** Ends this process once its parent knows why. */
function giveUp(error: unknown): Promise<never> {
  const reason = error instanceof Error ? error.message : String(error)
  send({ kind: 'unusable', reason }, () => process.exit(1))
  return new Promise(() => {})
}

function memory() {
  // maxRSS is in KiB.
  return { resident: process.memoryUsage.rss(), peak: process.resourceUsage().maxRSS * 1024 }
}
