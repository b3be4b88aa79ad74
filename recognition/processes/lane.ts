/**
 * A lane: a pool of equal reader processes and the queue of tasks for them. A reader that ends is replaced with exponential
 * backoff, so that an engine that cannot load does not fork in a loop.
 */
import type { CatalogueChanges } from '#catalogue'
import type { ReaderSetup, Task, TaskStep } from './messages.ts'
import { openReader, type ReaderEnd, type ReaderProcess } from './reader-process.ts'
import { EngineUnusable, ReaderLost, type ReaderStatus, Superseded } from './readers.ts'

const BACKOFF_MIN_MS = 100
const BACKOFF_MAX_MS = 30_000
/** After this many consecutive readers that never loaded, `ready()` rejects: the installation is broken. */
const LOAD_FAILURES_MAX = 3

export interface ReaderLog {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
}

export interface LaneOptions {
  script: string
  size: number
  setup: ReaderSetup
  /** The whole catalogue, for a reader that starts now; undefined until it is known. */
  rows(): CatalogueChanges | undefined
  onVersion(engineVersion: string): void
  log: ReaderLog
}

interface TaskOptions {
  signal: AbortSignal
  /** Counts from the moment a reader starts the task. */
  timeMs: number
  /** Of the waiting tasks with one key only the newest stays in the queue. */
  key?: string
  onStep(step: TaskStep): void
}

export interface Lane {
  run(task: Task, options: TaskOptions): Promise<void>
  update(changes: CatalogueChanges): void
  ready(): Promise<void>
  isReady(): boolean
  status(): ReaderStatus[]
  close(): Promise<void>
}

interface QueuedTask {
  task: Task
  options: TaskOptions
  /** Settles the caller's promise. Only the first call counts. */
  settle(error?: unknown): void
}

interface ReadyListener {
  resolve(): void
  reject(error: Error): void
}

interface Slot {
  reader: ReaderProcess | undefined
  /** In a row. */
  failures: number
  restarts: number
  timer: NodeJS.Timeout | undefined
}

export function openLane({ script, size, setup, rows, onVersion, log }: LaneOptions): Lane {
  const slots: Slot[] = Array.from({ length: size }, () => ({
    reader: undefined,
    failures: 0,
    restarts: 0,
    timer: undefined,
  }))
  let queue: QueuedTask[] = []
  let readyListeners: ReadyListener[] = []
  let closed = false
  for (const slot of slots) start(slot)

  function start(slot: Slot) {
    slot.reader = openReader(script, setup, {
      onReady: (version) => {
        onVersion(version)
        slot.failures = 0
        if (allLoaded()) notify((listener) => listener.resolve())
        dispatch()
      },
      onEnd: (end) => {
        if (!closed) replace(slot, end)
      },
    })
    const known = rows()
    if (known) slot.reader.update(known)
  }

  function replace(slot: Slot, { reason, loaded, unusable }: ReaderEnd) {
    slot.failures += 1
    slot.restarts += 1
    const delayMs = Math.min(BACKOFF_MAX_MS, BACKOFF_MIN_MS * 2 ** (slot.failures - 1))
    log.warn({ lane: setup.lane, reason: unusable ?? reason, loaded, delayMs }, 'replacing a reader process')
    slot.timer = setTimeout(() => start(slot), delayMs)
    if (!loaded && slot.failures >= LOAD_FAILURES_MAX) {
      const failure =
        unusable === undefined
          ? new ReaderLost(`No ${setup.lane} reader could load: the last one ${reason}`)
          : new EngineUnusable(`The engine '${setup.engine.name}' cannot be opened: ${unusable}`)
      notify((listener) => listener.reject(failure))
    }
  }

  function run(task: Task, options: TaskOptions): Promise<void> {
    return new Promise((resolve, reject) => {
      const { signal } = options
      if (signal.aborted) return reject(signal.reason)
      if (closed) return reject(new ReaderLost('The readers are closed'))
      const entry: QueuedTask = { task, options, settle }
      signal.addEventListener('abort', onAbort)
      enqueue(entry)
      dispatch()

      function onAbort() {
        queue = queue.filter((other) => other !== entry)
        settle(signal.reason)
      }
      function settle(error?: unknown) {
        signal.removeEventListener('abort', onAbort)
        if (error === undefined) resolve()
        else reject(error)
      }
    })
  }

  function enqueue(entry: QueuedTask) {
    const { key } = entry.options
    const older = key === undefined ? -1 : queue.findIndex((other) => other.options.key === key)
    if (older < 0) queue.push(entry)
    else for (const replaced of queue.splice(older, 1, entry)) replaced.settle(new Superseded())
  }

  function dispatch() {
    for (const { reader } of slots) {
      if (reader?.state !== 'idle') continue
      const next = queue.shift()
      if (!next) return
      void assign(reader, next)
    }
  }

  /** An abort rejects the caller at once; the reader stays busy, and may report usage, until it has really stopped. */
  async function assign(reader: ReaderProcess, { task, options, settle }: QueuedTask) {
    const { signal } = options
    const { finished, cancel } = reader.run(task, options.timeMs, (step) => {
      if (!signal.aborted || step.kind === 'usage') options.onStep(step)
    })
    signal.addEventListener('abort', cancel, { once: true })
    try {
      await finished
      settle()
    } catch (error) {
      settle(error)
    } finally {
      signal.removeEventListener('abort', cancel)
      dispatch()
    }
  }

  const isLoaded = ({ reader }: Slot) => reader?.state === 'idle' || reader?.state === 'busy'
  const allLoaded = () => slots.every(isLoaded)

  function notify(call: (listener: ReadyListener) => void) {
    const listeners = readyListeners
    readyListeners = []
    listeners.forEach(call)
  }

  async function close() {
    closed = true
    const lost = new ReaderLost('The readers are closed')
    notify((listener) => listener.reject(lost))
    for (const entry of queue.splice(0)) entry.settle(lost)
    for (const slot of slots) clearTimeout(slot.timer)
    await Promise.all(slots.map((slot) => slot.reader?.close()))
  }

  return {
    run,
    update: (changes) => {
      for (const { reader } of slots) reader?.update(changes)
    },
    ready: () =>
      allLoaded() ? Promise.resolve() : new Promise((resolve, reject) => readyListeners.push({ resolve, reject })),
    isReady: () => size === 0 || slots.some(isLoaded),
    status: () =>
      slots.map(({ reader, restarts }) => ({
        lane: setup.lane,
        pid: reader?.pid,
        memory: reader?.state === 'ended' ? undefined : reader?.memory,
        restarts,
      })),
    close,
  }
}
