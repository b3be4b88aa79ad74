/**
 * What an engine saw on a photo. A reading knows no catalogue: it is lines of text with their places (OCR), or beers as
 * the engine states them (an AI provider), and never a mixture that the engine did not see.
 */

/** Percent of the upright photo: 0 = left or top, 100 = right or bottom. */
export interface Point {
  x: number
  y: number
}

/** Clockwise from the top left of the text, in reading direction. */
export type Corners = readonly [Point, Point, Point, Point]

export interface TextLine {
  text: string
  /** 0-1: mean probability of the characters. */
  confidence: number
  corners: Corners
  /** Degrees the photo was turned clockwise when this line was read; 0 for the upright view. */
  turned: number
}

/** A value and whether it stands on the photo or is the engine's own estimate. */
export interface Stated<T> {
  value: T
  basis: 'printed' | 'estimated'
}

export interface StatedBeer {
  name: Stated<string>
  brewery: Stated<string> | null
  style: Stated<string> | null
  /** Percent by volume. */
  abv: Stated<number> | null
  ibu: Stated<number> | null
  price: string | null
  size: string | null
  section: string | null
  /** Centre in percent; null when the engine gives no places (it never invents one). */
  where: Point | null
  /** 0-1. */
  confidence: number
  /** Packs or bottles of it; absent is 1. */
  count?: number
  /** 0-100, always the engine's estimate: what such a beer is commonly worth to those who drink it. */
  rating?: number | null
  /** The words it goes by on the photo, line by line. */
  read?: readonly string[]
}

/** What an engine that others run took for its answer. */
export interface Spent {
  calls: number
  inputTokens: number
  outputTokens: number
}

export interface Reading {
  lines: TextLine[]
  beers: StatedBeer[]
  /** False when the engine stopped early (deadline, cut answer): more stands on the photo than here. */
  complete: boolean
  /** What the photo shows, when the engine says so, whatever was asked for. */
  shows?: 'single' | 'group' | 'menu' | 'nothing'
  /** Title printed on a menu, when the engine states it. */
  title?: string | null
  /** Absent for an engine that costs nothing. */
  spent?: Spent
}

export const EMPTY_READING: Reading = { lines: [], beers: [], complete: true }
