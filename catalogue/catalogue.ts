/**
 * The catalogue as recognition uses it: printed lines in, ranked beers out. Synchronous, without I/O and without pictures. Rows
 * come from the database, or from the shipped data in benchmarks; changes are applied in place.
 */

export interface BreweryRow {
  id: number
  name: string
  /** Other names: brand, abbey, owner, local script. */
  aliases: string[]
  country: string | null
}

export interface BeerRow {
  id: number
  breweryId: number | null
  name: string
  /** Other names of the beer, and the text of its label where that differs. */
  aliases: string[]
  /** The `name` of a style of the lexicon. */
  style: string | null
  /** Percent by volume. */
  abv: number | null
  ibu: number | null
  /** How widely it is drunk, 0-100; only decides between near-equal candidates. */
  popularity: number
  /** Product barcodes (EAN, UPC), in the form of `canonicalBarcode`. Absent means none. */
  barcodes?: readonly string[]
}

export interface CatalogueRows {
  version: number
  breweries: BreweryRow[]
  beers: BeerRow[]
}

/** The changes that lead to `version`: rows to add or replace, ids to remove. */
export interface CatalogueChanges extends CatalogueRows {
  removedBeers: number[]
  removedBreweries: number[]
}

/** One line of text from a label or a menu. */
export interface PrintedLine {
  text: string
  /** OCR confidence, 0-1. */
  confidence: number
  /** Height relative to the tallest line of the label, 0-1; 1 when unknown. */
  prominence: number
}

/** Printed facts about the beer other than its name. */
export interface Facts {
  /** Percent by volume; null when not printed. */
  abv: number | null
}

export interface Candidate {
  beerId: number
  /** Points, unbounded; comparable between queries. Not a probability. */
  score: number
  /** Matched share of the weight of the name's own tokens, 0-1; of its brand tokens when it has no own ones. */
  coverage: number
  /** True when the name or an alias of the brewery was found. */
  breweryFound: boolean
  /**
   * Share of the distinctive tokens that belong to the beer or its brewery, 0-1; 1 when there are none. Each token counts with
   * the square of prominence times confidence, so that another name in large print lowers the share most.
   */
  explainedShare: number
  /**
   * Prominence times certainty (0-1) of the strongest distinctive token that belongs neither to the beer nor to its brewery; 0
   * when there is none. A token that may be misread has certainty 0.
   */
  conflictingToken: number
  /** Confidence (0-1) that another brewery is named and this beer's is not. */
  competingBrewery: number
  /**
   * True when a name of the beer is printed with nothing but words of its style beside it, on one line or several, and no other
   * variant is printed.
   */
  exactName: boolean
  /** True when no distinctive token of the name matched and the brewery was not found. Such a match alone is no answer. */
  nonDistinctive: boolean
  /** Indices of the given lines that contain matched tokens, ascending. */
  lines: number[]
}

export interface BreweryHit {
  breweryId: number | null
  name: string
  /** 0-1: 1 when all tokens of a name or alias match exactly, less when some are missing or misread. */
  confidence: number
  /** Indices of the given lines that contain matched tokens, ascending. */
  lines: number[]
}

export interface StyleHit {
  /** The `name` of a style of the lexicon. */
  style: string
  /** The matched part of the text. */
  text: string
}

export interface Catalogue {
  /** Version of the last rows or changes. */
  readonly version: number
  apply(changes: CatalogueChanges): void
  /** Returns at most `limit` beers that the lines may name, best first. Empty when no line contains a token of a name. */
  match(lines: readonly PrintedLine[], limit: number, facts?: Facts): Candidate[]
  /** Returns the breweries named in the lines, best first; those that only the lexicon lists have a null id. */
  breweriesIn(lines: readonly PrintedLine[]): BreweryHit[]
  /** The most specific style named in the text. */
  styleIn(text: string): StyleHit | undefined
  /** True for stop words, which alone are never a name: 'brewed', 'since', 'premium', volumes, styles. */
  isCommonWord(word: string): boolean
  beer(id: number): BeerRow | undefined
  /** `barcode` is normalised by `canonicalBarcode`. */
  beerWithBarcode(barcode: string): BeerRow | undefined
  brewery(id: number): BreweryRow | undefined
}
