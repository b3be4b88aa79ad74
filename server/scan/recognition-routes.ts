/** The calls that take a photo: they answer with what the scan found, or with its address when that takes longer. */
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
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
} from '#contracts'
import { type Readers, Superseded } from '#recognition'
import { bind, type CallOf } from '../http/bind.ts'
import { ProductError } from '../http/errors.ts'
import type { ScanWaiter } from '../jobs/scan-waiter.ts'
import { type AcceptPorts, type ArrivingPhoto, acceptPhoto, assertImage, toReaderRefusal } from './accept-photo.ts'
import { identifyAnswer, menuAnswer, noBeer } from './answers.ts'
import { scanStore } from './scan-store.ts'

/** A scene that comes later than this is of no use to the camera, which sends its next frame soon. */
const SCENE_ANSWER_MS = SCENE_TIMEOUT_MS - 1_000
const PHOTOS_PER_MINUTE = 120
const FRAMES_PER_MINUTE = 120

export interface RecognitionPorts extends AcceptPorts {
  readers: Pick<Readers, 'prepare' | 'scene' | 'engineVersion'>
  waiter: Pick<ScanWaiter, 'wait'>
}

type PhotoCall = Pick<CallOf<typeof identifyBeer>, 'user' | 'form' | 'headers' | 'signal' | 'elapsedMs'>
/** A scan that has ended well, or the id of one that goes on. */
type Result = { scan: Scan } | { scanId: string }

export function recognitionRoutes(app: FastifyInstance, ports: RecognitionPorts) {
  const { db, readers, clock, waiter } = ports
  const scans = scanStore(db, clock)

  bind(
    app,
    identifyBeer,
    async (photo) => {
      const result = await scanned(photo, photo.form.auto === 'true' ? 'auto' : 'identify', IDENTIFY_TIMEOUT_MS)
      return 'scan' in result ? { status: 200, body: identifyAnswer(result.scan) } : goesOn(result.scanId)
    },
    { perMinute: PHOTOS_PER_MINUTE },
  )

  bind(
    app,
    parseMenu,
    async (photo) => {
      const { pageOf, page } = photo.form
      const joined = pageOf === undefined ? undefined : { of: pageOf, number: page === undefined ? null : Number(page) }
      const result = await scanned(photo, 'menu', PARSE_MENU_TIMEOUT_MS, joined)
      return 'scan' in result ? { status: 200, body: menuAnswer(result.scan) } : goesOn(result.scanId)
    },
    { perMinute: PHOTOS_PER_MINUTE },
  )

  bind(
    app,
    detectContext,
    async ({ user, form, signal }) => {
      await assertImage(form.image)
      const limit = AbortSignal.any([signal, AbortSignal.timeout(SCENE_ANSWER_MS)])
      try {
        return { status: 200, body: await readers.scene(String(user.id), form.image, limit) }
      } catch (error) {
        if (error instanceof Superseded || signal.aborted) {
          throw new ProductError('unavailable', 'A newer frame took the place of this one.', {
            cause: error,
            retryAfterSeconds: 1,
          })
        }
        throw toReaderRefusal(error)
      }
    },
    { perMinute: FRAMES_PER_MINUTE },
  )

  /** The scan lives on its own: a client that goes away ends this waiting and nothing else. */
  async function scanned(
    photo: PhotoCall,
    call: ArrivingPhoto['call'],
    timeoutMs: number,
    page?: ArrivingPhoto['page'],
  ): Promise<Result> {
    const { user, form, headers, signal, elapsedMs } = photo
    const answerBy = clock.now() - elapsedMs + timeoutMs - ANSWER_MARGIN_MS
    const { image, context } = form
    const { scanId, status } = await acceptPhoto(
      { userId: user.id, image, call, context, scanId: form.scanId, page },
      ports,
    )
    if (status !== 'processing') return await ended(user.id, scanId)
    if (prefersAsync(headers)) return { scanId }
    const end = await waiter.wait(scanId, Math.max(0, answerBy - clock.now()), signal)
    if (end.kind === 'late') return { scanId }
    if (end.kind === 'ended') return await ended(user.id, end.scanId)
    throw call === 'auto' ? noBeer() : cancelled()
  }

  async function ended(userId: number, scanId: string): Promise<Result> {
    const mine = scans.of(userId)
    const scan = await mine.byId(scanId)
    if (!scan) throw cancelled()
    if (scan.status !== 'failed') return { scan }
    const { code, message } = await mine.failure(scanId)
    throw new ProductError(code, message)
  }
}

function goesOn(scanId: string) {
  return { status: 202, body: { scanId }, headers: { location: pathOf(getScan, { id: scanId }) } } as const
}

function prefersAsync({ prefer }: IncomingHttpHeaders): boolean {
  return [prefer].flat().some((preference) => /(^|,)\s*respond-async\s*(,|;|$)/i.test(preference ?? ''))
}

function cancelled() {
  return new ProductError('conflict', 'This scan was cancelled.')
}
