/** Copies a folder so that it is there completely or not at all, whatever happens in between. */
import { constants, cpSync, readdirSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Written aside, synced to disk, renamed. The bytes are copied before this function returns its promise, so that a caller
 * who is the only writer gets the folder as it is at this moment.
 */
export async function copyFolder(from: string, to: string): Promise<void> {
  const aside = `${to}.partial`
  rmSync(aside, { recursive: true, force: true })
  cpSync(from, aside, { recursive: true, mode: constants.COPYFILE_FICLONE })
  const entries = readdirSync(aside, { recursive: true, withFileTypes: true })
  await Promise.all(entries.map((entry) => sync(join(entry.parentPath, entry.name))))
  await sync(aside)
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
