/** Uploaded files of imports that have not ended, beside the embedded database. PostgreSQL keeps them in their rows. */
import { join } from 'node:path'
import { and, eq, inArray, isNotNull, type SQL } from 'drizzle-orm'
import { type ByteFiles, byteFiles } from '../../adapters/byte-files.ts'
import type { Clock } from '../../adapters/clock.ts'
import type { Conn, Db } from '../../adapters/db/database.ts'
import { importFiles } from '../../adapters/db/schema.ts'

export const OPEN_PHASES = ['looking', 'looked', 'importing'] as const

export const importFolder = (dataDir: string): string => join(dataDir, 'imports')

export function uploadedFiles(folder: string, db: Db, clock: Pick<Clock, 'now'>): ByteFiles {
  return byteFiles(folder, () => fileIdsWhere(db, inArray(importFiles.phase, OPEN_PHASES)), clock)
}

/** The ids of a user's files, to be erased once the account is deleted. */
export function fileIdsOf(conn: Conn, userId: number): Promise<string[]> {
  return fileIdsWhere(conn, and(eq(importFiles.userId, userId), inArray(importFiles.phase, OPEN_PHASES)))
}

export type EraseUploaded = (rows: readonly { fileId: string | null }[]) => Promise<void>

/** For a database that becomes one of several nodes: each file of an import under way is stored in its row. */
export async function putUploadsIntoRows(db: Db, files: Pick<ByteFiles, 'read'>): Promise<void> {
  for (const fileId of await fileIdsWhere(db, inArray(importFiles.phase, OPEN_PHASES))) {
    const packed = await files.read(fileId)
    if (packed)
      await db
        .update(importFiles)
        .set({ packed: Buffer.from(packed), fileId: null })
        .where(eq(importFiles.fileId, fileId))
  }
}

/** Call it after the import has ended: its row keeps the id. `files`: undefined if the bytes are in their rows. */
export function eraseUploaded(files: Pick<ByteFiles, 'erase'> | undefined): EraseUploaded {
  return async (rows) => {
    if (files) await Promise.all(idsIn(rows).map(files.erase))
  }
}

async function fileIdsWhere(conn: Conn, condition: SQL | undefined): Promise<string[]> {
  const { fileId } = importFiles
  return idsIn(
    await conn
      .select({ fileId })
      .from(importFiles)
      .where(and(condition, isNotNull(fileId))),
  )
}

function idsIn(rows: readonly { fileId: string | null }[]): string[] {
  return rows.flatMap(({ fileId }) => fileId ?? [])
}
