/** Free space on the disk of the data folder. Photos and imports are refused before the database has no room left. */
import { statfs } from 'node:fs/promises'
import { ProductError } from './http/errors.ts'

const RETRY_AFTER_SECONDS = 60

export interface DiskSpace {
  /** In bytes. */
  free(): Promise<number>
  hasRoom(): Promise<boolean>
  /** For requests that store files. @throws ProductError unavailable */
  assertRoom(): Promise<void>
}

/** `reserve`: below this number of free bytes there is no room. `freeOn` measures the disk of a folder. */
export function diskSpace(folder: string, reserve: number, freeOn = freeBytes): DiskSpace {
  const free = () => freeOn(folder)
  const hasRoom = async () => (await free()) >= reserve
  return {
    free,
    hasRoom,
    async assertRoom() {
      if (await hasRoom()) return
      throw new ProductError(
        'unavailable',
        'The disk of this server is nearly full, so it accepts no files right now.',
        {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        },
      )
    },
  }
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
