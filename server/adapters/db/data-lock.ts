/**
 * Locks a data folder: the embedded database does not lock its files, and two writers would corrupt it. The lock file holds the
 * process id and start time of its holder, so that a lock left by a crash never blocks a start.
 */
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod/mini'

const Holder = z.object({ pid: z.int(), startedAt: z.nullable(z.string()), token: z.string() })
type Holder = z.infer<typeof Holder>

/** Locks of this process. A lock file with our own process id may also be stale, left by an earlier process with the same id. */
const heldByThisProcess = new Set<string>()

export class DataFolderInUse extends Error {
  constructor(dataDir: string, pid: number) {
    super(`The data folder ${dataDir} is in use by process ${pid}. Stop it first, or choose another DATA_DIR.`)
    this.name = 'DataFolderInUse'
  }
}

/** @throws DataFolderInUse */
export function lockDataFolder(dataDir: string): { release(): void } {
  const folder = resolve(dataDir)
  const path = join(folder, 'lock')
  mkdirSync(folder, { recursive: true })
  if (heldByThisProcess.has(path)) throw new DataFolderInUse(folder, process.pid)

  const own: Holder = { pid: process.pid, startedAt: startTimeOf(process.pid), token: randomUUID() }
  const draft = `${path}.${own.token}`
  writeFileSync(draft, JSON.stringify(own))
  try {
    while (!createLock(draft, path)) {
      const holder = readLock(path)
      if (holder && isAlive(holder)) throw new DataFolderInUse(folder, holder.pid)
      removeStale(path, holder)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  heldByThisProcess.add(path)
  return {
    release() {
      heldByThisProcess.delete(path)
      if (readLock(path)?.token === own.token) rmSync(path, { force: true })
    },
  }
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
