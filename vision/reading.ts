/**
 * What an engine read on a photo: lines of text with their positions (OCR), or structured beers (an AI provider). A reading
 * knows no catalogue and never contains what the engine did not see.
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
  /** Degrees by which the photo was rotated clockwise when this line was read; 0 for the upright photo. */
  rotation: number
  /** What else the line may say; absent if the engine returns text alone. */
  lattice?: CharacterLattice
}

/**
 * How probable each symbol is at each time step of a line, from left to right. A word that best-path decoding misread is still in it,
 * at a cost.
 */
export interface CharacterLattice {
  /** One character per column: first the CTC blank, then 'any other character', then the space, letters and digits. */
  symbols: string
  steps: number
  /** `steps` rows of `symbols.length` values: -ln(probability) in sixteenths, at most 255. */
  costs: Uint8Array
}

/** A value, and whether it is printed on the photo or the engine's own estimate. */
export interface StructuredField<T> {
  value: T
  basis: 'printed' | 'estimated'
}

export interface StructuredBeer {
  name: StructuredField<string>
  brewery: StructuredField<string> | null
  style: StructuredField<string> | null
  /** Percent by volume. */
  abv: StructuredField<number> | null
  ibu: StructuredField<number> | null
  price: string | null
  size: string | null
  section: string | null
  /** Centre in percent; null when the engine gives no positions (it never invents one). */
  position: Point | null
  /** 0-1. */
  confidence: number
  /** Number of bottles, cans or packs; absent means 1. */
  count?: number
  /** 0-100, always an estimate by the engine: the usual rating of this beer. */
  rating?: number | null
  /** The label's text, line by line. */
  labelLines?: readonly string[]
}

export interface Reading {
  lines: TextLine[]
  beers: StructuredBeer[]
  /** False when the engine stopped early (deadline, truncated answer): the photo may show more. */
  complete: boolean
  /** What the photo shows regardless of what was asked, if the engine reports it. */
  shows?: 'single' | 'group' | 'menu' | 'nothing'
  /** Title printed on a menu, if the engine reports it. */
  title?: string | null
}

export const EMPTY_READING: Reading = { lines: [], beers: [], complete: true }
