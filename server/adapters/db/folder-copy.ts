/** Copies a folder atomically: after a crash the copy is complete or absent. */
import { chmodSync, constants, cpSync, readdirSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Writes to a temporary folder, syncs it to disk and renames it. Copies synchronously before it returns the promise, so that
 * a caller who is the only writer gets a consistent copy.
 */
export async function copyFolder(from: string, to: string): Promise<void> {
  const aside = `${to}.partial`
  rmSync(aside, { recursive: true, force: true })
  cpSync(from, aside, { recursive: true, mode: constants.COPYFILE_FICLONE })
  const entries = readdirSync(aside, { recursive: true, withFileTypes: true })
  await Promise.all(entries.map((entry) => sync(join(entry.parentPath, entry.name))))
  await sync(aside)
  // PostgreSQL keeps its folder to its user, whatever the original allows.
  chmodSync(aside, 0o700)
  await rename(aside, to)
  await sync(dirname(to))
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
