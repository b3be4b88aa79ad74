/**
 * The types that recognition and the server exchange: a photo and a request go in; progress, rows and one outcome come out.
 * A beer is either listed in the catalogue or unlisted and described as printed; it is never a guess.
 */
import type {
  Estimates,
  FallbackReason,
  FieldConfidence,
  LabelBox,
  OtherDrink,
  RecognitionOrigin,
  ScanContext,
  Scene,
} from '#contracts'
import type { Call, OnUsage, Photo } from '#vision'
import type { StageTimes } from './stage-times.ts'

/** What is printed about a beer, independent of the catalogue. Unknown is null. */
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

/** One beer, or one unread container, on the photo. */
export interface Sighting {
  /**
   * `listed`: candidates[0] is the answer. `unlisted`: a beer missing from the catalogue, described by `printed`.
   * `unread-container`: a container or block of text that could not be read; it is counted, never shown as a beer.
   */
  verdict: 'listed' | 'unlisted' | 'unread-container'
  /** Best first, at most five. */
  candidates: SightingCandidate[]
  printed: Printed
  /** The lines that support the answer, as read. */
  evidence: string[]
  /** Centre in percent of the upright photo; null if the engine returns no positions. */
  position: { x: number; y: number } | null
  /** The lines of the label, with a margin; null or absent if the engine returns no positions. */
  box?: LabelBox | null
  /** Packs or bottles of the same beer. */
  count: number
  /** 0-1. */
  confidence: number
  /** 0-1 each. */
  fieldConfidence: FieldConfidence
  /** Absent: the label. */
  origin?: RecognitionOrigin
  /** Fields of an unlisted beer that the engine estimated instead of reading; none of them is in `printed`. */
  estimates?: Estimates | null
}

/** The result for the photo as a whole. */
export interface Outcome {
  shape: 'single' | 'group' | 'menu'
  sightings: Sighting[]
  /**
   * Number of containers or menu items detected, with those that could not be read; null if unknown. A group with many more labels
   * than could be read has null.
   */
  detected: number | null
  /** Title printed on a menu. */
  title: string | null
  /** The drink on a photo without beer; absent if none was recognised. */
  otherDrink?: OtherDrink | undefined
  /** False if time ran out before everything was read that might have found more. */
  complete: boolean
  /** The one product barcode on a photo of one beer, known or not. */
  barcode?: string
  /** Why the fallback engine read the photo; absent if the configured engine did. */
  fallback?: FallbackReason
  /** What the log says about a provider's failure; never a text of the provider. */
  fallbackCause?: string
}

export type RecogniseStep =
  /** `done` and `total` count lines of text; `detected` the containers or menu items on the lines so far, once known. */
  | { kind: 'progress'; stage: string; done: number; total: number; detected?: number | undefined }
  | { kind: 'row'; index: number; sighting: Sighting }
  | { kind: 'complete'; outcome: Outcome; times: StageTimes }

export type SceneHint = Pick<Scene, 'context' | 'confidence'>

/** The request: which call it answers, and what the user expects on the photo. */
export interface RecogniseAsk {
  context: ScanContext
  /** 'identify' answers with one beer unless the context says otherwise; 'menu' is parse-menu. */
  call: 'identify' | 'menu'
  /** Why the photo must not be sent to a provider; the fallback engine reads it, if there is one, and frames in any case. */
  localOnly?: Extract<FallbackReason, 'budget' | 'camera_frame'>
  /** The scene of this photo if it has been classified already, so that recognition does not classify it again. */
  scene?: SceneHint
  /** The beers that this user named for barcodes; they overrule the catalogue. Unlisted beers are among them. */
  ownBarcodes?: Record<string, number> | undefined
}

/**
 * Recognises the beers on a photo. Aborting the signal ends it between two stages with an AbortError. `onUsage` receives what a provider
 * charges, even after the caller has left.
 */
export type Recognise = (
  photo: Photo,
  ask: RecogniseAsk,
  signal: AbortSignal,
  onUsage?: OnUsage,
) => AsyncIterable<RecogniseStep>

/** Recognition as it runs inside a reader process, with a deadline. */
export type RecognisePhoto = (photo: Photo, ask: RecogniseAsk, call: Call) => AsyncIterable<RecogniseStep>
