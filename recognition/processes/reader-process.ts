/** A reader process as its parent controls it: forked, given one task at a time, killed when it hangs. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { getPriority, setPriority } from 'node:os'
import type { CatalogueChanges } from '#catalogue'
import { type FromReader, type ReaderSetup, type Task, type TaskStep, type ToReader, toError } from './messages.ts'
import { watchProcessorWait } from './processor-wait.ts'
import { type Memory, ReaderLost } from './readers.ts'

/** A reader that still works this long after its deadline is killed. Time in which it waited for a processor does not count. */
const GRACE_MS = 2_000
/** Most tasks end sooner, and cost no look at how long their reader waits. */
const WATCHED_AFTER_MS = 1_000
/** Whatever it waited for, a task ends before the attempt at a scan does. */
const TASK_MAX_MS = 96_000
const LOAD_TIMEOUT_MS = 60_000
/** A reader that waits for a processor gets this many times its time. */
const WAITING_FACTOR = 3
const CLOSE_TIMEOUT_MS = 2_000
/** Environment variables passed to readers: they decode untrusted images and get none of the server's secrets. */
const PASSED_ENVIRONMENT = [
  'PATH',
  'HOME',
  'LANG',
  'TZ',
  'TMPDIR',
  'TEMP',
  'TMP',
  'LD_LIBRARY_PATH',
  'NODE_ENV',
  'SystemRoot',
  // Lets an installation with its own certificate authority reach a model in its network.
  'NODE_EXTRA_CA_CERTS',
]

/**
 * The niceness of a reader of scans. The server and camera frames come first, but of a processor for which others of normal priority compete, a reader still
 * gets a fifth of what each of them gets. With ten it got a tenth, and beside five busy programs a second of work took more than a minute.
 */
const BATCH_PRIORITY = 7
/** glibc keeps freed memory in an arena per thread; with two, a reader's peak was 140 MB lower and no slower. */
const MALLOC_ARENAS = '2'
/** Left to itself, V8 collects garbage when the heap of a reader has grown to three times what it holds; with these its peak is 0.1 GB lower. */
const HEAP_OPTIONS = ['--max-semi-space-size=8', '--heap-growing-percent=50']

export interface ReaderProcess {
  readonly pid: number | undefined
  readonly state: 'loading' | 'idle' | 'busy' | 'ended'
  readonly memory: Memory
  /** Starts a task; the reader must be idle. `finished` settles when the reader is free again. */
  run(task: Task, timeMs: number, onStep: (step: TaskStep) => void): { finished: Promise<void>; cancel(): void }
  update(changes: CatalogueChanges): void
  close(): Promise<void>
}

export interface ReaderEvents {
  onReady(engineVersion: string): void
  /** Called once, when the process has ended. */
  onEnd(end: ReaderEnd): void
}

export interface ReaderEnd {
  reason: string
  /** False if it never became ready. */
  loaded: boolean
  /** Why its engine cannot be opened, if that is the reason. */
  unusable: string | undefined
}

interface Running {
  id: number
  onStep(step: TaskStep): void
  settle(error: Error | null): void
}

export function openReader(
  script: string,
  setup: ReaderSetup,
  events: ReaderEvents,
  watchWait = watchProcessorWait,
): ReaderProcess {
  const child = fork(script, [], {
    serialization: 'advanced',
    execArgv: [...HEAP_OPTIONS, ...(script.endsWith('.ts') ? ['--import', 'tsx'] : [])],
    env: environment(),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let state: ReaderProcess['state'] = 'loading'
  let loaded = false
  let memory: Memory = { resident: 0, peak: 0 }
  let running: Running | undefined
  let lastId = 0
  let killedFor: string | undefined
  let unusable: string | undefined
  let watchdog = killAfterWork(LOAD_TIMEOUT_MS, WAITING_FACTOR * LOAD_TIMEOUT_MS, 'did not load in time')

  child.on('message', (message: FromReader) => {
    if (message.kind === 'ready') {
      watchdog.stop()
      state = 'idle'
      loaded = true
      memory = message.memory
      events.onReady(message.engineVersion)
    } else if (message.kind === 'unusable') {
      unusable = message.reason
    } else if (message.kind === 'step') {
      running?.onStep(message.step)
    } else {
      memory = message.memory
      settle(message.failure && toError(message.failure))
    }
  })
  child.on('error', (error) => end(error.message))
  child.on('exit', (code, signal) => end(killedFor ?? `ended with ${signal ?? `code ${code}`}`))
  // Only root may raise the priority of a process.
  if (setup.lane === 'batch' && child.pid !== undefined && getPriority() < BATCH_PRIORITY)
    setPriority(child.pid, BATCH_PRIORITY)
  send({ kind: 'open', setup })

  function run(task: Task, timeMs: number, onStep: (step: TaskStep) => void) {
    if (state !== 'idle') throw new Error(`A reader that is ${state} cannot run a task`)
    state = 'busy'
    lastId += 1
    const id = lastId
    const workMs = timeMs + GRACE_MS
    watchdog = killAfterWork(workMs, Math.min(WAITING_FACTOR * workMs, TASK_MAX_MS), 'exceeded its deadline')
    const finished = new Promise<void>((resolve, reject) => {
      running = { id, onStep, settle: (error) => (error ? reject(error) : resolve()) }
    })
    send({ kind: 'task', id, task, deadline: Date.now() + timeMs })
    return { finished, cancel: () => send({ kind: 'cancel', id }) }
  }

  function settle(error: Error | null) {
    watchdog.stop()
    const settled = running
    running = undefined
    if (state === 'busy') state = 'idle'
    settled?.settle(error)
  }

  function end(reason: string) {
    if (state === 'ended') return
    state = 'ended'
    settle(new ReaderLost(`A reader ${reason}`))
    events.onEnd({ reason, loaded, unusable })
  }

  /** Kills it after `ms` in which it worked or slept, and after `maxMs` in any case. */
  function killAfterWork(ms: number, maxMs: number, reason: string) {
    const started = performance.now()
    let waited = () => 0
    const watch = () => {
      waited = watchWait(child.pid)
      timer = setTimeout(wake, ms - WATCHED_AFTER_MS)
    }
    const wake = () => {
      const elapsed = performance.now() - started
      const left = Math.min(ms + waited(), maxMs) - elapsed
      if (left >= 1) timer = setTimeout(wake, left)
      else {
        killedFor = reason
        child.kill('SIGKILL')
      }
    }
    let timer = setTimeout(watch, WATCHED_AFTER_MS)
    return { stop: () => clearTimeout(timer) }
  }

  function send(message: ToReader) {
    // A failed send means that the process is ending, which 'exit' reports.
    if (child.connected) child.send(message, () => {})
  }

  async function close() {
    if (state === 'ended') return
    watchdog.stop()
    const exited = once(child, 'exit')
    watchdog = killAfterWork(CLOSE_TIMEOUT_MS, CLOSE_TIMEOUT_MS, 'did not close')
    killedFor = 'was closed'
    send({ kind: 'close' })
    await exited
    watchdog.stop()
  }

  return {
    get pid() {
      return child.pid
    },
    get state() {
      return state
    },
    get memory() {
      return memory
    },
    run,
    update: (changes) => send({ kind: 'catalogue', changes }),
    close,
  }
}

function environment(): Record<string, string> {
  const passed = PASSED_ENVIRONMENT.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))
  return { MALLOC_ARENA_MAX: MALLOC_ARENAS, ...Object.fromEntries(passed) }
}
