/**
 * What the worker that holds a scan's lease may read and write. Once another worker has the lease, or the scan is deleted,
 * each call throws LeaseLost and changes nothing.
 */
import { and, eq, exists } from 'drizzle-orm'
import { AUTO_SAME_BEER_MS, type ErrorCode } from '#contracts'
import type { Outcome, Photo, RecogniseStep, Sighting } from '#recognition'
import type { ByteFiles } from '../../adapters/byte-files.ts'
import type { Clock } from '../../adapters/clock.ts'
import type { Conn, Tx } from '../../adapters/db/database.ts'
import { lockUser } from '../../adapters/db/lock-user.ts'
import { beers, confirmedBarcodes, scanItems, scanJobs, scanPhotos, scans } from '../../adapters/db/schema.ts'
import { LeaseLost } from '../../adapters/jobs/lease.ts'
import { queueNotice } from '../../core/notices/queue-notice.ts'
import { insertItems } from './item-rows.ts'
import { roomForBeers } from './menu-pages.ts'
import { namedLabels } from './named-labels.ts'
import { erasePhoto } from './photo-files.ts'
import { repeatedFrameStore } from './repeated-frames.ts'
import { scanOfSameBeers } from './same-beers.ts'
import { type Lease, scanQueue } from './scan-queue.ts'
import { rowOf, rowsOf, scanTypeOf, unreadContainersOf } from './sighting-rows.ts'
import type { ScanRow } from './to-scan.ts'

/** Progress is written at most twice a second per scan. */
const PROGRESS_INTERVAL_MS = 500

export const FAILURE_CODES = [
  'scan_failed',
  'timed_out',
  'quota_exceeded',
  'unavailable',
] as const satisfies ErrorCode[]
export type FailureCode = (typeof FAILURE_CODES)[number]

export interface ClaimedScan {
  /** @throws PhotoMissing */
  photo(): Promise<Photo>
  /** The beers that the scan's user named for barcodes and that were not removed; undefined if there are none. */
  ownBarcodes(): Promise<Record<string, number> | undefined>
  /** Stores on which day's provider budget the photo counts; null: on none. Returns false if the lease is lost. */
  countOn(day: string | null): Promise<boolean>
  /** Writes progress; steps in quick succession are skipped. */
  progress(step: Extract<RecogniseStep, { kind: 'progress' }>): Promise<void>
  /** Stores a provisional beer; `complete` replaces it. */
  putRow(index: number, sighting: Sighting): Promise<void>
  /**
   * Stores the outcome and deletes photo and job. Resolves to the id of the scan with the result: this one; for a camera
   * frame of beers scanned a moment ago the earlier one; undefined for a camera frame without a beer.
   */
  complete(outcome: Outcome): Promise<string | undefined>
  /** Ends the scan without a result. The user reads the message. */
  fail(code: FailureCode, message: string): Promise<void>
}

/** The scan is queued, but its photo is not in the folder: the database was restored from a snapshot, which has no photos. */
export class PhotoMissing extends Error {
  override name = 'PhotoMissing'
}

/** `photos`: undefined if photos are stored in their rows. */
export function claimedScan(
  lease: Lease,
  conn: Conn,
  clock: Pick<Clock, 'now'>,
  photos?: Pick<ByteFiles, 'read' | 'erase'>,
): ClaimedScan {
  const { scanId, userId } = lease
  let progressAt = Number.NEGATIVE_INFINITY
  /** For provisional rows: read once a scan. */
  let recall: ((sighting: Sighting) => Sighting) | undefined
  const isLeaseHeld = exists(
    conn
      .select({ scanId: scanJobs.scanId })
      .from(scanJobs)
      .where(and(eq(scanJobs.scanId, scanId), eq(scanJobs.leaseToken, lease.leaseToken))),
  )

  return {
    async photo() {
      const { bytes, width, height } = scanPhotos
      const [photo] = await conn
        .select({ bytes, width, height })
        .from(scanPhotos)
        .where(and(eq(scanPhotos.scanId, scanId), isLeaseHeld))
      if (!photo) throw new LeaseLost(`scan ${scanId}`)
      const { bytes: stored, ...size } = photo
      const found = stored ?? (await photos?.read(scanId))
      if (!found) throw new PhotoMissing(`the photo of scan ${scanId} is missing, or in the folder of another server`)
      return { ...size, bytes: found }
    },

    async ownBarcodes() {
      const { barcode, beerId } = confirmedBarcodes
      const rows = await conn
        .select({ barcode, beerId })
        .from(confirmedBarcodes)
        .innerJoin(scanJobs, eq(scanJobs.userId, confirmedBarcodes.userId))
        .innerJoin(beers, and(eq(beers.id, beerId), eq(beers.removed, false)))
        .where(and(eq(scanJobs.scanId, scanId), eq(scanJobs.leaseToken, lease.leaseToken)))
      return rows.length === 0 ? undefined : Object.fromEntries(rows.map((row) => [row.barcode, row.beerId]))
    },

    countOn: (day) => scanQueue(conn, clock).countOn(lease, day),

    async progress({ stage, done, total, detected }) {
      if (clock.now() - progressAt < PROGRESS_INTERVAL_MS) return
      progressAt = clock.now()
      const updated = await conn
        .update(scans)
        .set({ stage, progressCurrent: done, progressTotal: total, ...(detected !== undefined && { detected }) })
        .where(and(eq(scans.id, scanId), isLeaseHeld))
        .returning({ id: scans.id })
      if (updated.length === 0) throw new LeaseLost(`scan ${scanId}`)
    },

    async putRow(index, sighting) {
      await conn.transaction(async (tx) => {
        await hold(tx)
        recall ??= await namedLabels(tx).of(userId).recall()
        const row = await rowOf(tx, userId, recall(sighting))
        await tx.delete(scanItems).where(and(eq(scanItems.scanId, scanId), eq(scanItems.position, index)))
        if (row) await tx.insert(scanItems).values({ ...row, scanId, userId, position: index })
      })
    },

    async complete(outcome) {
      const resultId = await conn.transaction(async (tx) => {
        await hold(tx)
        // What the user named since the first row counts, too.
        const latest = await namedLabels(tx).of(userId).recall()
        const [scan] = await tx.select().from(scans).where(eq(scans.id, scanId))
        const sightings = outcome.sightings.map(latest)
        // What does not fit is detected and not found.
        const rows = (await rowsOf(tx, userId, { ...outcome, sightings })).slice(
          0,
          scan && (await roomForBeers(tx, scan)),
        )
        if (scan?.call === 'auto') {
          const since = new Date(clock.now() - AUTO_SAME_BEER_MS)
          const earlier = rows.length > 0 ? await scanOfSameBeers(tx, scan, rows, since) : undefined
          if (rows.length === 0 || earlier) {
            await scanQueue(tx, clock).remove(lease)
            await tx.delete(scans).where(eq(scans.id, scanId))
            if (earlier) await repeatedFrameStore(tx, clock).add({ id: scanId, userId, sameAs: earlier })
            return earlier
          }
        }
        await tx.delete(scanItems).where(eq(scanItems.scanId, scanId))
        await insertItems(tx, { id: scanId, userId }, rows)
        await end(tx, {
          status: 'completed',
          scanType: scanTypeOf(outcome.shape),
          title: outcome.title,
          detected: outcome.detected,
          spots: unreadContainersOf(outcome),
          otherDrink: outcome.otherDrink ?? null,
          fallback: outcome.fallback ?? null,
          barcode: outcome.barcode ?? null,
          // An incomplete result, or one of the fallback engine, is not reused for an identical photo.
          ...((!outcome.complete || outcome.fallback) && { photoHash: null }),
        })
        if (scan && scanTypeOf(outcome.shape) === 'menu') await tellOfMenu(tx, scan, rows.length)
        return scanId
      })
      await photos?.erase(scanId)
      return resultId
    },

    async fail(failureCode, failure) {
      await conn.transaction(async (tx) => {
        await hold(tx)
        await tx.delete(scanItems).where(eq(scanItems.scanId, scanId))
        await end(tx, { status: 'failed', failureCode, failure, detected: null })
      })
      if (photos) await erasePhoto(conn, photos, scanId)
    },
  }

  /** Scans of one user that end at the same time may name the same beers, in another order. */
  async function hold(tx: Tx): Promise<void> {
    await lockUser(tx, userId)
    await scanQueue(tx, clock).hold(lease)
  }

  async function tellOfMenu(tx: Tx, { pageOf }: ScanRow, beers: number): Promise<void> {
    const notice = { kind: 'menu', scanId: pageOf ?? scanId, joined: pageOf !== null, beers } as const
    await queueNotice(tx, { userId, about: 'menuScanComplete', notice, at: new Date(clock.now()) })
  }

  async function end(tx: Tx, values: Partial<ScanRow>) {
    await tx
      .update(scans)
      .set({ ...values, stage: null, endedAt: new Date(clock.now()) })
      .where(eq(scans.id, scanId))
    await tx.delete(scanPhotos).where(eq(scanPhotos.scanId, scanId))
    await scanQueue(tx, clock).remove(lease)
  }
}
