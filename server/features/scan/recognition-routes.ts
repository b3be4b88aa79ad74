/** The calls that take a photo. They respond with the result of the scan, or with its URL (202) if it takes longer. */
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod/mini'
import {
  ANSWER_MARGIN_MS,
  detectContext,
  getScan,
  IDENTIFY_TIMEOUT_MS,
  identifyBeer,
  PARSE_MENU_TIMEOUT_MS,
  parseMenu,
  pathOf,
  SCENE_TIMEOUT_MS,
  type Scan,
  ScanId,
} from '#contracts'
import { type Readers, Superseded } from '#recognition'
import { bind, type CallOf, type SessionUser } from '../../adapters/http/bind.ts'
import { ProductError } from '../../adapters/http/errors.ts'
import { userBarcodes } from '../../core/beers/barcode-store.ts'
import { toClientError } from '../../core/pictures/reader-errors.ts'
import { assertTakenBy } from '../../core/pictures/taken-by.ts'
import { type AcceptPorts, acceptPhoto, admitPhoto, type IncomingPhoto } from './accept-photo.ts'
import { identifyResponse, menuResponse, noBeer } from './responses.ts'
import { scanHistory } from './scan-history.ts'
import type { ScanWaiter } from './scan-waiter.ts'

/** The camera sends its next frame soon; a later result would be stale. */
const SCENE_ANSWER_MS = SCENE_TIMEOUT_MS - 1_000
const PHOTOS_PER_MINUTE = 120
const FRAMES_PER_MINUTE = 120
const NO_BYTES = new Uint8Array(0)

/** What is known of a photo before it is read, if the client sends it first. */
const FirstFields = z.object({ scanId: z.optional(ScanId) })

export interface RecognitionPorts extends AcceptPorts {
  readers: Pick<Readers, 'prepare' | 'scene' | 'engineVersion'>
  waiter: Pick<ScanWaiter, 'wait'>
}

type PhotoCall = Pick<
  CallOf<typeof identifyBeer>,
  'user' | 'form' | 'headers' | 'signal' | 'elapsedMs' | 'releaseUpload'
>
/** A completed scan, or the id of one that is still running. */
type Result = { scan: Scan } | { scanId: string }

export function recognitionRoutes(app: FastifyInstance, ports: RecognitionPorts) {
  const { db, readers, clock, waiter } = ports
  const scans = scanHistory(db)
  const admit = async (user: SessionUser, fields: Record<string, unknown>) => {
    await admitPhoto({ userId: user.id, scanId: FirstFields.safeParse(fields).data?.scanId }, ports)
  }

  bind(
    app,
    identifyBeer,
    async (photo) => {
      const result = await processPhoto(photo, photo.form.auto === 'true' ? 'auto' : 'identify', IDENTIFY_TIMEOUT_MS)
      return 'scan' in result ? { status: 200, body: identifyResponse(result.scan) } : accepted202(result.scanId)
    },
    { perMinute: PHOTOS_PER_MINUTE, admit },
  )

  bind(
    app,
    parseMenu,
    async (photo) => {
      const { pageOf, page } = photo.form
      const menuPage =
        pageOf === undefined ? undefined : { of: pageOf, number: page === undefined ? null : Number(page) }
      const result = await processPhoto(photo, 'menu', PARSE_MENU_TIMEOUT_MS, menuPage)
      return 'scan' in result ? { status: 200, body: menuResponse(result.scan) } : accepted202(result.scanId)
    },
    { perMinute: PHOTOS_PER_MINUTE, admit },
  )

  bind(
    app,
    detectContext,
    async ({ user, form, signal }) => {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(SCENE_ANSWER_MS)])
      try {
        const { scene, barcodes } = await readers.scene(String(user.id), form.image, limit)
        const showsKnownBarcode = (await userBarcodes(db).of(user.id).beersWith(barcodes)).length > 0
        return { status: 200, body: { ...scene, showsKnownBarcode } }
      } catch (error) {
        if (error instanceof Superseded || signal.aborted) {
          throw new ProductError('unavailable', 'A newer frame replaced this one.', {
            cause: error,
            retryAfterSeconds: 1,
          })
        }
        throw toClientError(error)
      }
    },
    { perMinute: FRAMES_PER_MINUTE },
  )

  /** A client that disconnects ends only the waiting: the scan continues. */
  async function processPhoto(
    photo: PhotoCall,
    call: IncomingPhoto['call'],
    timeoutMs: number,
    page?: IncomingPhoto['page'],
  ): Promise<Result> {
    const { user, form, headers, signal, elapsedMs, releaseUpload } = photo
    assertTakenBy(user, form.takenBy)
    const answerBy = clock.now() - elapsedMs + timeoutMs - ANSWER_MARGIN_MS
    const { scanId, status } = await acceptPhoto(
      { userId: user.id, image: form.image, call, context: form.context, scanId: form.scanId, page },
      ports,
    )
    // The result may take a minute, and many wait for theirs.
    form.image = NO_BYTES
    releaseUpload()
    if (status !== 'processing') return await resultOf(user.id, scanId)
    if (prefersAsync(headers)) return { scanId }
    const end = await waiter.wait(scanId, Math.max(0, answerBy - clock.now()), signal)
    if (end.kind === 'pending') return { scanId }
    if (end.kind === 'ended') return await resultOf(user.id, end.scanId)
    throw call === 'auto' ? noBeer() : cancelled()
  }

  async function resultOf(userId: number, scanId: string): Promise<Result> {
    const userScans = scans.of(userId)
    const scan = await userScans.byId(scanId)
    if (!scan) throw cancelled()
    if (scan.status !== 'failed') return { scan }
    const { code, message } = await userScans.failure(scanId)
    throw new ProductError(code, message)
  }
}

function accepted202(scanId: string) {
  return { status: 202, body: { scanId }, headers: { location: pathOf(getScan, { id: scanId }) } } as const
}

function prefersAsync({ prefer }: IncomingHttpHeaders): boolean {
  return [prefer].flat().some((preference) => /(^|,)\s*respond-async\s*(,|;|$)/i.test(preference ?? ''))
}

function cancelled() {
  return new ProductError('scan_cancelled', 'This scan was cancelled.')
}
