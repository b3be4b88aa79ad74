/**
 * A lane: readers of one kind and the tasks that wait for them. A reader that ends is replaced, later each time while none
 * comes up, so that a broken engine does not spin.
 */
import type { CatalogueChanges } from '#catalogue'
import { ReaderLost, Superseded } from '../readers.ts'
import type { LaneName, Memory, ReaderSetup, Task, TaskStep } from './messages.ts'
import { openReader, type ReaderProcess } from './reader-process.ts'

const REPLACE_FIRST_MS = 100
const REPLACE_MAX_MS = 30_000
/** So many readers in a row that never came up are a fault of the installation, not an accident. */
const GIVE_UP_WAITING_AFTER = 3

export interface ReaderLog {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
}

export interface LaneOptions {
  script: string
  size: number
  setup: ReaderSetup
  /** What a reader that starts now has to know; undefined until there is something. */
  rows(): CatalogueChanges | undefined
  onVersion(engineVersion: string): void
  log: ReaderLog
}

export interface TaskOptions {
  signal: AbortSignal
  /** Time from the moment a reader takes the task. */
  timeMs: number
  /** Of the waiting tasks with one key only the newest is kept. */
  key?: string
  onStep(step: TaskStep): void
}

export interface ReaderMemory extends Memory {
  lane: LaneName
  pid: number
}

export interface Lane {
  run(task: Task, options: TaskOptions): Promise<void>
  update(changes: CatalogueChanges): void
  ready(): Promise<void>
  isReady(): boolean
  memory(): ReaderMemory[]
  close(): Promise<void>
}

interface Waiting {
  task: Task
  options: TaskOptions
  /** Tells the caller: done, or why not. Only the first call counts. */
  settle(error?: unknown): void
}

interface Watcher {
  resolve(): void
  reject(error: Error): void
}

interface Slot {
  reader: ReaderProcess | undefined
  failures: number
  timer: NodeJS.Timeout | undefined
}

export function openLane({ script, size, setup, rows, onVersion, log }: LaneOptions): Lane {
  const slots: Slot[] = Array.from({ length: size }, () => ({ reader: undefined, failures: 0, timer: undefined }))
  let waiting: Waiting[] = []
  let watchers: Watcher[] = []
  let closed = false
  for (const slot of slots) start(slot)

  function start(slot: Slot) {
    slot.reader = openReader(script, setup, {
      onReady: (version) => {
        onVersion(version)
        slot.failures = 0
        if (allLoaded()) notify((watcher) => watcher.resolve())
        dispatch()
      },
      onEnd: (reason, loaded) => {
        if (!closed) replace(slot, reason, loaded)
      },
    })
    const known = rows()
    if (known) slot.reader.update(known)
  }

  function replace(slot: Slot, reason: string, loaded: boolean) {
    slot.failures += 1
    const delayMs = Math.min(REPLACE_MAX_MS, REPLACE_FIRST_MS * 2 ** (slot.failures - 1))
    log.warn({ lane: setup.lane, reason, loaded, delayMs }, 'a reader is replaced')
    slot.timer = setTimeout(() => start(slot), delayMs)
    if (!loaded && slot.failures >= GIVE_UP_WAITING_AFTER) {
      notify((watcher) => watcher.reject(new ReaderLost(`No ${setup.lane} reader comes up: the last one ${reason}`)))
    }
  }

  function run(task: Task, options: TaskOptions): Promise<void> {
    return new Promise((resolve, reject) => {
      const { signal } = options
      if (signal.aborted) return reject(signal.reason)
      if (closed) return reject(new ReaderLost('The readers are closed'))
      const entry: Waiting = { task, options, settle }
      signal.addEventListener('abort', onAbort)
      enqueue(entry)
      dispatch()

      function onAbort() {
        waiting = waiting.filter((other) => other !== entry)
        settle(signal.reason)
      }
      function settle(error?: unknown) {
        signal.removeEventListener('abort', onAbort)
        if (error === undefined) resolve()
        else reject(error)
      }
    })
  }

  function enqueue(entry: Waiting) {
    const { key } = entry.options
    const older = key === undefined ? -1 : waiting.findIndex((other) => other.options.key === key)
    if (older < 0) waiting.push(entry)
    else for (const gaveWay of waiting.splice(older, 1, entry)) gaveWay.settle(new Superseded())
  }

  function dispatch() {
    for (const { reader } of slots) {
      if (reader?.state !== 'idle') continue
      const next = waiting.shift()
      if (!next) return
      void give(reader, next)
    }
  }

  /** The caller hears of an abort at once; the reader stays taken until it has really stopped. */
  async function give(reader: ReaderProcess, { task, options, settle }: Waiting) {
    const { signal } = options
    const { finished, cancel } = reader.run(task, options.timeMs, (step) => {
      if (!signal.aborted) options.onStep(step)
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

  function notify(tell: (watcher: Watcher) => void) {
    const told = watchers
    watchers = []
    told.forEach(tell)
  }

  async function close() {
    closed = true
    const lost = new ReaderLost('The readers are closed')
    notify((watcher) => watcher.reject(lost))
    for (const entry of waiting.splice(0)) entry.settle(lost)
    for (const slot of slots) clearTimeout(slot.timer)
    await Promise.all(slots.map((slot) => slot.reader?.close()))
  }

  return {
    run,
    update: (changes) => {
      for (const { reader } of slots) reader?.update(changes)
    },
    ready: () =>
      allLoaded() ? Promise.resolve() : new Promise((resolve, reject) => watchers.push({ resolve, reject })),
    isReady: () => slots.some(isLoaded),
    memory: () =>
      slots.flatMap(({ reader }) => (reader?.pid ? [{ lane: setup.lane, pid: reader.pid, ...reader.memory }] : [])),
    close,
  }
}
