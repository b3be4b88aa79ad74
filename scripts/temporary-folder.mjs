/** Where tests keep their temporary files. */
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'

/** A file system in memory, on Linux. */
const IN_MEMORY = '/dev/shm'
/** The tests need half a gigabyte at most; the rest is for their processes. */
const ENOUGH_BYTES = 4 * 1024 ** 3

/**
 * Moves the temporary files of this process and its children into memory if there is plenty of it. The embedded database syncs
 * every commit, so that journeys and database tests otherwise wait for the disk. The files are deleted at the exit.
 */
export function keepTemporaryFilesInMemory() {
  if (!hasEnough()) return
  const folder = mkdtempSync(`${IN_MEMORY}/beergoggles-`)
  // PostgreSQL runs as another user, whose folder is inside.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))
}

function hasEnough() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return Math.min(bavail * bsize, freemem()) >= ENOUGH_BYTES
  } catch {
    return false // There is no such file system.
  }
}
