/**
 * A user's imports: uploaded for a preview, started, undone. Opened for a user; workers use `import-queue.ts`.
 * `files`: where the uploaded files are; undefined if they are in their rows.
 */
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import { IMPORT_PREVIEW_TTL_MS, IMPORTS_LISTED_MAX, type OwnImport } from '#contracts'
import type { ByteFiles } from '../../adapters/byte-files.ts'
import type { Clock } from '../../adapters/clock.ts'
import type { Db, Tx } from '../../adapters/db/database.ts'
import { lockUser } from '../../adapters/db/lock-user.ts'
import { importFiles, imports } from '../../adapters/db/schema.ts'
import { ProductError } from '../../adapters/http/errors.ts'
import type { PictureStore } from '../../core/pictures/picture-store.ts'
import type { FileKind } from './file-kind.ts'
import { findImport, selectImports, toImport } from './own-import.ts'
import { removeImported } from './undo-import.ts'
import { eraseUploaded, fileIdsOf, OPEN_PHASES } from './uploaded-files.ts'

const SOURCE_OF: Readonly<Record<FileKind, string>> = {
  'export-json': 'beergoggles',
  'export-csv': 'beergoggles',
  'export-zip': 'beergoggles',
  'untappd-json': 'untappd',
  'untappd-csv': 'untappd',
}

const compress = promisify(gzip)

export function importStore(
  db: Db,
  clock: Pick<Clock, 'now'>,
  pictures: Pick<PictureStore, 'erase'>,
  files?: Pick<ByteFiles, 'write' | 'erase'>,
) {
  const now = () => new Date(clock.now())
  const erase = eraseUploaded(files)

  return {
    of: (userId: number) => ({
      /** Queues a file for its preview and replaces an earlier one. @throws ProductError import_running */
      async begin(fileName: string, kind: FileKind, bytes: Uint8Array): Promise<OwnImport> {
        const packed = await compress(bytes)
        const stored = files ? { fileId: randomUUID(), packed: null } : { fileId: null, packed }
        if (stored.fileId !== null) await files?.write(stored.fileId, packed)
        const begin = async (tx: Tx) => {
          await lockUser(tx, userId)
          const open = await tx
            .select({ id: imports.id, phase: importFiles.phase, fileId: importFiles.fileId })
            .from(imports)
            .innerJoin(importFiles, eq(importFiles.importId, imports.id))
            .where(and(eq(imports.userId, userId), inArray(importFiles.phase, OPEN_PHASES)))
          if (open.some(({ phase }) => phase === 'importing'))
            throw new ProductError(
              'import_running',
              'Another file is being imported. Wait for it to finish, or undo it first.',
            )
          for (const { id } of open) await tx.delete(imports).where(eq(imports.id, id))
          const [begun] = await tx
            .insert(imports)
            .values({ userId, source: SOURCE_OF[kind], fileName, startedAt: now() })
            .returning({ id: imports.id })
          if (!begun) throw new Error('insert returned no import')
          await tx.insert(importFiles).values({ importId: begun.id, userId, kind, ...stored })
          // Before another file of this user may delete it.
          const queued = await findImport(tx, userId, begun.id)
          if (!queued) throw new Error('the import was not stored')
          return { queued, replaced: open }
        }
        const { queued, replaced } = await db.transaction(begin).catch(async (error: unknown) => {
          await erase([stored])
          throw error
        })
        await erase(replaced)
        return queued
      },

      async list(): Promise<OwnImport[]> {
        const rows = await selectImports(db, userId).orderBy(desc(imports.id)).limit(IMPORTS_LISTED_MAX)
        return rows.map((row) => ({ ...toImport(row), problems: [] }))
      },

      byId: (id: number) => findImport(db, userId, id),

      /** Starts a previewed import; idempotent. @throws ProductError not_found, conflict in any other state */
      async start(id: number): Promise<OwnImport> {
        const isStarted = await db.transaction(async (tx) => {
          // Another file would delete a previewed import, and whether it still is one would depend on timing.
          await lockUser(tx, userId)
          if (!(await findImport(tx, userId, id))) throw importNotFound()
          const started = await tx
            .update(importFiles)
            .set({
              phase: 'importing',
              done: 0,
              attempt: 0,
              problems: [],
              reasons: {},
              leaseToken: null,
              leaseUntil: null,
            })
            .where(and(eq(importFiles.importId, id), eq(importFiles.phase, 'looked')))
            .returning({ id: importFiles.importId })
          return started.length > 0
        })
        const after = await findImport(db, userId, id)
        if (!after) throw importNotFound()
        if (!isStarted && after.state !== 'importing' && after.state !== 'done')
          throw new ProductError('conflict', "This import can't be started right now.")
        return after
      },

      /** Deletes a previewed import; otherwise stops the import and removes what it stored. @throws ProductError not_found */
      async undo(id: number): Promise<void> {
        const { orphaned, fileId } = await db.transaction(async (tx) => {
          await lockUser(tx, userId)
          const [row] = await tx
            .select({ undoneAt: imports.undoneAt, phase: importFiles.phase, fileId: importFiles.fileId })
            .from(imports)
            .innerJoin(importFiles, eq(importFiles.importId, imports.id))
            .where(and(eq(imports.id, id), eq(imports.userId, userId)))
            .for('update')
          if (!row) throw importNotFound()
          const { fileId } = row
          if (row.undoneAt) return { orphaned: [], fileId }
          if (row.phase === 'looking' || row.phase === 'looked') {
            await tx.delete(imports).where(eq(imports.id, id))
            return { orphaned: [], fileId }
          }
          await tx
            .update(importFiles)
            .set({ phase: 'ended', packed: null, leaseToken: null, leaseUntil: null })
            .where(eq(importFiles.importId, id))
          const orphaned = await removeImported(tx, userId, id)
          const at = now()
          await tx.update(imports).set({ undoneAt: at, finishedAt: at }).where(eq(imports.id, id))
          return { orphaned, fileId }
        })
        await erase([{ fileId }])
        await pictures.erase(orphaned)
      },
    }),

    /** The ids of a user's files, to be erased once the account is deleted. */
    filesOf: (userId: number) => fileIdsOf(db, userId),

    erase: (fileIds: readonly string[]) => erase(fileIds.map((fileId) => ({ fileId }))),

    /** Deletes previewed imports that were never started. */
    async removeAbandoned(): Promise<void> {
      const since = new Date(clock.now() - IMPORT_PREVIEW_TTL_MS)
      const waiting = db.select({ id: importFiles.importId }).from(importFiles).where(eq(importFiles.phase, 'looked'))
      const isAbandoned = and(lt(imports.startedAt, since), inArray(imports.id, waiting))
      const owners = await db.selectDistinct({ id: imports.userId }).from(imports).where(isAbandoned)
      for (const { id } of owners) {
        if (id === null) continue
        const abandoned = await db.transaction(async (tx) => {
          // One that its user starts in the same moment is no longer abandoned.
          await lockUser(tx, id)
          const rows = await tx
            .select({ id: imports.id, fileId: importFiles.fileId })
            .from(imports)
            .innerJoin(importFiles, eq(importFiles.importId, imports.id))
            .where(and(eq(imports.userId, id), isAbandoned))
          for (const row of rows) await tx.delete(imports).where(eq(imports.id, row.id))
          return rows
        })
        await erase(abandoned)
      }
    },
  }
}

export type ImportStore = ReturnType<typeof importStore>

const importNotFound = () => new ProductError('not_found', "We couldn't find that import.")
