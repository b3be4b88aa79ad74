/**
 * Snapshots of the embedded database: copies of its folder. The thread that runs the database takes them between two statements,
 * so that a copy equals the state after a crash at that moment, from which the write-ahead log recovers. `npm run restore` puts one in
 * the place of the database.
 */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { copyFolder } from './folder-copy.ts'

const SNAPSHOTS_MAX = 3
const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.\d{3}Z$/

/** The path of the newest one, and when it was taken; undefined if there is none. */
export function newestSnapshot(snapshotsDir: string): { path: string; takenAt: Date } | undefined {
  if (!existsSync(snapshotsDir)) return undefined
  const name = readdirSync(snapshotsDir)
    .filter((one) => NAME.test(one))
    .sort()
    .at(-1)
  if (name === undefined) return undefined
  const [date, time = ''] = name.split('T')
  return { path: join(snapshotsDir, name), takenAt: new Date(`${date}T${time.replace('-', ':').replace('-', ':')}`) }
}

/** Copies the folder, deletes all but the newest copies, and returns the path of the copy. */
export async function takeSnapshot(databaseDir: string, snapshotsDir: string, now = new Date()): Promise<string> {
  mkdirSync(snapshotsDir, { recursive: true, mode: 0o700 })
  const path = join(snapshotsDir, now.toISOString().replaceAll(':', '-'))
  await copyFolder(databaseDir, path)
  const newest = readdirSync(snapshotsDir)
    .filter((name) => NAME.test(name))
    .sort()
    .slice(-SNAPSHOTS_MAX)
  // Deletes older copies and incomplete ones that a crash left.
  for (const name of readdirSync(snapshotsDir)) {
    if (!newest.includes(name)) rmSync(join(snapshotsDir, name), { recursive: true, force: true })
  }
  return path
}
