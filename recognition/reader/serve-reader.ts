/**
 * The inside of a reader process: takes tasks from its parent one at a time and answers in steps. Which engine and
 * catalogue it works with is left to the program that calls it.
 */
import type { Catalogue } from '#catalogue'
import { SCENE_FRAME_WIDTH_PX } from '#contracts'
import { type Call, preparePhoto, type VisionEngine } from '#vision'
import type { ReadCodes } from '../barcodes.ts'
import { openRecognition, RULES_VERSION } from '../recognise.ts'
import { type FromReader, failureOf, type ReaderSetup, type Task, type TaskStep, type ToReader } from './messages.ts'

export interface ReaderParts {
  openEngine(setup: ReaderSetup): Promise<VisionEngine>
  /** An empty catalogue; its rows come from the parent. */
  openCatalogue(setup: ReaderSetup): Promise<Catalogue>
  /** Looks for product codes; without it only text is read. */
  readCodes?: ReadCodes
}

/** Serves the parent until it says 'close' or disappears. */
export function serveReader(parts: ReaderParts): void {
  const tasks = new Map<number, AbortController>()
  let catalogue: Promise<Catalogue> | undefined
  let open: Promise<{ engine: VisionEngine; run(task: Task, call: Call): AsyncIterable<TaskStep> }> | undefined

  // A terminal sends its interrupt to the whole group; the server decides when its readers end.
  process.on('SIGINT', () => {})
  process.on('disconnect', () => process.exit(0))
  process.on('message', (message: ToReader) => {
    if (message.kind === 'open') begin(message.setup)
    else if (message.kind === 'catalogue') void update(message)
    else if (message.kind === 'task') void work(message)
    else if (message.kind === 'cancel') tasks.get(message.id)?.abort()
    else process.exit(0)
  })

  function begin(setup: ReaderSetup) {
    const engine = parts.openEngine(setup)
    catalogue = setup.lane === 'scan' ? parts.openCatalogue(setup) : undefined
    const { fallback } = setup
    const standIn = fallback ? once(() => parts.openEngine({ ...setup, engine: fallback })) : undefined
    open = Promise.all([engine, catalogue]).then(([opened, known]) => ({
      engine: opened,
      run: runner(opened, known, standIn, parts.readCodes),
    }))
    if (setup.lane === 'light') void announce()
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
    tell({ kind: 'ready', engineVersion: `${engine.name}/${engine.version}/rules-${RULES_VERSION}` })
  }

  async function work({ id, task, deadline }: { id: number; task: Task; deadline: number }) {
    const controller = new AbortController()
    tasks.set(id, controller)
    try {
      const { run } = await opened()
      for await (const step of run(task, { signal: controller.signal, deadline })) tell({ kind: 'step', id, step })
      tell({ kind: 'done', id, failure: null, memory: memory() })
    } catch (error) {
      tell({ kind: 'done', id, failure: failureOf(error), memory: memory() })
    } finally {
      tasks.delete(id)
    }
  }

  function opened() {
    if (!open) throw new Error('A reader must be opened before it can work')
    return open
  }
}

/** What failed to open is tried again by whoever needs it next. */
function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined
  return async () => {
    opened ??= open()
    try {
      return await opened
    } catch (error) {
      opened = undefined
      throw error
    }
  }
}

function runner(
  engine: VisionEngine,
  catalogue: Catalogue | undefined,
  fallback: (() => Promise<VisionEngine>) | undefined,
  readCodes: ReadCodes | undefined,
) {
  const recognise =
    catalogue && openRecognition({ engine, catalogue, ...(fallback && { fallback }), ...(readCodes && { readCodes }) })
  return async function* run(task: Task, call: Call): AsyncIterable<TaskStep> {
    if (task.kind === 'prepare') {
      yield { kind: 'photo', photo: await preparePhoto(task.bytes, task.maxSide) }
    } else if (task.kind === 'scene') {
      const frame = await preparePhoto(task.frame, SCENE_FRAME_WIDTH_PX)
      yield { kind: 'scene', scene: await engine.scene(frame, call) }
    } else {
      if (!recognise) throw new Error('This reader has no catalogue')
      yield* recognise(task.photo, task.ask, call)
    }
  }
}

function tell(message: FromReader): void {
  // Without a parent there is nobody to tell; 'disconnect' ends the process.
  process.send?.(message, undefined, undefined, () => {})
}

function memory() {
  // maxRSS is in KiB.
  return { resident: process.memoryUsage.rss(), peak: process.resourceUsage().maxRSS * 1024 }
}
