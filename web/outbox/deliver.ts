/** Sends a capture to the call for its context and returns the outcome. */
import {
  deleteScan,
  getScan,
  identifyBeer,
  type OtherDrink,
  parseMenu,
  type Scan,
  type ScanContext,
  type SightedBeer,
  type SingleAnswer,
} from '#contracts'
import { type CallOptions, call, request } from '#web/api/call.ts'
import { CallError } from '#web/api/call-error.ts'
import { uploading } from '#web/api/upload.ts'
import type { Capture } from './capture.ts'

/** `pageOf` is the menu that a further page has joined. */
export type Outcome =
  | { kind: 'single'; answer: SingleAnswer }
  | { kind: 'group'; scanId: string; context: ScanContext; beers: SightedBeer[]; title: string | null; pageOf?: string }
  | { kind: 'nothing'; context: ScanContext; otherDrink?: OtherDrink | undefined; pageOf?: string }
  /** A barcode that nobody knows, and no label: the user names the beer of the stored scan. */
  | { kind: 'barcode'; scanId: string }
  /** The page of the scan shows the rest: the server has not finished, or the photo was sent or deleted elsewhere. */
  | { kind: 'continues'; scanId: string }

export interface DeliverOptions extends Pick<CallOptions, 'signal' | 'respondAsync'> {
  /** Called once the photo was sent, long before the outcome is known. */
  onSent?: () => void
}

/**
 * Menus and groups are parsed, everything else is identified. The kind of the outcome follows from the response, not
 * from the request.
 */
export async function deliver(
  capture: Pick<Capture, 'id' | 'userId' | 'photo' | 'context' | 'page'>,
  { onSent, ...rest }: DeliverOptions = {},
): Promise<Outcome> {
  const { id: scanId, userId, photo: image, context, page } = capture
  // Somebody else may have signed in since, in another tab.
  const form = { image, context, scanId, takenBy: String(userId) }
  const joined = page ? { pageOf: page.of } : {}
  const options: CallOptions = { ...rest, send: onSent && uploading({ onSent }) }
  const isList = context === 'menu' || context === 'multiple_beers'
  try {
    const answer = isList
      ? await request(parseMenu, { form: { ...form, ...pageFields(page) } }, options)
      : await request(identifyBeer, { form }, options)
    if (answer.status === 202) return { kind: 'continues', scanId: answer.body.scanId }
    const found = answer.body
    if ('beer' in found) return { kind: 'single', answer: found }
    if (found.beers.length === 0) return { kind: 'nothing', context, otherDrink: found.otherDrink, ...joined }
    const { scanId: storedAs, beers } = found
    const isMenu = 'title' in found
    const seenAs = context !== 'auto' ? context : isMenu ? 'menu' : 'multiple_beers'
    return { kind: 'group', scanId: storedAs, context: seenAs, beers, title: isMenu ? found.title : null, ...joined }
  } catch (error) {
    if (error instanceof CallError && error.code === 'no_beer') {
      return { kind: 'nothing', context, otherDrink: error.otherDrink, ...joined }
    }
    if (error instanceof CallError && error.code === 'unknown_barcode') return { kind: 'barcode', scanId }
    // The menu was deleted: the page becomes a menu of its own, so that it is not lost.
    if (page && error instanceof CallError && error.status === 404) {
      return await deliver({ id: scanId, userId, photo: image, context }, { onSent, ...rest })
    }
    throw error
  }
}

function pageFields(page: Capture['page']) {
  return page ? { pageOf: page.of, page: String(page.number) } : {}
}

/** Returns undefined if the server does not know the scan. */
export async function scanOf(id: string): Promise<Scan | undefined> {
  try {
    return await call(getScan, { params: { id } })
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return undefined
    throw error
  }
}

/** Cancels a scan. Returns false if the server does not know it. */
export async function cancelScan(id: string): Promise<boolean> {
  try {
    await call(deleteScan, { params: { id } })
    return true
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return false
    throw error
  }
}
