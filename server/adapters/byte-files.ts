/**
 * Pictures, photos of unfinished scans and uploads of the embedded database, as files beside it: deleting a row leaves its bytes in pages,
 * write-ahead log and snapshots; a deleted file is gone. PostgreSQL keeps them in their rows instead, where every node finds them.
 */
import { randomUUID } from 'node:crypto'
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from './clock.ts'
import { makeFolder } from './make-folder.ts'
import { syncToDisk } from './sync-to-disk.ts'

/** A file without a row this long after it was written belongs to no transaction. */
const UNCLAIMED_MS = 60 * 60_000

export interface ByteFiles {
  /** Resolves once the file would survive a power failure. Call it before the row that refers to it is committed. */
  write(id: string, bytes: Uint8Array): Promise<void>
  /** Writes a file before the transaction that decides whether it may have its id. */
  stage(bytes: Uint8Array): Promise<StagedFile>
  /** Undefined if there is no such file: a backup has none of photos, and may be older than a picture. */
  read(id: string): Promise<Uint8Array | undefined>
  /** Call it after the row was deleted. */
  erase(id: string): Promise<void>
  /** Erases what a killed server, a rolled-back transaction or a cascade left. */
  eraseOrphans(): Promise<void>
}

/** A file under a name of its own. */
export interface StagedFile {
  /** Replaces the file with this id, and resolves once that would survive a power failure. Call it before the row is committed. */
  keepAs(id: string): Promise<void>
  /** Erases it unless it was kept. */
  discard(): Promise<void>
}

/** `idsInRows`: the ids that rows refer to. */
export function byteFiles(
  folder: string,
  idsInRows: () => Promise<readonly string[]>,
  clock: Pick<Clock, 'now'>,
): ByteFiles {
  const startedAt = clock.now()
  return {
    ...filesIn(folder),

    async eraseOrphans() {
      const written = await readdir(folder)
      if (written.length === 0) return
      const referenced = new Set(await idsInRows())
      for (const name of written.filter((id) => !referenced.has(id))) {
        const path = join(folder, name)
        const { mtimeMs } = (await unlessAbsent(stat(path))) ?? {}
        // A newer one may belong to a transaction that is not committed yet.
        const isOrphan = mtimeMs !== undefined && mtimeMs < Math.max(startedAt, clock.now() - UNCLAIMED_MS)
        if (isOrphan) await rm(path, { force: true })
      }
    },
  }
}

/** The files of a folder, whatever rows say; creates the folder. */
export function filesIn(folder: string): Omit<ByteFiles, 'eraseOrphans'> {
  makeFolder(folder)
  const pathOf = (id: string) => join(folder, id)

  return {
    async write(id, bytes) {
      await writeSynced(pathOf(id), bytes)
      await syncToDisk(folder)
    },

    async stage(bytes) {
      const staged = pathOf(randomUUID())
      await writeSynced(staged, bytes)
      let isKept = false
      return {
        async keepAs(id) {
          await rename(staged, pathOf(id))
          isKept = true
          await syncToDisk(folder)
        },
        discard: async () => (isKept ? undefined : await rm(staged, { force: true })),
      }
    },

    read: (id) => unlessAbsent(readFile(pathOf(id))),

    erase: (id) => rm(pathOf(id), { force: true }),
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

/** Undefined if the file does not exist, or no longer. */
function unlessAbsent<T>(access: Promise<T>): Promise<T | undefined> {
  return access.catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
}
