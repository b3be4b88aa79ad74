/** A photo taken on this device whose scan has not completed yet. */

import type { ScanContext } from '#contracts'
import { newId } from '#web/device/new-id.ts'

/**
 * waiting: not sent, or it is unknown whether it arrived (sending again with the same id is safe). accepted: the server
 * is processing it. failed: processing failed; it can be retried. refused: the server will never accept it. cancelled:
 * the user deleted it, which is final; its scan on the server is still to be deleted.
 */
export type CaptureState = 'waiting' | 'accepted' | 'failed' | 'refused' | 'cancelled'

export interface Capture {
  /** UUID v4, also the id of the scan: sending twice creates one scan. */
  id: string
  /** Its owner; it is never sent for another user. */
  userId: number
  photo: Blob
  context: ScanContext
  /** For a further page of a menu: the capture of the first page, and the page number from 2. */
  page?: { of: string; number: number }
  /** ISO 8601. */
  takenAt: string
  state: CaptureState
  /** Why it is not done yet, for the user. */
  problem: string | null
  attempts: number
  /** False while no call with the photo has begun: the server cannot know it. Absent in captures of earlier versions. */
  wasSent?: boolean
  /** True once the server has the photo, while this page waits for the answer. Not stored: another page sends it again. */
  hasArrived?: boolean
  /** Set while the provider is out of credits: not sent automatically before this time. Milliseconds since 1970. */
  notBefore?: number
  /** Set when cancelled: until then the server may still be storing the photo. Milliseconds since 1970. */
  mayArriveUntil?: number
}

/** Whether the server can be asked for the scan: before the photo has arrived, it is not found. */
export function isScan({ state, hasArrived = false }: Capture): boolean {
  return hasArrived || state === 'accepted' || state === 'failed'
}

/** It becomes the id of the scan. */
export const newCaptureId = newId
