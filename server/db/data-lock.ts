/**
 * Keeps a second process off a data folder: the embedded database has no lock of its own, and two writers would destroy
 * it. The lock is a file that names its holder by process id and start time; a holder that is gone never blocks a start.
 */
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod/mini'

const Holder = z.object({ pid: z.int(), startedAt: z.nullable(z.string()), token: z.string() })
type Holder = z.infer<typeof Holder>

/** Locks held by this very process, which its own process id cannot tell from a stale one. */
const heldHere = new Set<string>()

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
  if (heldHere.has(path)) throw new DataFolderInUse(folder, process.pid)

  const own: Holder = { pid: process.pid, startedAt: startTimeOf(process.pid), token: randomUUID() }
  const draft = `${path}.${own.token}`
  writeFileSync(draft, JSON.stringify(own))
  try {
    while (!placed(draft, path)) {
      const holder = read(path)
      if (holder && lives(holder)) throw new DataFolderInUse(folder, holder.pid)
      removeStale(path, holder)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  heldHere.add(path)
  return {
    release() {
      heldHere.delete(path)
      if (read(path)?.token === own.token) rmSync(path, { force: true })
    },
  }
}

function placed(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

/** Undefined when there is no lock, or one that was cut off while it was written. */
function read(path: string): Holder | undefined {
  try {
    return Holder.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return undefined
  }
}

/** The same process id after a restart (every container starts with 1) is not the same process. */
function lives({ pid, startedAt }: Holder): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!isCode(error, 'EPERM')) return false
  }
  const now = startTimeOf(pid)
  return now !== null && now === startedAt
}

/** Moves the stale file away first, so that of two processes that both found it stale only one removes it. */
function removeStale(path: string, stale: Holder | undefined): void {
  const aside = `${path}.stale.${randomUUID()}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return
    throw error
  }
  if (read(aside)?.token !== stale?.token) placed(aside, path)
  rmSync(aside, { force: true })
}

/** When the process started, in whatever words the system has for it; null when there is no such process. */
function startTimeOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie has ended and waits for its parent to notice.
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
