/** Copies a folder so that it is there completely or not at all, whatever happens in between. */
import { closeSync, constants, cpSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Written aside, synced to disk, renamed. */
export function copyFolder(from: string, to: string): void {
  const aside = `${to}.partial`
  rmSync(aside, { recursive: true, force: true })
  cpSync(from, aside, { recursive: true, mode: constants.COPYFILE_FICLONE })
  for (const entry of readdirSync(aside, { recursive: true, withFileTypes: true }))
    sync(join(entry.parentPath, entry.name))
  sync(aside)
  renameSync(aside, to)
  sync(dirname(to))
}

function sync(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
