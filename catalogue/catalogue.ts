/**
 * The catalogue as recognition uses it: printed lines in, ranked beers out. Synchronous, without I/O and without pictures. Rows
 * come from the database, or from the shipped data in benchmarks; changes are applied in place.
 */
import type { OtherDrink } from './lexicon/lexicon.ts'

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
  /** What else the line may say; absent if only its text is known. */
  lattice?: CharacterLattice | undefined
}

/** How probable each symbol is at each time step of a line that was read by a CTC network, from left to right. */
export interface CharacterLattice {
  /** One character per column: first the CTC blank, then 'any other character', then the space, letters and digits. */
  symbols: string
  steps: number
  /** `steps` rows of `symbols.length` values: -ln(probability) in sixteenths, at most 255. */
  costs: Uint8Array
}

/** What is known about some lines besides their words. */
export interface PrintedLabel {
  /** Percent by volume; null when not printed. */
  abv: number | null
  /** Where the lines are from: a close-up of one beer, one container of a group, or a row of a menu. */
  shape: LabelShape
  /** Number of words for other drinks or food, 0-3: evidence that the lines name no beer of the catalogue. */
  offTopic: number
}

export type LabelShape = 'single' | 'group' | 'menu'

/** Evidence for and against a beer on a label. Weights of tokens are in points, 0-6 each: the rarer, the more. */
export interface BeerFeatures {
  /** How widely the beer is drunk, 0-1. */
  popularity: number
  /** Weight of the tokens found, times the share of the name that they cover. */
  coveredWeight: number
  /** Weight of the name's own tokens that were not found. */
  ownMissing: number
  /** 1 when none of its own tokens was found. */
  noOwn: number
  /** Weight of the brand tokens, or of the brewery, that was not found. */
  brandMissing: number
  /** 1 when the name has no token of its own, as that of a brewery's flagship. */
  brandAlone: number
  /** Weight of the brewery's name beside the brand tokens. */
  brewery: number
  /** 1 when the name or an alias of the brewery was found. */
  breweryFound: number
  /** Numbers of the name that are not printed: 'Rochefort 8' and 'Rochefort 10' differ by one alone. */
  missingNumber: number
  /** Variant words of the name that are not printed. */
  missingVariant: number
  /** Variant words of the name in whose place another of their kind is printed: 'dubbel' where the name says 'tripel'. */
  otherVariant: number
  /** Printed variant words that the beer does not imply, by their size, 0-4. */
  unexpected: number
  /** 0-1: how surely label and beer disagree about being alcohol-free. */
  alcohol: number
  /** 1 when the ABV is the printed one, apart from rounding. */
  abvEqual: number
  /** 1 when only another beer can have the printed ABV. */
  abvDifferent: number
  /** 1 when a variant word of the beer's name or style is printed. */
  style: number
  /**
   * 1 when a name of the beer is printed with nothing but words of its style beside it, on one line or several, no other variant
   * is printed, and no longer name of the brewery is.
   */
  exactName: number
  /**
   * Share of the distinctive tokens that belong neither to the beer nor to its brewery, 0-1; 0 when there are none. Each token
   * counts with the square of prominence times confidence, so that another name in large print counts most.
   */
  unexplained: number
  /** Prominence times certainty (0-1) of the strongest of these tokens; 0 on menus. A token that may be misread has certainty 0. */
  conflictingToken: number
  /** Confidence (0-1) that another brewery is named and this beer's is not. */
  competingBrewery: number
}

export interface Candidate {
  beerId: number
  /** 0-1: that the label is of this beer, given all other candidates and rivals. */
  probability: number
  /**
   * Natural logarithm of how much likelier the label is with this beer than with none, up to a constant of its shape; -Infinity
   * when no distinctive token of the name was read and its brewery was not found.
   */
  score: number
  features: BeerFeatures
  /** Matched share of the weight of the name's own tokens, 0-1; of its brand tokens when it has no own ones. */
  coverage: number
  /** Indices of the given lines that contain matched tokens, ascending. */
  lines: number[]
}

/** Explanations of a label other than a beer of the catalogue. */
interface Rivals {
  /** Another beer of the brewery that was found best; null when none was. */
  anotherEdition: { breweryId: number | null; probability: number; features: EditionFeatures } | null
  /** The likeliest of the drinks other than beer, and the probability of all of them; null when none is named. */
  otherDrink: (OtherDrink & { probability: number }) | null
  /** None of these. */
  unlisted: { probability: number; features: UnlistedFeatures }
}

export interface EditionFeatures {
  bias: number
  /** Weight of the brewery's name, 0-7, by the share of it that was found. */
  brewery: number
  /** Prominence times certainty (0-1) of the strongest distinctive token that is not of the brewery's name; 0 on menus. */
  conflictingToken: number
  /** ln(1 + number of its beers in the catalogue). */
  beers: number
}

export interface UnlistedFeatures {
  offTopic: number
  /** Square root of the number of distinctive tokens that are terms of the catalogue: they match names by chance. */
  knownTokens: number
}

export interface Ranking {
  /** Best first. */
  candidates: Candidate[]
  rivals: Rivals
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
  family: string
  /** The matched part of the text. */
  text: string
}

export interface Catalogue {
  /** Version of the last rows or changes. */
  readonly version: number
  apply(changes: CatalogueChanges): void
  /**
   * Returns at most `limit` beers that the lines may name, best first, and how likely none of them is meant. The probabilities of
   * all candidates, cut off ones included, and of the rivals sum to 1.
   */
  match(lines: readonly PrintedLine[], limit: number, label?: PrintedLabel): Ranking
  /** Returns the breweries named in the lines, best first; those that only the lexicon lists have a null id. */
  breweriesIn(lines: readonly PrintedLine[]): BreweryHit[]
  /** The most specific style named in the text. Beside a printed ABV far from a style's, a single word for that style counts for nothing. */
  styleIn(text: string, abv?: number | null): StyleHit | undefined
  /** True for stop words, which alone are never a name: 'brewed', 'since', 'premium', volumes, styles. */
  isCommonWord(word: string): boolean
  beer(id: number): BeerRow | undefined
  /** `barcode` is normalised by `canonicalBarcode`. */
  beerWithBarcode(barcode: string): BeerRow | undefined
  brewery(id: number): BreweryRow | undefined
}
