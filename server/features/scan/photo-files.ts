/**
 * Photos of unfinished scans as files. Deleting a row of the embedded database leaves its bytes in pages, write-ahead log and snapshots;
 * a deleted file is gone. PostgreSQL keeps photos in their rows instead, where every node finds them.
 */
import { mkdirSync } from 'node:fs'
import { open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../adapters/clock.ts'
import type { Db } from '../../adapters/db/database.ts'
import { scanPhotos } from '../../adapters/db/schema.ts'

/** A photo without a row this long after it was written belongs to no transaction. */
const UNCLAIMED_MS = 60 * 60_000

export interface PhotoFiles {
  /** Resolves once the photo would survive a power failure. Call it before the row that refers to it is committed. */
  write(scanId: string, bytes: Uint8Array): Promise<void>
  /** @throws PhotoMissing */
  read(scanId: string): Promise<Uint8Array>
  /** Call it after the row was deleted. */
  erase(scanId: string): Promise<void>
  /** Erases what a killed server or a rolled-back transaction left. */
  eraseOrphans(): Promise<void>
}

/** The scan is queued, but its photo is not in the folder: the database was restored from a snapshot, which has no photos. */
export class PhotoMissing extends Error {
  override name = 'PhotoMissing'
}

export function photoFiles(folder: string, db: Db, clock: Pick<Clock, 'now'>): PhotoFiles {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const startedAt = clock.now()
  const pathOf = (scanId: string) => join(folder, scanId)

  return {
    async write(scanId, bytes) {
      await writeSynced(pathOf(scanId), bytes)
      await sync(folder)
    },

    async read(scanId) {
      try {
        return await readFile(pathOf(scanId))
      } catch (cause) {
        if (!isAbsent(cause)) throw cause
        throw new PhotoMissing(`the photo of scan ${scanId} is missing`, { cause })
      }
    },

    erase: (scanId) => rm(pathOf(scanId), { force: true }),

    async eraseOrphans() {
      const written = await readdir(folder)
      if (written.length === 0) return
      const rows = await db.select({ id: scanPhotos.scanId }).from(scanPhotos)
      const unfinished = new Set(rows.map(({ id }) => id))
      for (const name of written.filter((id) => !unfinished.has(id))) {
        const { mtimeMs } = await stat(pathOf(name))
        // A newer one may belong to a transaction that is not committed yet.
        if (mtimeMs < Math.max(startedAt, clock.now() - UNCLAIMED_MS)) await rm(pathOf(name), { force: true })
      }
    },
  }
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

/** Makes the new entry of the folder durable. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
