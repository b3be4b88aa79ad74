/**
 * Accepts an uploaded photo: scan, photo and job are stored in one transaction; a rejected photo leaves nothing. A photo in a file is
 * written before, because the embedded database has one connection, and gets the id of its scan within the transaction. This process
 * never decodes uploaded bytes: a reader process does, and returns an upright picture without metadata.
 */
import { createHash, randomUUID } from 'node:crypto'
import { PHOTO_MAX_SIDE_PX, type ScanContext, type ScanStatus } from '#contracts'
import type { Photo, Readers } from '#recognition'
import type { ByteFiles } from '../../adapters/byte-files.ts'
import type { Clock } from '../../adapters/clock.ts'
import type { Conn, Db, Tx } from '../../adapters/db/database.ts'
import { lockUser } from '../../adapters/db/lock-user.ts'
import type { DiskSpace } from '../../adapters/disk-space.ts'
import { ProductError } from '../../adapters/http/errors.ts'
import { toClientError } from '../../core/pictures/reader-errors.ts'
import { assertCanJoin } from './menu-pages.ts'
import type { PhotoBudget } from './photo-budget.ts'
import { type IntakeResult, scanIntake } from './scan-intake.ts'
import { scanQueue } from './scan-queue.ts'

const PREPARE_TIMEOUT_MS = 20_000
const RETRY_AFTER_SECONDS = 10

/** Maximum numbers of unfinished scans. They bound memory: concurrent photos may exceed that of all users by a few. */
interface QueueLimits {
  perUser: number
  all: number
}

export interface AcceptPorts {
  db: Db
  readers: Pick<Readers, 'prepare' | 'engineVersion'>
  /** The catalogue version in the reader processes. */
  catalogueVersion(): number
  /** Wakes the worker after a job was added. */
  wake(): void
  clock: Pick<Clock, 'now'>
  limits: QueueLimits
  budget: Pick<PhotoBudget, 'assertAvailable'>
  /** Undefined: photos are stored in the database. */
  photos?: Pick<ByteFiles, 'stage'> | undefined
  disk?: Pick<DiskSpace, 'assertRoom'> | undefined
}

export interface IncomingPhoto {
  userId: number
  image: Uint8Array
  /** `auto`: identify an automatic frame of the camera. */
  call: 'identify' | 'menu' | 'auto'
  context: ScanContext
  /** The id that the client chose; a repeated id is the same scan. */
  scanId: string | undefined
  /** For a further page of a menu: the scan of its first page, and its number. */
  page?: { of: string; number: number | null } | undefined
}

export interface AcceptedPhoto {
  scanId: string
  status: ScanStatus
}

/**
 * Before a photo is read: rejects one for which there is no room, unless its scan exists. Only what the client sends before the photo is
 * known: a repeated photo needs no budget, which is checked once it is read.
 * @throws ProductError unavailable
 */
export async function admitPhoto(
  { userId, scanId }: { userId: number; scanId: string | undefined },
  { db, clock, limits, disk }: Omit<AcceptPorts, 'readers'>,
): Promise<void> {
  if (scanId !== undefined && (await existingScan(userId, scanId, { db, clock }))) return
  await disk?.assertRoom()
  await assertQueueHasRoom(db, userId, { clock, limits })
}

/** @throws ProductError conflict, not_found, menu_full, not_an_image, unreadable_image, too_large, unavailable, timed_out, quota_exceeded */
export async function acceptPhoto(incoming: IncomingPhoto, ports: AcceptPorts): Promise<AcceptedPhoto> {
  const { userId, image, call, context, page, scanId = randomUUID() } = incoming
  const { db, readers, clock, limits } = ports

  const existing = incoming.scanId === undefined ? undefined : await existingScan(userId, scanId, ports)
  if (existing) return accepted(scanId, existing)

  if (page) await assertCanJoin(db, userId, page.of, scanId)
  await ports.disk?.assertRoom()
  const photo = await prepare(image, readers)
  const photoHash = hashOf(photo, [engineVersionOf(readers), ports.catalogueVersion(), call === 'menu', context])

  const file = await ports.photos?.stage(photo.bytes)
  const begin = async (tx: Tx) => {
    await lockUser(tx, userId)
    await assertQueueHasRoom(tx, userId, { clock, limits })
    return await scanIntake(tx, clock)
      .of(userId)
      .begin({ id: scanId, call, context, photo, file, photoHash, page }, async () => {
        // The provider never receives a frame.
        if (call !== 'auto') await ports.budget.assertAvailable(tx, userId)
      })
  }
  const intake = await db.transaction(begin).finally(() => file?.discard())
  if (intake.kind === 'begun') ports.wake()
  return accepted(scanId, intake)
}

/** The scan that answers a photo which is sent again; undefined for a free id, and for a scan that failed and may be restarted. */
async function existingScan(
  userId: number,
  scanId: string,
  { db, clock }: Pick<AcceptPorts, 'db' | 'clock'>,
): Promise<IntakeResult | undefined> {
  const known = await scanIntake(db, clock).of(userId).state(scanId)
  return known && (known.kind === 'taken' || known.status !== 'failed') ? known : undefined
}

/** One size for every context: OCR needs 2,400 px for a menu's small print, and so does the second pass over a label. */
async function prepare(image: Uint8Array, readers: AcceptPorts['readers']): Promise<Photo> {
  try {
    return await readers.prepare(image, PHOTO_MAX_SIDE_PX, AbortSignal.timeout(PREPARE_TIMEOUT_MS))
  } catch (error) {
    throw toClientError(error)
  }
}

function engineVersionOf(readers: AcceptPorts['readers']): string {
  try {
    return readers.engineVersion
  } catch (error) {
    throw toClientError(error)
  }
}

async function assertQueueHasRoom(
  conn: Conn,
  userId: number,
  { clock, limits }: Pick<AcceptPorts, 'clock' | 'limits'>,
) {
  const { mine: ownCount, all } = await scanQueue(conn, clock).load(userId)
  const retryAfterSeconds = RETRY_AFTER_SECONDS
  if (ownCount >= limits.perUser) {
    throw new ProductError('unavailable', "We're still reading your other photos. Please wait a moment.", {
      retryAfterSeconds,
    })
  }
  if (all >= limits.all) {
    throw new ProductError('unavailable', "We're reading a lot of photos right now. Please try again in a moment.", {
      retryAfterSeconds,
    })
  }
}

function hashOf(photo: Photo, settings: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(settings)).update(photo.bytes).digest('base64url')
}

function accepted(scanId: string, intake: IntakeResult): AcceptedPhoto {
  if (intake.kind === 'taken') throw new ProductError('conflict', 'This scan id is already in use.')
  return { scanId, status: intake.status }
}
