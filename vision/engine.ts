/**
 * The port that every engine implements: the embedded OCR, AI providers, recorded answers. An engine turns a photo into a
 * Reading and a camera frame into a Scene. It knows no catalogue and identifies no beer.
 */
import type { Scene } from '#contracts'
import type { Point, Reading, StructuredBeer, TextLine } from './reading.ts'

/** An encoded image (JPEG, PNG or WebP bytes), already upright and free of metadata. Width and height in pixels. */
export interface Photo {
  bytes: Uint8Array
  width: number
  height: number
}

/** A rectangle in percent of the upright photo. */
export interface Region {
  x: number
  y: number
  width: number
  height: number
}

/** What kind of picture to expect, and how thoroughly to read it. */
export interface Ask {
  context: 'single' | 'group' | 'menu'
  /** `quick`: one detector scale, enough for a clear picture; `full`, for small or dense text: two scales, on a menu one larger one. */
  detail: 'quick' | 'full'
  /** Read only this part, enlarged; positions in the answer still refer to the whole photo. */
  region?: Region
  /** Rotate the photo clockwise by these degrees (15, -15, 90, ...) first; positions still refer to the upright photo. */
  rotation?: number
}

/** The limits of one call. An abort rejects it between two stages; at the deadline (ms since epoch) it returns what it has. */
export interface Call {
  signal: AbortSignal
  deadline: number
  /** Receives what each answered request to a provider cost, even if the call fails or is aborted. */
  onUsage?: OnUsage | undefined
}

/** What calls to an AI provider cost. */
export interface ProviderUsage {
  /** That were answered. */
  calls: number
  inputTokens: number
  outputTokens: number
}

export type OnUsage = (usage: ProviderUsage) => void

/** True once the deadline has passed. */
export function isPastDeadline({ deadline }: Pick<Call, 'deadline'>): boolean {
  return Date.now() >= deadline
}

export type EngineStep =
  /**
   * `done` of `total` units of work; for OCR a unit is a text line. An engine that reads in pieces reports the `lines` of each
   * finished piece, so that first answers can be shown early. Pieces are ordered: from top to bottom on a menu, from left to
   * right in a group; no later line begins before one already reported. The reading repeats all lines and is authoritative.
   * A structured engine reports `beers` as they arrive, in the order of the reading.
   */
  | { kind: 'progress'; done: number; total: number; lines?: readonly TextLine[]; beers?: readonly StructuredBeer[] }
  /** Exactly one, the last step. */
  | { kind: 'reading'; reading: Reading }

export interface VisionEngine {
  readonly name: string
  /** Differs whenever the same photo may be read differently. */
  readonly version: string
  readonly can: {
    /** Classifies a frame fast enough for a live camera. */
    scene: boolean
    /** Honours `region` and `rotation`, so that further passes over a photo pay. */
    regions: boolean
    /** Returns beers instead of lines. Each call costs money, and one is enough. */
    structured?: boolean
  }
  /**
   * Classifies a camera frame; rejects if `can.scene` is false. No beer is reported as `single_beer` with confidence under 0.6 and
   * beerCount 0.
   */
  scene(frame: Photo, call: Call): Promise<Scene>
  read(photo: Photo, ask: Ask, call: Call): AsyncIterable<EngineStep>
  close(): Promise<void>
}

/**
 * Why an AI provider gave no reading: `quota_exceeded` no credit left, `timed_out`, `unavailable` unreachable, overloaded or
 * refusing the credentials, `refused` declined the picture, `unusable_answer` the answer does not match the question.
 */
export type EngineFault = 'quota_exceeded' | 'timed_out' | 'unavailable' | 'refused' | 'unusable_answer'

/** The message may be shown and logged: it never contains text, a key or an address from the provider. */
export class EngineFailure extends Error {
  override name = 'EngineFailure'
  constructor(
    message: string,
    readonly code: EngineFault,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** `scene`: the process only classifies camera frames; `photo`: it reads whole photos. Decides what is loaded at startup. */
export type EngineUse = 'scene' | 'photo'

export interface EngineSetup {
  use: EngineUse
  /** The engine's own settings, validated by the engine. */
  settings: Readonly<Record<string, unknown>>
}

/** The centroid of some corners, percent. */
export function centreOf(corners: readonly Point[]): Point {
  const sum = corners.reduce((total, corner) => ({ x: total.x + corner.x, y: total.y + corner.y }), { x: 0, y: 0 })
  return { x: sum.x / corners.length, y: sum.y / corners.length }
}
