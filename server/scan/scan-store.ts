/**
 * Stored scans. There are two doors: a user's own scans, and the one scan that a worker holds the lease of. A lost lease
 * closes the second: whatever is written through it afterwards throws LeaseLost and changes nothing.
 */
import {
  and,
  asc,
  desc,
  eq,
  exists,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  isNull,
  ne,
  or,
  type SQL,
} from 'drizzle-orm'
import { AUTO_SAME_BEER_MS, type ErrorCode, type Scan, type ScanStatus } from '#contracts'
import type { Outcome, Photo, RecogniseAsk, RecogniseStep, Sighting } from '#recognition'
import { beerStore } from '../beers/beer-store.ts'
import type { Conn, Tx } from '../db/database.ts'
import { scanItems, scanJobs, scanPhotos, scans } from '../db/schema.ts'
import type { Clock } from '../jobs/clock.ts'
import { type Lease, LeaseLost, scanQueue } from '../jobs/scan-queue.ts'
import { decideByBarcode } from './decide-by-barcode.ts'
import { assertCanJoin, furtherPagesOf, IN_PAGE_ORDER } from './menu-pages.ts'
import { type ItemValues, rowOf, rowsOf, scanTypeOf, spotsOf } from './sighting-rows.ts'
import { type ItemRow, type ScanRow, toMenuOfPages, toScan } from './to-scan.ts'

/** At most two writes of progress a second and scan. */
const PROGRESS_INTERVAL_MS = 500

const FAILURE_CODES = ['scan_failed', 'timed_out', 'quota_exceeded', 'unavailable'] as const satisfies ErrorCode[]
export type FailureCode = (typeof FAILURE_CODES)[number]

export interface BeginScan {
  id: string
  /** `auto`: a frame the camera took by itself. */
  call: ScanRow['call']
  context: RecogniseAsk['context']
  photo: Photo
  /** Equal for scans that must have equal answers. */
  photoHash: string
  /** For a further page of a menu: the scan of its first page, and its number. */
  page?: { of: string; number: number | null } | undefined
}

/** `begun`: it waits for a worker. `known`: the same id came before. `taken`: the id is another user's. */
export type Begun = { kind: 'begun' | 'known'; status: ScanStatus } | { kind: 'taken' }

export function scanStore(conn: Conn, clock: Pick<Clock, 'now'>) {
  const now = () => new Date(clock.now())

  return {
    of: (userId: number) => ({
      /** Newest first. Camera frames that are still looked at are not part of the history yet. */
      async list(): Promise<Scan[]> {
        const shown = or(ne(scans.call, 'auto'), ne(scans.status, 'processing'))
        const rows = await conn
          .select()
          .from(scans)
          .where(and(eq(scans.userId, userId), isNull(scans.pageOf), shown))
          .orderBy(desc(scans.scannedAt), desc(scans.id))
        const further = await conn
          .select()
          .from(scans)
          .where(and(eq(scans.userId, userId), isNotNull(scans.pageOf)))
          .orderBy(...IN_PAGE_ORDER)
        const items = await conn
          .select(getTableColumns(scanItems))
          .from(scanItems)
          .innerJoin(scans, eq(scans.id, scanItems.scanId))
          .where(and(eq(scans.userId, userId), shown))
          .orderBy(asc(scanItems.scanId), asc(scanItems.position))
        return await composed(conn, rows, further, items, 'among others')
      },

      async byId(scanId: string): Promise<Scan | undefined> {
        return await oneWhere(conn, and(eq(scans.id, scanId), eq(scans.userId, userId)))
      },

      /** Why a failed scan failed. */
      async failure(scanId: string): Promise<{ code: FailureCode; message: string }> {
        const [row] = await conn
          .select({ code: scans.failureCode, message: scans.failure })
          .from(scans)
          .where(and(eq(scans.id, scanId), eq(scans.userId, userId)))
        const code = FAILURE_CODES.find((known) => known === row?.code) ?? 'scan_failed'
        return { code, message: row?.message ?? "We couldn't process this image." }
      },

      /** What became of an id that a client chose: undefined when it is free. */
      async state(scanId: string): Promise<Begun | undefined> {
        const [row] = await conn.select().from(scans).where(eq(scans.id, scanId))
        return row && stateFor(userId, row)
      },

      /**
       * Makes the scan, or finds it made already; one that failed begins anew. A picture that was answered before is
       * completed at once. Call it in a transaction.
       */
      async begin(scan: BeginScan): Promise<Begun> {
        const { id, call, context, photoHash, page } = scan
        if (page) await assertCanJoin(conn, userId, page.of, id)
        const joined = page ? { pageOf: page.of, page: page.number } : {}
        const asked = {
          ...joined,
          call,
          context,
          photoHash,
          status: 'processing',
          scanType: expectedType(call, context),
        } as const
        const made = await conn
          .insert(scans)
          .values({ id, userId, ...asked, scannedAt: now() })
          .onConflictDoNothing()
          .returning({ id: scans.id })
        if (made.length === 0) {
          const [row] = await conn.select().from(scans).where(eq(scans.id, id)).for('update')
          const state = row && stateFor(userId, row)
          if (!state || state.kind === 'taken') return { kind: 'taken' }
          if (state.status !== 'failed') return state
          await conn
            .update(scans)
            .set({ ...asked, ...NOTHING_FOUND, failureCode: null, failure: null, endedAt: null })
            .where(eq(scans.id, id))
        }
        if (call !== 'auto' && (await answerFromEqual(conn, userId, scan, now()))) {
          return { kind: 'begun', status: 'completed' }
        }
        const { bytes, width, height } = scan.photo
        await conn.insert(scanPhotos).values({ scanId: id, bytes, width, height })
        await scanQueue(conn, clock).add(id, userId)
        return { kind: 'begun', status: 'processing' }
      },

      /** Removes every scan and the work of those that still run; says which they were. */
      async removeAll(): Promise<string[]> {
        return await conn.transaction(async (tx) => {
          await tx.delete(scanJobs).where(eq(scanJobs.userId, userId))
          const removed = await tx.delete(scans).where(eq(scans.userId, userId)).returning({ id: scans.id })
          return removed.map(({ id }) => id)
        })
      },

      /** Removes the scan and, when it still runs, its work; false when there is none. */
      async remove(scanId: string): Promise<boolean> {
        return await conn.transaction(async (tx) => {
          // The job first, as workers lock it first: in the other order the two could wait for each other.
          const whole = [scanId, ...(await furtherPagesOf(tx, scanId)).map(({ id }) => id)]
          await tx.delete(scanJobs).where(and(inArray(scanJobs.scanId, whole), eq(scanJobs.userId, userId)))
          const removed = await tx
            .delete(scans)
            .where(and(eq(scans.id, scanId), eq(scans.userId, userId)))
            .returning({ id: scans.id })
          return removed.length > 0
        })
      },
    }),

    /** For whoever has its link: a scan whose owner shares it under this token. */
    async shared(scanId: string, token: string): Promise<Scan | undefined> {
      return await oneWhere(conn, and(eq(scans.id, scanId), eq(scans.shareToken, token)))
    },

    /** For whoever holds the lease of a scan. @throws LeaseLost from every write once another holds it or it is gone. */
    claimed(lease: Lease) {
      const { scanId } = lease
      let progressAt = Number.NEGATIVE_INFINITY
      const stillHeld = exists(
        conn
          .select({ held: scanJobs.scanId })
          .from(scanJobs)
          .where(and(eq(scanJobs.scanId, scanId), eq(scanJobs.leaseToken, lease.leaseToken))),
      )

      return {
        async photo(): Promise<Photo> {
          const { bytes, width, height } = scanPhotos
          const [photo] = await conn
            .select({ bytes, width, height })
            .from(scanPhotos)
            .where(and(eq(scanPhotos.scanId, scanId), stillHeld))
          if (!photo) throw new LeaseLost(scanId)
          return photo
        },

        /** Steps that follow faster than they may be written are passed over. */
        async progress({ stage, done, total }: Extract<RecogniseStep, { kind: 'progress' }>): Promise<void> {
          if (clock.now() - progressAt < PROGRESS_INTERVAL_MS) return
          progressAt = clock.now()
          const written = await conn
            .update(scans)
            .set({ stage, progressCurrent: done, progressTotal: total })
            .where(and(eq(scans.id, scanId), stillHeld))
            .returning({ id: scans.id })
          if (written.length === 0) throw new LeaseLost(scanId)
        },

        /** A beer found so far. The outcome has the last word on what stands where. */
        async putRow(index: number, sighting: Sighting): Promise<void> {
          await conn.transaction(async (tx) => {
            const { userId } = await scanQueue(tx, clock).hold(lease)
            const row = await rowOf(tx, userId, sighting)
            const here = and(eq(scanItems.scanId, scanId), eq(scanItems.position, index))
            await tx.delete(scanItems).where(here)
            if (row) await tx.insert(scanItems).values({ ...row, scanId, position: index })
          })
        },

        /**
         * Ends the scan with what was found; photo and job go with it. Answers which scan now holds the answer: this one,
         * for a camera frame of a beer seen a moment ago the earlier one, for a camera frame without beer none.
         */
        async complete(read: Outcome): Promise<string | undefined> {
          return await conn.transaction(async (tx) => {
            const { userId } = await scanQueue(tx, clock).hold(lease)
            const outcome = await decideByBarcode(tx, userId, read)
            const rows = await rowsOf(tx, userId, outcome)
            const [scan] = await tx.select().from(scans).where(eq(scans.id, scanId))
            if (scan?.call === 'auto') {
              const since = new Date(clock.now() - AUTO_SAME_BEER_MS)
              const earlier = rows.length > 0 ? await sameBeersSince(tx, scan, rows, since) : undefined
              if (rows.length === 0 || earlier) {
                await scanQueue(tx, clock).remove(lease)
                await tx.delete(scans).where(eq(scans.id, scanId))
                return earlier
              }
            }
            await tx.delete(scanItems).where(eq(scanItems.scanId, scanId))
            await insertItems(tx, scanId, rows)
            await end(tx, {
              status: 'completed',
              scanType: scanTypeOf(outcome.shape),
              title: outcome.title,
              detected: outcome.detected,
              spots: spotsOf(outcome),
              fallback: outcome.fallback ?? null,
              // What stood in, or stopped early, answers no later photo.
              ...((!outcome.complete || outcome.fallback) && { photoHash: null }),
            })
            return scanId
          })
        },

        /** Ends the scan without a result. The message is for people. */
        async fail(failureCode: FailureCode, failure: string): Promise<void> {
          await conn.transaction(async (tx) => {
            await scanQueue(tx, clock).hold(lease)
            await tx.delete(scanItems).where(eq(scanItems.scanId, scanId))
            await end(tx, { status: 'failed', failureCode, failure })
          })
        },
      }

      async function end(tx: Tx, values: Partial<ScanRow>) {
        await tx
          .update(scans)
          .set({ ...values, stage: null, endedAt: now() })
          .where(eq(scans.id, scanId))
        await tx.delete(scanPhotos).where(eq(scanPhotos.scanId, scanId))
        await scanQueue(tx, clock).remove(lease)
      }
    },
  }
}

export type ScanStore = ReturnType<typeof scanStore>

const NOTHING_FOUND = {
  title: null,
  detected: null,
  spots: [] as ScanRow['spots'],
  stage: null,
  progressCurrent: 0,
  progressTotal: 0,
}

function stateFor(userId: number, row: ScanRow): Begun {
  return row.userId === userId ? { kind: 'known', status: row.status } : { kind: 'taken' }
}

/** What the photo is called until it has been read. */
function expectedType(call: BeginScan['call'], context: BeginScan['context']): ScanRow['scanType'] {
  if (context === 'multiple_beers' || context === 'fridge') return 'multiple_beers'
  return context === 'menu' || call === 'menu' ? 'menu' : 'single'
}

async function oneWhere(conn: Conn, condition: SQL | undefined): Promise<Scan | undefined> {
  const rows = await conn.select().from(scans).where(condition)
  const [row] = rows
  if (!row) return undefined
  const further = await furtherPagesOf(conn, row.id)
  const items = await itemsOf(
    conn,
    [row, ...further].map(({ id }) => id),
  )
  const [scan] = await composed(conn, rows, further, items, 'alone')
  return scan
}

async function itemsOf(conn: Conn, scanIds: string[]): Promise<ItemRow[]> {
  return await conn.select().from(scanItems).where(inArray(scanItems.scanId, scanIds)).orderBy(asc(scanItems.position))
}

async function insertItems(tx: Conn, scanId: string, rows: readonly ItemValues[]): Promise<void> {
  if (rows.length > 0) await tx.insert(scanItems).values(rows.map((row, position) => ({ ...row, scanId, position })))
}

async function composed(
  conn: Conn,
  rows: readonly ScanRow[],
  further: readonly ScanRow[],
  items: readonly ItemRow[],
  told: Parameters<typeof toScan>[3],
): Promise<Scan[]> {
  const ids = items.flatMap((item) => [item.beerId, ...item.alternatives.map(({ beerId }) => beerId)])
  const beers = await beerStore(conn).byIds(ids)
  const itemsByScan = byScan(items)
  const pageRows = (row: ScanRow) => ({ row, items: itemsByScan.get(row.id) ?? [] })
  return rows.map((row) => {
    const pages = further.filter(({ pageOf }) => pageOf === row.id).map(pageRows)
    const first = pageRows(row)
    return pages.length > 0 ? toMenuOfPages(first, pages, beers, told) : toScan(row, first.items, beers, told)
  })
}

function byScan<R extends { scanId: string }>(rows: readonly R[]): Map<string, R[]> {
  const grouped = new Map<string, R[]>()
  for (const row of rows) {
    const others = grouped.get(row.scanId)
    if (others) others.push(row)
    else grouped.set(row.scanId, [row])
  }
  return grouped
}

/** Completes the scan with the rows of the newest equal one; false when this user has none. */
async function answerFromEqual(conn: Conn, userId: number, { id, photoHash }: BeginScan, endedAt: Date) {
  const [equal] = await conn
    .select()
    .from(scans)
    .where(and(eq(scans.userId, userId), eq(scans.photoHash, photoHash), eq(scans.status, 'completed')))
    .orderBy(desc(scans.endedAt))
    .limit(1)
  if (!equal) return false
  const { scanType, title, detected, spots } = equal
  await insertItems(conn, id, await itemsOf(conn, [equal.id]))
  await conn
    .update(scans)
    .set({ status: 'completed', scanType, title, detected, spots, endedAt })
    .where(eq(scans.id, id))
  return true
}

/** The user's newest scan since then on which exactly these beers were found. */
async function sameBeersSince(tx: Tx, scan: ScanRow, rows: readonly ItemValues[], since: Date) {
  const earlier = await tx
    .select({ id: scans.id })
    .from(scans)
    .where(
      and(
        eq(scans.userId, scan.userId),
        ne(scans.id, scan.id),
        eq(scans.status, 'completed'),
        gte(scans.scannedAt, since),
      ),
    )
    .orderBy(desc(scans.scannedAt))
  if (earlier.length === 0) return undefined
  const items = await tx
    .select({ scanId: scanItems.scanId, beerId: scanItems.beerId })
    .from(scanItems)
    .where(
      inArray(
        scanItems.scanId,
        earlier.map(({ id }) => id),
      ),
    )
  const beersOf = byScan(items)
  const found = keyOf(rows)
  return earlier.find(({ id }) => keyOf(beersOf.get(id) ?? []) === found)?.id
}

const keyOf = (rows: readonly { beerId: number }[]) => [...new Set(rows.map(({ beerId }) => beerId))].sort().join()
