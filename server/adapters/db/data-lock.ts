/**
 * Locks a data folder: the embedded database does not lock its files, and two writers would corrupt it. The lock file names its holder,
 * who listens on a socket as long as it lives, so that a lock left by a crash never blocks a start. Process ids alone would not do: another
 * container has processes with the same ids, and this one cannot see them.
 */
import { execFileSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod/mini'
import { makeFolder } from '../make-folder.ts'
import { fitsSocketPath } from '../socket-path.ts'

const Holder = z.object({
  pid: z.int(),
  startedAt: z.nullable(z.string()),
  token: z.string().check(z.regex(/^[\w-]+$/)),
})
type Holder = z.infer<typeof Holder>

export class DataFolderInUse extends Error {
  constructor(dataDir: string, pid: number) {
    super(`The data folder ${dataDir} is in use by process ${pid}. Stop it first, or choose another DATA_DIR.`)
    this.name = 'DataFolderInUse'
  }
}

/** @throws DataFolderInUse */
export async function lockDataFolder(dataDir: string): Promise<{ release(): void }> {
  const folder = resolve(dataDir)
  const path = join(folder, 'lock')
  makeFolder(folder)

  const own: Holder = { pid: process.pid, startedAt: startTimeOf(process.pid), token: randomBytes(8).toString('hex') }
  // Before the lock exists, so that nobody finds it without its holder.
  const stopListening = await listenOn(socketOf(folder, own))
  const draft = `${path}.${own.token}`
  try {
    writeFileSync(draft, JSON.stringify(own))
    while (!createLock(draft, path)) {
      const holder = readLock(path)
      if (holder && (isAlive(holder) || (await accepts(socketOf(folder, holder))))) {
        throw new DataFolderInUse(folder, holder.pid)
      }
      removeStale(path, holder)
      if (holder) rmSync(socketOf(folder, holder), { force: true })
    }
  } catch (error) {
    stopListening()
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return {
    release() {
      if (readLock(path)?.token === own.token) rmSync(path, { force: true })
      stopListening()
    },
  }
}

/** In the data folder, which containers share, unless its path is too long for a socket. */
function socketOf(folder: string, { token }: Holder): string {
  const inside = join(folder, `lock.${token}.sock`)
  return fitsSocketPath(inside) ? inside : join(tmpdir(), `beergoggles-lock-${token}.sock`)
}

/** Does not keep the process alive. */
function listenOn(path: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', reject)
    server.listen(path, () => resolve(() => void server.close())).unref()
  })
}

/** False if nobody listens there; what cannot be asked counts as alive. */
function accepts(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', (error) => resolve(!isCode(error, 'ENOENT') && !isCode(error, 'ECONNREFUSED')))
  })
}

function createLock(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

/** Undefined if there is no lock file, or it is incomplete because its writer crashed. */
function readLock(path: string): Holder | undefined {
  try {
    return Holder.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return undefined
  }
}

/** Compares start times too, because process ids are reused: the first process of every container has id 1. */
function isAlive({ pid, startedAt }: Holder): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!isCode(error, 'EPERM')) return false
  }
  const now = startTimeOf(pid)
  return now !== null && now === startedAt
}

/** Renames the stale file first, so that only one of two processes that both found it stale removes it. */
function removeStale(path: string, stale: Holder | undefined): void {
  const aside = `${path}.stale.${randomUUID()}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return
    throw error
  }
  if (readLock(aside)?.token !== stale?.token) createLock(aside, path)
  rmSync(aside, { force: true })
}

/** Start time in the notation of the system, or null if the process does not exist. */
function startTimeOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie has exited and only waits for its parent.
    return 'ZX'.includes(state) ? null : (fields[18] ?? null)
  } catch {
    return startTimeFromPs(pid)
  }
}

function startTimeFromPs(pid: number): string | null {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim()
  } catch {
    return null
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
