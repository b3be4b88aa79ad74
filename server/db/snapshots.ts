/**
 * Snapshots of the embedded database: copies of its folder. They are taken by the thread that alone writes to it, between
 * two statements, so that a copy is what a crash at that moment would leave; opening one recovers it from its log.
 * To go back to one: stop the server, put the copy in the place of `database`.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { copyFolder } from './folder-copy.ts'

const KEPT = 3
const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.\d{3}Z$/

/** Copies the folder and drops all but the newest copies. Returns where the copy lies. */
export async function takeSnapshot(databaseDir: string, snapshotsDir: string, now = new Date()): Promise<string> {
  mkdirSync(snapshotsDir, { recursive: true, mode: 0o700 })
  const path = join(snapshotsDir, now.toISOString().replaceAll(':', '-'))
  await copyFolder(databaseDir, path)
  const kept = readdirSync(snapshotsDir)
    .filter((name) => NAME.test(name))
    .sort()
    .slice(-KEPT)
  // What goes are older copies, and halves of one that a crash interrupted.
  for (const name of readdirSync(snapshotsDir)) {
    if (!kept.includes(name)) rmSync(join(snapshotsDir, name), { recursive: true, force: true })
  }
  return path
}
