/** A photo that was taken here and whose scan has not ended yet. */
import type { ScanContext } from '#contracts'

/**
 * waiting: not sent, or nobody knows whether it arrived (sending again under the same id is harmless).
 * accepted: the server has it and works on it. failed: it was read and failed; it may be retried.
 * refused: the server will never take it. cancelled: the server still has to be told.
 */
export type CaptureState = 'waiting' | 'accepted' | 'failed' | 'refused' | 'cancelled'

export interface Capture {
  /** UUID v4; also the id of the scan, so that sending twice never makes two. */
  id: string
  /** Whose photo it is; it is never sent as another user's. */
  userId: number
  photo: Blob
  context: ScanContext
  /** For a further page of a menu: the capture of its first page, and its number from 2. */
  page?: { of: string; number: number }
  /** ISO 8601. */
  takenAt: string
  state: CaptureState
  /** Why it is not done yet, for people. */
  problem: string | null
  attempts: number
  /** Set while it waits for the provider's credits: not sent by itself before. Milliseconds since 1970. */
  notBefore?: number
}

/** A UUID v4. `crypto.randomUUID` exists in secure contexts only; a phone on plain http needs ids too. */
export function newCaptureId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
