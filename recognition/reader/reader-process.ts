/** One reader process seen from its parent: started, given one task at a time, killed when it hangs. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import type { CatalogueChanges } from '#catalogue'
import { ReaderLost } from '../readers.ts'
import type { FromReader, Memory, ReaderSetup, Task, TaskStep, ToReader } from './messages.ts'
import { errorOf } from './messages.ts'

/** How long a reader may go on after a deadline before it is taken for hung. */
const GRACE_MS = 2_000
const LOADING_MAX_MS = 60_000
const CLOSING_MAX_MS = 2_000
/** What a reader learns of the environment: it handles foreign pictures and needs no secret of the server's. */
const ENVIRONMENT = [
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
  // A house with its own authority for certificates reaches its own model by it.
  'NODE_EXTRA_CA_CERTS',
]

/** glibc keeps freed memory in an arena per thread; with two, a reader's peak was 140 MB lower and no slower. */
const MALLOC_ARENAS = '2'

export interface ReaderProcess {
  readonly pid: number | undefined
  readonly state: 'loading' | 'idle' | 'busy' | 'ended'
  readonly memory: Memory
  /** Gives one task to an idle reader. The promise settles when the reader is done with it. */
  run(task: Task, timeMs: number, onStep: (step: TaskStep) => void): { finished: Promise<void>; cancel(): void }
  update(changes: CatalogueChanges): void
  close(): Promise<void>
}

export interface ReaderEvents {
  onReady(engineVersion: string): void
  /** Once, when the process is gone; `loaded` tells a reader that worked from one that never came up. */
  onEnd(reason: string, loaded: boolean): void
}

interface Running {
  id: number
  onStep(step: TaskStep): void
  settle(error: Error | null): void
}

export function openReader(script: string, setup: ReaderSetup, events: ReaderEvents): ReaderProcess {
  const child = fork(script, [], {
    serialization: 'advanced',
    execArgv: script.endsWith('.ts') ? ['--import', 'tsx'] : [],
    env: environment(),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let state: ReaderProcess['state'] = 'loading'
  let loaded = false
  let memory: Memory = { resident: 0, peak: 0 }
  let running: Running | undefined
  let lastId = 0
  let killedFor: string | undefined
  let watchdog = killAfter(LOADING_MAX_MS, 'did not load in time')

  child.on('message', (message: FromReader) => {
    if (message.kind === 'ready') {
      clearTimeout(watchdog)
      state = 'idle'
      loaded = true
      events.onReady(message.engineVersion)
    } else if (message.kind === 'step') {
      running?.onStep(message.step)
    } else {
      memory = message.memory
      settle(message.failure && errorOf(message.failure))
    }
  })
  child.on('error', (error) => end(error.message))
  child.on('exit', (code, signal) => end(killedFor ?? `ended with ${signal ?? `code ${code}`}`))
  // Camera frames and the server itself go before scans when the processor is short.
  if (setup.lane === 'scan' && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  send({ kind: 'open', setup })

  function run(task: Task, timeMs: number, onStep: (step: TaskStep) => void) {
    if (state !== 'idle') throw new Error(`A reader that is ${state} takes no task`)
    state = 'busy'
    lastId += 1
    const id = lastId
    watchdog = killAfter(timeMs + GRACE_MS, 'went over its deadline')
    const finished = new Promise<void>((resolve, reject) => {
      running = { id, onStep, settle: (error) => (error ? reject(error) : resolve()) }
    })
    send({ kind: 'task', id, task, deadline: Date.now() + timeMs })
    return { finished, cancel: () => send({ kind: 'cancel', id }) }
  }

  function settle(error: Error | null) {
    clearTimeout(watchdog)
    const settled = running
    running = undefined
    if (state === 'busy') state = 'idle'
    settled?.settle(error)
  }

  function end(reason: string) {
    if (state === 'ended') return
    state = 'ended'
    settle(new ReaderLost(`A reader ${reason}`))
    events.onEnd(reason, loaded)
  }

  function killAfter(ms: number, reason: string) {
    return setTimeout(() => {
      killedFor = reason
      child.kill('SIGKILL')
    }, ms)
  }

  function send(message: ToReader) {
    // A failed send means that the process is going away, which 'exit' reports.
    if (child.connected) child.send(message, () => {})
  }

  async function close() {
    if (state === 'ended') return
    clearTimeout(watchdog)
    const gone = once(child, 'exit')
    watchdog = killAfter(CLOSING_MAX_MS, 'did not close')
    killedFor = 'was closed'
    send({ kind: 'close' })
    await gone
    clearTimeout(watchdog)
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
  const passed = ENVIRONMENT.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))
  return { MALLOC_ARENA_MAX: MALLOC_ARENAS, ...Object.fromEntries(passed) }
}
