/**
 * The queue of imports that wait for a worker. A worker claims one with a lease; every write carries the lease's token, so
 * that a worker that lost its lease changes nothing. `files`: where the uploaded files are; undefined if they are in their rows.
 */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { ByteFiles } from '../../adapters/byte-files.ts'
import type { Clock } from '../../adapters/clock.ts'
import type { Conn, Db } from '../../adapters/db/database.ts'
import { lockUser } from '../../adapters/db/lock-user.ts'
import { importFiles, imports } from '../../adapters/db/schema.ts'
import { LeaseLost, leasesOf } from '../../adapters/jobs/lease.ts'
import type { FileKind } from './file-kind.ts'
import type { ImportStats } from './import-stats.ts'
import { eraseUploaded } from './uploaded-files.ts'

const ATTEMPTS_MAX = 3

/** An import leased to this process. */
export interface ClaimedImport {
  importId: number
  userId: number
  kind: FileKind
  /** `looking`: the preview is computed. */
  phase: 'looking' | 'importing'
  records: number
  done: number
  leaseToken: string
}

export type ImportQueue = ReturnType<typeof importQueue>

export function importQueue(db: Db, clock: Pick<Clock, 'now'>, files?: Pick<ByteFiles, 'read' | 'erase'>) {
  const now = () => new Date(clock.now())
  const erase = eraseUploaded(files)
  const leases = leasesOf(importFiles, clock)
  const isHeld = ({ importId, leaseToken, phase }: ClaimedImport) =>
    and(eq(importFiles.importId, importId), leases.isHeld(leaseToken), eq(importFiles.phase, phase))

  /** Before a batch is stored: the import may have been undone, or its user deleted. @throws LeaseLost */
  async function assertHeld(conn: Conn, claimed: ClaimedImport): Promise<void> {
    if ((await conn.$count(importFiles, isHeld(claimed))) === 0) throw new LeaseLost(`import ${claimed.importId}`)
  }

  return {
    assertHeld,

    /** Leases the oldest import that is waiting or whose lease has lapsed. Imports out of attempts fail. */
    async claim(): Promise<ClaimedImport | undefined> {
      const isReady = inArray(importFiles.phase, ['looking', 'importing'])
      const failed = await db
        .update(importFiles)
        .set({ phase: 'failed', packed: null, leaseToken: null, leaseUntil: null })
        .where(and(isReady, leases.isFree(), sql`${importFiles.attempt} >= ${ATTEMPTS_MAX}`))
        .returning({ fileId: importFiles.fileId })
      await erase(failed)
      const { importId, userId, kind, phase, records, done } = importFiles
      const claimed = await leases.claim(db, {
        key: importId,
        isReady,
        order: [importId],
        returning: { importId, userId, kind, phase, records, done },
      })
      if (!claimed) return undefined
      const { leaseToken, row } = claimed
      if (row.phase !== 'looking' && row.phase !== 'importing') return undefined
      return { ...row, phase: row.phase, leaseToken }
    },

    /**
     * Returns the file, gzipped; undefined if it is missing: neither backups nor snapshots have it. A server of an earlier version may have
     * stored it in its row. @throws LeaseLost
     */
    async file(claimed: ClaimedImport): Promise<Uint8Array | undefined> {
      const { packed, fileId } = importFiles
      const [row] = await db.select({ packed, fileId }).from(importFiles).where(isHeld(claimed))
      if (!row) throw new LeaseLost(`import ${claimed.importId}`)
      const found = row.packed ?? (row.fileId === null ? undefined : await files?.read(row.fileId))
      // Whoever undoes the import erases the file.
      if (!found) await assertHeld(db, claimed)
      return found
    },

    /** Returns the stats of the batches stored so far, by this process or an earlier one; undefined for a preview. */
    async stats({ importId, phase }: ClaimedImport) {
      const [row] = await db
        .select({ counts: imports.counts, reasons: importFiles.reasons, problems: importFiles.problems })
        .from(importFiles)
        .innerJoin(imports, eq(imports.id, importFiles.importId))
        .where(eq(importFiles.importId, importId))
      return row && phase === 'importing' ? row : undefined
    },

    /** @throws LeaseLost */
    async renew(claimed: ClaimedImport): Promise<void> {
      const renewed = await db
        .update(importFiles)
        .set(leases.renewed())
        .where(isHeld(claimed))
        .returning({ id: importFiles.importId })
      if (renewed.length === 0) throw new LeaseLost(`import ${claimed.importId}`)
    },

    /** Stores the progress and renews the lease. @throws LeaseLost */
    async saveProgress(
      conn: Conn,
      claimed: ClaimedImport,
      done: number,
      share: number,
      stats: ImportStats,
    ): Promise<void> {
      const { counts, reasons, problems } = stats.stored()
      const isPreview = claimed.phase === 'looking'
      const updated = await conn
        .update(importFiles)
        .set({
          done,
          reasons,
          problems,
          ...leases.renewed(),
          // A preview starts over: its batches are no progress of the next attempt.
          ...(isPreview ? { share, records: done, preview: counts } : { attempt: 0 }),
        })
        .where(isHeld(claimed))
        .returning({ id: importFiles.importId })
      if (updated.length === 0) throw new LeaseLost(`import ${claimed.importId}`)
      if (!isPreview) await conn.update(imports).set({ counts }).where(eq(imports.id, claimed.importId))
    },

    /** @throws LeaseLost */
    async end(claimed: ClaimedImport): Promise<void> {
      const isPreview = claimed.phase === 'looking'
      const free = { leaseToken: null, leaseUntil: null, attempt: 0, done: 0 }
      const ended = await db.transaction(async (tx) => {
        // Whoever undoes the import locks its rows in the other order.
        await lockUser(tx, claimed.userId)
        const ended = await tx
          .update(importFiles)
          .set(isPreview ? { ...free, phase: 'looked', share: 1 } : { ...free, phase: 'ended', packed: null })
          .where(isHeld(claimed))
          .returning({ fileId: importFiles.fileId })
        if (ended.length === 0) throw new LeaseLost(`import ${claimed.importId}`)
        if (!isPreview) await tx.update(imports).set({ finishedAt: now() }).where(eq(imports.id, claimed.importId))
        return ended
      })
      if (!isPreview) await erase(ended)
    },

    /** Ends an import whose file cannot be read; what it stored stays. @throws LeaseLost */
    async fail(claimed: ClaimedImport, stats: ImportStats): Promise<void> {
      const { reasons, problems } = stats.stored()
      const failed = await db
        .update(importFiles)
        .set({ phase: 'failed', packed: null, leaseToken: null, leaseUntil: null, reasons, problems })
        .where(isHeld(claimed))
        .returning({ fileId: importFiles.fileId })
      if (failed.length === 0) throw new LeaseLost(`import ${claimed.importId}`)
      await erase(failed)
    },

    /** Gives up the lease, so that another worker can claim the import at once. */
    async release(claimed: ClaimedImport): Promise<void> {
      await db.update(importFiles).set(leases.released('aborted')).where(isHeld(claimed))
    },
  }
}
