/** A photo taken on this device whose scan has not completed yet. */
import type { ScanContext } from '#contracts'

/**
 * waiting: not sent, or it is unknown whether it arrived (sending again with the same id is safe). accepted: the server
 * is processing it. failed: processing failed; it can be retried. refused: the server will never accept it. cancelled:
 * the server does not know yet.
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
  /** Set while the provider is out of credits: not sent automatically before this time. Milliseconds since 1970. */
  notBefore?: number
}

/** A UUID v4. `crypto.randomUUID` is missing on insecure origins, such as a phone on plain http. */
export function newCaptureId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
