/**
 * A photo arrives: it becomes a scan with its photo and its job in one transaction, or it is refused and leaves nothing.
 * Foreign bytes are never decoded here but by a reader process, which hands back an upright picture without metadata.
 */
import { createHash, randomUUID } from 'node:crypto'
import { fileTypeFromBuffer } from 'file-type'
import { PHOTO_MAX_SIDE_PX, type ScanContext, type ScanStatus } from '#contracts'
import { type Photo, ReaderLost, type Readers, UnreadablePicture } from '#recognition'
import type { Conn, Db } from '../db/database.ts'
import { ProductError } from '../http/errors.ts'
import type { Clock } from '../jobs/clock.ts'
import { scanQueue } from '../jobs/scan-queue.ts'
import type { EngineUse } from '../usage/engine-use.ts'
import { assertCanJoin } from './menu-pages.ts'
import { type Begun, scanStore } from './scan-store.ts'

const PREPARE_TIMEOUT_MS = 20_000
const RETRY_AFTER_SECONDS = 10

/** Scans that have not ended. Simultaneous photos may overrun them by a few: they bound memory, they count nothing. */
export interface QueueLimits {
  perUser: number
  all: number
}

export interface AcceptPorts {
  db: Db
  readers: Pick<Readers, 'prepare' | 'engineVersion'>
  /** The version of the catalogue that the readers have. */
  catalogueVersion(): number
  /** A job was added: a worker may take it. */
  wake(): void
  clock: Pick<Clock, 'now'>
  limits: QueueLimits
  engine: Pick<EngineUse, 'assertLeft'>
}

export interface ArrivingPhoto {
  userId: number
  image: Uint8Array
  /** `auto`: identify, for a frame the camera took by itself. */
  call: 'identify' | 'menu' | 'auto'
  context: ScanContext
  /** The id that the client chose. The same id again is the same scan. */
  scanId: string | undefined
  /** For a further page of a menu: the scan of its first page, and its number. */
  page?: { of: string; number: number | null } | undefined
}

export interface AcceptedPhoto {
  scanId: string
  status: ScanStatus
}

/** @throws ProductError conflict, not_found, not_an_image, unreadable_image, too_large, unavailable, timed_out, quota_exceeded */
export async function acceptPhoto(arriving: ArrivingPhoto, ports: AcceptPorts): Promise<AcceptedPhoto> {
  const { userId, image, call, context, page, scanId = randomUUID() } = arriving
  const { db, readers, clock, limits } = ports

  const known = arriving.scanId === undefined ? undefined : await scanStore(db, clock).of(userId).state(scanId)
  if (known && (known.kind === 'taken' || known.status !== 'failed')) return accepted(scanId, known)

  if (page) await assertCanJoin(db, userId, page.of, scanId)
  await assertRoom(db, userId, ports)
  await assertImage(image)
  const photo = await prepare(image, readers)
  const photoHash = hashOf(photo, [engineVersionOf(readers), ports.catalogueVersion(), call === 'menu', context])

  const begun = await db.transaction(async (tx) => {
    await assertRoom(tx, userId, { clock, limits })
    const made = await scanStore(tx, clock).of(userId).begin({ id: scanId, call, context, photo, photoHash, page })
    // An equal photo was answered before and costs nothing.
    if (made.kind === 'begun' && made.status === 'processing') await ports.engine.assertLeft(tx, userId)
    return made
  })
  if (begun.kind === 'begun') ports.wake()
  return accepted(scanId, begun)
}

/** Only the bytes tell what a file is; its name and its announced type are somebody's word. */
export async function assertImage(bytes: Uint8Array): Promise<void> {
  const type = await fileTypeFromBuffer(bytes)
  if (!type?.mime.startsWith('image/')) throw new ProductError('not_an_image', 'The file is not an image.')
}

/** What a reader throws, in the words of the wire; everything else stays what it is. */
export function toReaderRefusal(error: unknown): unknown {
  if (error instanceof UnreadablePicture) return new ProductError(error.reason, `${error.message}.`, { cause: error })
  if (error instanceof ReaderLost) {
    return new ProductError('unavailable', 'The photo could not be opened right now. Please try again.', {
      cause: error,
    })
  }
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new ProductError('timed_out', 'Opening the photo took too long. Please try again.', { cause: error })
  }
  return error
}

/** One size for every context: a menu's small print is read at 2,400 px, and a second look at a label needs the pixels too. */
async function prepare(image: Uint8Array, readers: AcceptPorts['readers']): Promise<Photo> {
  try {
    return await readers.prepare(image, PHOTO_MAX_SIDE_PX, AbortSignal.timeout(PREPARE_TIMEOUT_MS))
  } catch (error) {
    throw toReaderRefusal(error)
  }
}

function engineVersionOf(readers: AcceptPorts['readers']): string {
  try {
    return readers.engineVersion
  } catch (error) {
    throw toReaderRefusal(error)
  }
}

async function assertRoom(conn: Conn, userId: number, { clock, limits }: Pick<AcceptPorts, 'clock' | 'limits'>) {
  const { mine, all } = await scanQueue(conn, clock).load(userId)
  const retryAfterSeconds = RETRY_AFTER_SECONDS
  if (mine >= limits.perUser) {
    throw new ProductError('unavailable', 'Many of your photos are still being read. Please wait a moment.', {
      retryAfterSeconds,
    })
  }
  if (all >= limits.all) {
    throw new ProductError('unavailable', 'Many photos are being read right now. Please try again in a moment.', {
      retryAfterSeconds,
    })
  }
}

function hashOf(photo: Photo, question: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(question)).update(photo.bytes).digest('base64url')
}

function accepted(scanId: string, begun: Begun): AcceptedPhoto {
  if (begun.kind === 'taken') throw new ProductError('conflict', 'This scan id is in use. Please choose another.')
  return { scanId, status: begun.status }
}
