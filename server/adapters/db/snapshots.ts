/**
 * Snapshots of the embedded database: copies of its folder. The thread that runs the database takes them between two statements,
 * so that a copy equals the state after a crash at that moment, from which the write-ahead log recovers. `npm run restore` puts one in
 * the place of the database.
 */
import { existsSync, lstatSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { makeFolder } from '../make-folder.ts'
import { SNAPSHOT_INTERVAL_MS } from './embedded-messages.ts'
import { copyFolder, PARTIAL } from './folder-copy.ts'
import { findDamage } from './page-checksums.ts'

const SNAPSHOTS_MAX = 3
const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.\d{3}Z$/
const MB = 1024 * 1024
/** `stat` counts in these blocks, whatever the file system. */
const BLOCK_BYTES = 512

export interface Snapshot {
  path: string
  takenAt: Date
}

/** Undefined if there is none. */
export function newestSnapshot(snapshotsDir: string): Snapshot | undefined {
  return snapshotsIn(snapshotsDir).at(-1)
}

/** The newest whose pages are intact; undefined if there is none. */
export function newestIntactSnapshot(snapshotsDir: string): Snapshot | undefined {
  return snapshotsIn(snapshotsDir).findLast(isIntact)
}

/** The newest intact one of those taken before this one; undefined if there is none beside it. */
export function intactSnapshotBefore(path: string): Snapshot | undefined {
  const all = snapshotsIn(dirname(path))
  const index = all.findIndex((snapshot) => basename(snapshot.path) === basename(path))
  return all.slice(0, Math.max(0, index)).findLast(isIntact)
}

/** The oldest first. */
function snapshotsIn(snapshotsDir: string): Snapshot[] {
  if (!existsSync(snapshotsDir)) return []
  return namesIn(snapshotsDir, new Date()).map((name) => {
    const [date, time = ''] = name.split('T')
    return { path: join(snapshotsDir, name), takenAt: new Date(`${date}T${time.replace('-', ':').replace('-', ':')}`) }
  })
}

const isIntact = ({ path }: Snapshot) => findDamage(path) === undefined

/** What to restore, and how. */
export function remedyOf(snapshot: Snapshot | undefined): string {
  return snapshot
    ? `the newest intact snapshot, of ${snapshot.takenAt.toISOString()}, or a backup:\n  npm run restore -- ${snapshot.path}`
    : 'a backup:\n  npm run restore -- <file>'
}

/** Servers that never run for a whole interval have snapshots, too. */
export function isSnapshotDue(snapshotsDir: string): boolean {
  const newest = newestSnapshot(snapshotsDir)
  const age = newest && Date.now() - newest.takenAt.getTime()
  return age === undefined || age < 0 || age > SNAPSHOT_INTERVAL_MS
}

/**
 * Copies the folder, deletes all but the newest copies, and returns the path of the copy, which is never deleted.
 * @throws Error if less than `reserveBytes` of the disk would stay free, or if a page is damaged: such a copy would replace an intact one
 */
export async function takeSnapshot(
  databaseDir: string,
  snapshotsDir: string,
  { reserveBytes, now = new Date() }: { reserveBytes: number; now?: Date },
): Promise<string> {
  makeFolder(snapshotsDir)
  assertRoom(databaseDir, snapshotsDir, reserveBytes)
  const path = join(snapshotsDir, nameAt(now))
  await copyFolder(databaseDir, path, (copy) => {
    const damage = findDamage(copy)
    if (damage === undefined) return
    const remedy = remedyOf(newestIntactSnapshot(snapshotsDir))
    throw new Error(`the database is damaged: ${damage}. Stop the server, and restore ${remedy}`)
  })
  const older = namesIn(snapshotsDir, now).slice(0, -SNAPSHOTS_MAX)
  for (const name of older) rmSync(join(snapshotsDir, name), { recursive: true, force: true })
  return path
}

/** Removes what a crash left. Call it while no snapshot is being taken. */
export function removePartial(snapshotsDir: string): void {
  if (!existsSync(snapshotsDir)) return
  for (const name of readdirSync(snapshotsDir)) {
    if (name.endsWith(PARTIAL)) rmSync(join(snapshotsDir, name), { recursive: true, force: true })
  }
}

/** The oldest first. The clock was wrong where a name is later than now: such a snapshot counts as older than all others. */
function namesIn(snapshotsDir: string, now: Date): string[] {
  const names = readdirSync(snapshotsDir)
    .filter((name) => NAME.test(name))
    .sort()
  const isLater = (name: string) => name > nameAt(now)
  return [...names.filter(isLater), ...names.filter((name) => !isLater(name))]
}

function nameAt(time: Date): string {
  return time.toISOString().replaceAll(':', '-')
}

/** A disk that a snapshot fills stops the database itself. */
function assertRoom(databaseDir: string, snapshotsDir: string, reserveBytes: number): void {
  const { bavail, bsize } = statfsSync(snapshotsDir)
  const [needed, free] = [sizeOf(databaseDir), bavail * bsize]
  if (free - needed >= reserveBytes) return
  const inMb = (bytes: number) => `${Math.ceil(bytes / MB)} MB`
  throw new Error(
    `a snapshot takes ${inMb(needed)}, and ${inMb(reserveBytes)} are to stay free, but only ${inMb(free)} are free`,
  )
}

/** What the files of a folder take on the disk, in bytes. */
function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.reduce((sum, { parentPath, name }) => sum + lstatSync(join(parentPath, name)).blocks * BLOCK_BYTES, 0)
}
