/**
 * Parses a user's file in a process of its own, so that a hostile one costs neither the time nor the memory of the server. The
 * process is killed when it takes too long or too much.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BUILD_FOLDER } from '../../adapters/build-folder.ts'
import type { FileBatch } from './batches.ts'
import type { FileKind } from './file-kind.ts'

export type FromFileReader = FileBatch | 'end'

/** The file cannot be parsed to its end. Another attempt would fail the same way. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

/** Its process was killed, perhaps for want of memory on the machine. Another attempt may succeed. */
export class ReadingKilled extends Error {
  override name = 'ReadingKilled'
}

/** How others end a process. When its own memory runs out, V8 aborts it. */
const KILLED_BY_OTHERS: ReadonlySet<string> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'])

/** Yields the batches of a gzipped file. @throws UnreadableFile, ReadingKilled */
export type ReadFile = (kind: FileKind, packed: Uint8Array, signal: AbortSignal) => AsyncIterable<FileBatch>

interface ReaderLimits {
  script?: string
  /** Time for each batch. */
  batchMs?: number
  /** Time for all batches, without the time it takes to store them. */
  fileMs?: number
  memoryMb?: number
}

const DEFAULT_SCRIPT = BUILD_FOLDER
  ? join(BUILD_FOLDER, 'server/file-reader.js')
  : fileURLToPath(new URL('./file-reader.ts', import.meta.url))
/** A file of 50 MB is in memory as bytes and as text. */
const MEMORY_MB = 512
const BATCH_MS = 10_000
const FILE_MS = 5 * 60_000
/** Starting the process on a busy machine takes as long as this many batches may. */
const START_BATCHES = 3

export function fileReader({
  script = DEFAULT_SCRIPT,
  batchMs = BATCH_MS,
  fileMs = FILE_MS,
  memoryMb = MEMORY_MB,
}: ReaderLimits = {}): ReadFile {
  return async function* (kind, packed, signal) {
    const child = fork(script, [kind], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${memoryMb}`, ...(script.endsWith('.ts') ? ['--import', 'tsx'] : [])],
      env: { PATH: process.env.PATH, NODE_ENV: process.env.NODE_ENV },
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    })
    // It ends before it has read everything when it is killed; 'exit' reports that.
    child.stdin?.on('error', () => {}).end(packed)
    let timeMs = START_BATCHES * batchMs
    let leftMs = fileMs
    try {
      for (;;) {
        const asked = performance.now()
        const message = await nextMessage(child, Math.min(timeMs, leftMs), signal)
        timeMs = batchMs
        leftMs -= performance.now() - asked
        if (message === 'end') return
        yield message
      }
    } finally {
      child.kill('SIGKILL')
    }
  }
}

export const readFileInProcess: ReadFile = fileReader()

function nextMessage(child: ChildProcess, timeMs: number, signal: AbortSignal): Promise<FromFileReader> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    if (child.exitCode !== null || child.signalCode !== null) return onExit(child.exitCode, child.signalCode)
    const timer = setTimeout(() => fail('took too long'), timeMs)
    child.once('message', onMessage).once('exit', onExit).once('error', onError)
    signal.addEventListener('abort', onAbort)
    child.send('next', () => {})

    function onMessage(message: FromFileReader) {
      settle(() => resolve(message))
    }
    function onExit(code: number | null, killedBy: NodeJS.Signals | null) {
      const end = `ended with ${killedBy ?? `code ${code}`}`
      if (killedBy !== null && KILLED_BY_OTHERS.has(killedBy)) settle(() => reject(new ReadingKilled(messageOf(end))))
      else fail(end)
    }
    function onError(error: Error) {
      fail(error.message)
    }
    function onAbort() {
      settle(() => reject(signal.reason))
    }
    function fail(reason: string) {
      settle(() => reject(new UnreadableFile(messageOf(reason))))
    }
    function settle(finish: () => void) {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onExit).off('error', onError)
      signal.removeEventListener('abort', onAbort)
      finish()
    }
  })
}

function messageOf(reason: string): string {
  return `the process that reads the file ${reason}`
}
