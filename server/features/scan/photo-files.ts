/** Photos of unfinished scans: files beside the embedded database, and in their rows on PostgreSQL, where every node finds them. */
import { join } from 'node:path'
import { eq, isNull } from 'drizzle-orm'
import type { ByteFiles } from '../../adapters/byte-files.ts'
import type { Conn, Db } from '../../adapters/db/database.ts'
import { scanPhotos } from '../../adapters/db/schema.ts'

export const photoFolder = (dataDir: string): string => join(dataDir, 'photos')

/** Erases the photo of a scan that has ended, unless it was sent again meanwhile: then the file is that of the new photo. */
export async function erasePhoto(conn: Conn, files: Pick<ByteFiles, 'erase'>, scanId: string): Promise<void> {
  // A photo gets its file within the transaction that stores its row, and the embedded database has one transaction at a time.
  await conn.transaction(async (tx) => {
    const waiting = await tx.$count(scanPhotos, eq(scanPhotos.scanId, scanId))
    if (waiting === 0) await files.erase(scanId)
  })
}

/** For a database that becomes one of several nodes: each photo that is a file is stored in its row. */
export async function putPhotosIntoRows(db: Db, files: Pick<ByteFiles, 'read'>): Promise<void> {
  const waiting = await db.select({ id: scanPhotos.scanId }).from(scanPhotos).where(isNull(scanPhotos.bytes))
  for (const { id } of waiting) {
    const bytes = await files.read(id)
    if (bytes) await db.update(scanPhotos).set({ bytes }).where(eq(scanPhotos.scanId, id))
  }
}
