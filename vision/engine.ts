/**
 * The port every way of seeing implements: the embedded OCR, AI providers, recorded answers. An engine turns a photo into
 * a Reading and a camera frame into a Scene. It knows no catalogue and decides nothing about beers.
 */
import type { Scene } from '#contracts'
import type { Point, Reading, StatedBeer, TextLine } from './reading.ts'

/** An encoded picture (JPEG, PNG or WebP bytes), already upright and free of metadata. Width and height in pixels. */
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

/** What to look for, and how hard. */
export interface Ask {
  context: 'single' | 'group' | 'menu'
  /** `quick`: one pass good enough for a clear picture; `full`: more scales or tiles, for small or many texts. */
  detail: 'quick' | 'full'
  /** Look only here, larger; places in the answer are still those of the whole photo. */
  region?: Region
  /** Look at the photo turned by these degrees clockwise (15, -15, 90, ...); places are those of the upright photo. */
  turned?: number
}

/** The limits of one call: an abort ends it between two stages, the deadline (ms since epoch) ends it with what it has. */
export interface Call {
  signal: AbortSignal
  deadline: number
}

export type EngineStep =
  /**
   * `done` of `total` units of work; a unit is a text line for OCR. An engine that reads piece by piece hands over the
   * `lines` of each piece that is done, for first answers while the rest is read: pieces follow from top to bottom on a
   * menu, from left to right in a group, so that no later line begins before the ones handed over. The reading holds
   * them all once more and has the last word. An engine that states beers hands over `beers` as they come, in the order of
   * the reading.
   */
  | { kind: 'progress'; done: number; total: number; lines?: readonly TextLine[]; beers?: readonly StatedBeer[] }
  /** Exactly one, and the last. */
  | { kind: 'reading'; reading: Reading }

export interface VisionEngine {
  readonly name: string
  /** Changes whenever the same photo may be read differently. */
  readonly version: string
  readonly can: {
    /** Answers `scene` fast enough for a live camera. */
    scene: boolean
    /** Gives a place for each line or beer. */
    places: boolean
    /** Honours `region` and `turned`. */
    closerLook: boolean
    /** Answers with beers, not with lines; each look at a photo costs, and one is enough. */
    states?: boolean
  }
  /** What a camera frame shows. A frame without beer is `single_beer` with confidence under 0.6 and beerCount 0. */
  scene(frame: Photo, call: Call): Promise<Scene>
  read(photo: Photo, ask: Ask, call: Call): AsyncIterable<EngineStep>
  close(): Promise<void>
}

/**
 * Why an engine that others run gave no reading: `quota_exceeded` its credits are used up, `timed_out`, `unavailable` it
 * cannot be reached, is overloaded or turns this installation away, `refused` it declines the picture, `unusable_answer`
 * what came back is no answer to the question.
 */
export type EngineFault = 'quota_exceeded' | 'timed_out' | 'unavailable' | 'refused' | 'unusable_answer'

/** The message is ours, for people and for logs: it never carries a word, a key or an address of the engine's. */
export class EngineFailure extends Error {
  override name = 'EngineFailure'
  constructor(
    message: string,
    readonly code: EngineFault,
  ) {
    super(message)
  }
}

/** `scene`: the process only tells camera frames apart; `photo`: it reads whole photos. Decides what is loaded at once. */
export type EngineUse = 'scene' | 'photo'

export interface EngineSetup {
  use: EngineUse
  /** The engine's own settings, read by the engine itself. */
  settings: Readonly<Record<string, unknown>>
}

/** The centre of four corners, percent. */
export function centreOf(corners: readonly Point[]): Point {
  const sum = corners.reduce((total, corner) => ({ x: total.x + corner.x, y: total.y + corner.y }), { x: 0, y: 0 })
  return { x: sum.x / corners.length, y: sum.y / corners.length }
}
