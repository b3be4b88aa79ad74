/** Copies a folder atomically: after a failure or a crash the copy is complete or absent. */
import { chmodSync, constants, cpSync, readdirSync, rmSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncToDisk } from '../sync-to-disk.ts'

/** Of the folder that a copy is written to. A crash may leave one. */
export const PARTIAL = '.partial'

/**
 * Writes to a temporary folder, syncs it to disk and renames it; removes it if that fails, as on a full disk, or if `check` throws. Copies synchronously
 * before it returns the promise, so that a caller who is the only writer gets a consistent copy.
 */
export async function copyFolder(from: string, to: string, check: (copy: string) => void = () => {}): Promise<void> {
  const aside = `${to}${PARTIAL}`
  const discard = () => rmSync(aside, { recursive: true, force: true })
  discard()
  try {
    cpSync(from, aside, { recursive: true, mode: constants.COPYFILE_FICLONE })
    check(aside)
    const entries = readdirSync(aside, { recursive: true, withFileTypes: true })
    await Promise.all(entries.map((entry) => syncToDisk(join(entry.parentPath, entry.name))))
    await syncToDisk(aside)
    // PostgreSQL keeps its folder to its user, whatever the original allows.
    chmodSync(aside, 0o700)
    await rename(aside, to)
  } catch (error) {
    discard()
    throw error
  }
  await syncToDisk(dirname(to))
}
