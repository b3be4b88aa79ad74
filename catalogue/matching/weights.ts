/**
 * Every hand-set constant of matching. The unit of token weights is the *point*: a token that
 * occurs in the names of a single brewery weighs `TOKEN_WEIGHT.max` points. Shares and factors are between 0 and 1.
 */

/** Weight of a token by how many breweries share it (inverse document frequency), in points. */
export const TOKEN_WEIGHT = {
  /** A token of one brewery. Defines the unit: fixed, so that scores do not depend on the size of the catalogue. */
  max: 6,
  /** Style words distinguish the beers of one brewery, but half of all labels print one. */
  styleMax: 2.2,
  /** Words such as 'premium' say almost nothing. */
  commonMax: 1,
  /** Articles and prepositions are printed or left out at will. */
  shortStopWord: 0.2,
  /** Dates, volumes and prices leave stray numbers on most labels. */
  numberMax: 4,
  /** Factor for words of 0, 1, 2 and 3 letters, which OCR noise matches by chance. */
  shortWordFactor: [0, 0.3, 0.55, 0.85],
} as const

/** Stop words of at most this many letters may be absent from a name, or added to it. */
export const SHORT_STOP_WORD_MAX_LENGTH = 3

/** How much the confidence and the prominence of a line count. All values are shares. */
export const EVIDENCE = {
  /** Weight lost at OCR confidence 0. */
  confidenceLoss: 0.35,
  /** OCR confidence from which nothing is lost. */
  fullConfidence: 0.9,
  /** Weight lost at prominence 0. */
  prominenceLoss: 0.25,
  /** Prominence from which nothing is lost: a name may be half as tall as the brand above it. */
  fullProminence: 0.5,
  /** Weight that every line retains. */
  minTrust: 0.3,
  /** Up to `from` a line is small print (size 0), at `to` and above it belongs to the name (size 1). Unit: prominence. */
  smallPrint: { from: 0.1, to: 0.35 },
  /** Up to `from` an unknown token may be a misreading (certainty 0), at `to` and above it is not. Unit: OCR confidence. */
  certainty: { from: 0.85, to: 0.97 },
  /** A fuzzy match of at least this quality counts as the printed token: one edit in a long word. */
  correctedMinQuality: 0.82,
  /** A word spotted in a lattice is the printed word, not a part of it, from this share of its letters on. */
  wholeWordMinShare: 0.75,
} as const

export const BREWERY = {
  /** Limit of a brewery's weight, in points: long brewery names must not outweigh the beer name. */
  weightMax: 7,
  /** Share of the name's weight from which the brewery counts as found. */
  foundMin: 0.65,
  /** Share from which the name is complete despite one misread letter. */
  completeMin: 0.95,
  /** Factor for tokens that belong to another brewery's complete, longer name. */
  overshadowedFactor: 0.3,
  /** Minimum weight of a distinctive token, in points. */
  distinctiveMin: 1.5,
  /** A token that more breweries share identifies none of them, and would make the search slow. */
  sharedMax: 60,
} as const

export const RETRIEVAL = {
  /** Beers that are scored on all features, which cost more than the name alone. */
  rerankLimit: 100,
  /** Beers whose name variants are scored: three times as many, because the retrieval score is coarse. */
  scoredLimit: 300,
  /** Beers that tokens may add as candidates; bounds the time per query. */
  candidateLimit: 3_000,
  /** Stop words of more beers generate no candidates. */
  stopWordPostingsMax: 200,
  /** Stop words raise the retrieval score of existing candidates only while there are at most this many. */
  stopWordCandidatesMax: 500,
} as const

/** Scales of features; what a feature is worth is fitted (see `posterior.json`). */
export const FEATURE = {
  /** Factor for the brewery's share of the name when the brewery was not read: many labels show it elsewhere. */
  unreadBrand: 0.5,
  /** A variant word in large print that fits neither the name nor the style of the beer. */
  unexpectedVariant: 3,
  /** Less for a flavour, which may only describe the taste. */
  unexpectedFlavour: 2,
  /** Limit of both together. */
  unexpectedMax: 4,
} as const

/** Minimum size (0-1) that counts for a printed 'alcohol-free', which labels often print small. */
export const ALCOHOL_FREE_MIN_SIZE = 0.5
/** From this sum of unexpected variants on a name does not count as exact. */
export const EXACT_NAME_VARIANT_MAX = 1
/** From this size (0-1) of a conflicting token on, a name of only brand tokens does not count as exact. */
export const EXACT_BRAND_CONFLICT_MAX = 0.5
