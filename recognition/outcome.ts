/**
 * What passes between recognition and the server: a photo and a question go in; progress, rows and one outcome come out.
 * Whatever comes out is said honestly: a listed beer, an unlisted one as it was read, or nothing.
 */
import type { Estimates, FallbackReason, FieldConfidence, ScanContext } from '#contracts'
import type { Call, Photo, Spent } from '#vision'

/** What was read of a beer, independent of the catalogue. Unknown is null. */
export interface Printed {
  name: string | null
  brewery: string | null
  style: string | null
  /** Percent by volume. */
  abv: number | null
  ibu: number | null
  price: string | null
  size: string | null
  section: string | null
}

export interface SightingCandidate {
  beerId: number
  /** 0-1. */
  confidence: number
}

/** One beer as seen on the photo. */
export interface Sighting {
  /**
   * `listed`: candidates[0] is the answer. `unlisted`: a beer that the catalogue does not know, told by `printed`.
   * `unknown-spot`: a container or block that could not be read; it is counted, never shown as a beer.
   */
  verdict: 'listed' | 'unlisted' | 'unknown-spot'
  /** Best first, at most five. */
  candidates: SightingCandidate[]
  printed: Printed
  /** The lines that speak for it, as read. */
  evidence: string[]
  /** Centre in percent of the upright photo, when the engine gives places. */
  where: { x: number; y: number } | null
  /** Packs or bottles of the same beer. */
  count: number
  /** 0-1. */
  confidence: number
  /** 0-1 each. */
  fieldConfidence: FieldConfidence
  /** What the engine guesses of an unlisted beer and could not read; `printed` holds none of it. */
  estimates?: Estimates | null
}

/** What was found out about the photo as a whole. */
export interface Outcome {
  shape: 'single' | 'group' | 'menu'
  sightings: Sighting[]
  /** Containers or text blocks really detected; null when that is not known. */
  detected: number | null
  /** Title printed on a menu. */
  title: string | null
  complete: boolean
  /** Product codes on the photo of one beer (EAN-8 or EAN-13, check digit right); absent when none was read. */
  codes?: readonly string[]
  /** Why another engine read the photo than the one that was configured; absent when that did. */
  fallback?: FallbackReason
  /** What an engine that others run took for it; absent when none was asked. */
  spent?: Spent
}

export type RecogniseStep =
  | { kind: 'progress'; stage: string; done: number; total: number }
  | { kind: 'row'; index: number; sighting: Sighting }
  | { kind: 'complete'; outcome: Outcome }

/** What the caller asks of the photo: the shape of the call and what the user believes to be on it. */
export interface RecogniseAsk {
  context: ScanContext
  /** 'identify' answers in the single shape unless the context says otherwise; 'menu' is parse-menu. */
  call: 'identify' | 'menu'
  /** Why the photo may not be sent to anybody: an engine of this machine reads it, if there is one. */
  staysHere?: Extract<FallbackReason, 'budget' | 'camera_frame'>
}

/** Reads a photo. Aborting the signal ends it between two stages with an AbortError. */
export type Recognise = (photo: Photo, ask: RecogniseAsk, signal: AbortSignal) => AsyncIterable<RecogniseStep>

/** Recognition with its parts in hand, as it runs inside a reader. */
export type RecognisePhoto = (photo: Photo, ask: RecogniseAsk, call: Call) => AsyncIterable<RecogniseStep>
