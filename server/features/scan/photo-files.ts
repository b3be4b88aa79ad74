/** Photos of unfinished scans: files beside the embedded database, and in their rows on PostgreSQL, where every node finds them. */
import { join } from 'node:path'
import { eq, isNull } from 'drizzle-orm'
import type { ByteFiles } from '../../adapters/byte-files.ts'
import type { Db } from '../../adapters/db/database.ts'
import { scanPhotos } from '../../adapters/db/schema.ts'

export const photoFolder = (dataDir: string): string => join(dataDir, 'photos')

/** For a database that becomes one of several nodes: each photo that is a file is stored in its row. */
export async function putPhotosIntoRows(db: Db, files: Pick<ByteFiles, 'read'>): Promise<void> {
  const waiting = await db.select({ id: scanPhotos.scanId }).from(scanPhotos).where(isNull(scanPhotos.bytes))
  for (const { id } of waiting) {
    const bytes = await files.read(id)
    if (bytes) await db.update(scanPhotos).set({ bytes }).where(eq(scanPhotos.scanId, id))
  }
}
