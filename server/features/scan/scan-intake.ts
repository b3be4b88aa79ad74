/** Creates scans: stores the photo with its job, or reuses the result of an identical photo. */
import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { ScanStatus } from '#contracts'
import type { Photo, RecogniseAsk } from '#recognition'
import type { StagedFile } from '../../adapters/byte-files.ts'
import type { Clock } from '../../adapters/clock.ts'
import type { Conn } from '../../adapters/db/database.ts'
import { scanPhotos, scans } from '../../adapters/db/schema.ts'
import { insertItems, itemsOf } from './item-rows.ts'
import { assertCanJoin, roomForBeers } from './menu-pages.ts'
import { scanQueue } from './scan-queue.ts'
import type { ScanRow } from './to-scan.ts'

export interface NewScan {
  id: string
  /** `auto`: an automatic frame of the camera. */
  call: ScanRow['call']
  context: RecogniseAsk['context']
  photo: Photo
  /** The file of the photo; undefined if photos are stored in their rows. */
  file?: StagedFile | undefined
  /** Equal hashes mean that the same result applies. */
  photoHash: string
  /** For a further page of a menu: the scan of its first page, and its number. */
  page?: { of: string; number: number | null } | undefined
}

/** `begun`: created or restarted. `known`: the user has sent this id before. `taken`: the id is another user's. */
export type IntakeResult = { kind: 'begun' | 'known'; status: ScanStatus } | { kind: 'taken' }

export function scanIntake(conn: Conn, clock: Pick<Clock, 'now'>) {
  const now = () => new Date(clock.now())

  return {
    of: (userId: number) => ({
      /** Returns the state of an id that a client chose; undefined if the id is free. */
      async state(scanId: string): Promise<IntakeResult | undefined> {
        const [row] = await conn.select().from(scans).where(eq(scans.id, scanId))
        return row && stateFor(userId, row)
      },

      /**
       * Creates the scan unless its id exists, and restarts one that failed. An identical photo is completed at once with
       * the earlier result; any other has to be affordable: `assertAffordable` throws if it is not. Call it in a transaction.
       */
      async begin(scan: NewScan, assertAffordable: () => Promise<void>): Promise<IntakeResult> {
        const { id, call, context, photoHash, page } = scan
        if (page) {
          await assertCanJoin(conn, userId, page.of, id)
          // Undoing the import that brought the menu would delete the page with it.
          await conn
            .update(scans)
            .set({ importId: null })
            .where(and(eq(scans.id, page.of), isNotNull(scans.importId)))
        }
        const values = {
          ...(page && { pageOf: page.of, page: page.number }),
          call,
          context,
          photoHash,
          status: 'processing',
          scanType: expectedType(call, context),
        } as const
        const inserted = await conn
          .insert(scans)
          .values({ id, userId, ...values, scannedAt: now() })
          .onConflictDoNothing()
          .returning({ id: scans.id })
        if (inserted.length === 0) {
          const [row] = await conn.select().from(scans).where(eq(scans.id, id)).for('update')
          const state = row && stateFor(userId, row)
          if (!state || state.kind === 'taken') return { kind: 'taken' }
          if (state.status !== 'failed') return state
          await conn
            .update(scans)
            .set({ ...values, ...NO_RESULT, importId: null })
            .where(eq(scans.id, id))
        }
        if (call !== 'auto' && (await reuseResult(conn, userId, scan, now()))) {
          return { kind: 'begun', status: 'completed' }
        }
        // Before the photo is kept: a rollback leaves its file.
        await assertAffordable()
        const { bytes, width, height } = scan.photo
        await scan.file?.keepAs(id)
        await conn.insert(scanPhotos).values({ scanId: id, userId, bytes: scan.file ? null : bytes, width, height })
        await scanQueue(conn, clock).add(id, userId)
        return { kind: 'begun', status: 'processing' }
      },
    }),
  }
}

const NO_RESULT = {
  title: null,
  detected: null,
  spots: [] as ScanRow['spots'],
  otherDrink: null,
  barcode: null,
  stage: null,
  progressCurrent: 0,
  progressTotal: 0,
  failureCode: null,
  failure: null,
  endedAt: null,
}

function stateFor(userId: number, row: ScanRow): IntakeResult {
  return row.userId === userId ? { kind: 'known', status: row.status } : { kind: 'taken' }
}

/** The type that the scan has until recognition has determined the shape of the photo. */
function expectedType(call: NewScan['call'], context: NewScan['context']): ScanRow['scanType'] {
  if (context === 'multiple_beers' || context === 'fridge') return 'multiple_beers'
  return context === 'menu' || call === 'menu' ? 'menu' : 'single'
}

/** Completes the scan with the result of the user's newest scan of an identical photo; returns false if there is none. */
async function reuseResult(
  conn: Conn,
  userId: number,
  { id, photoHash, page }: NewScan,
  endedAt: Date,
): Promise<boolean> {
  const [identical] = await conn
    .select()
    .from(scans)
    .where(and(eq(scans.userId, userId), eq(scans.photoHash, photoHash), eq(scans.status, 'completed')))
    .orderBy(desc(scans.endedAt))
    .limit(1)
  if (!identical) return false
  const { scanType, title, detected, spots, otherDrink, barcode } = identical
  const room = page ? await roomForBeers(conn, { id, pageOf: page.of }) : undefined
  await insertItems(conn, { id, userId }, (await itemsOf(conn, [identical.id])).slice(0, room))
  await conn
    .update(scans)
    .set({ status: 'completed', scanType, title, detected, spots, otherDrink, barcode, endedAt })
    .where(eq(scans.id, id))
  return true
}
