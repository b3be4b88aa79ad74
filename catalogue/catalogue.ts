/**
 * The catalogue as recognition sees it: words go in, ranked beers come out. Synchronous and pure: no I/O, no pictures.
 * Rows come from the database (or straight from the shipped data in benchmarks); changes are applied in place.
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
  /** Other names of the beer, and what is printed on its label when that differs. */
  aliases: string[]
  /** A style key of the style lexicon's `name`. */
  style: string | null
  /** Percent by volume. */
  abv: number | null
  ibu: number | null
  /** How widely it is drunk, 0-100; a tie-breaker among equals, never evidence. */
  popularity: number
}

export interface CatalogueRows {
  version: number
  breweries: BreweryRow[]
  beers: BeerRow[]
}

/** What changed since a version: rows to add or replace, ids to drop. */
export interface CatalogueChanges extends CatalogueRows {
  removedBeers: number[]
  removedBreweries: number[]
}

/** One line of text that may speak for a beer. */
export interface Words {
  text: string
  /** 0-1: how sure the reader is of this text. */
  confidence: number
  /** How prominent it stands on the label: height relative to the tallest line, 0-1. 1 when not known. */
  prominence: number
}

/** What a piece of text says about the beer beside its name. */
export interface Facts {
  /** Percent by volume, when printed. */
  abv: number | null
}

export interface Candidate {
  beerId: number
  /** Open-ended evidence weight; comparable between queries, not a probability. */
  score: number
  /** Share of the beer name's own weight that was found, 0-1. */
  coverage: number
  /** Whether the brewery (or an alias of it) was found in the words. */
  breweryFound: boolean
  /**
   * Share of the large, readable words that this beer explains, 0-1: each word that is no style or common word counts with the
   * square of its prominence. 1 when there are none. Low for a beer whose label says something else in large letters.
   */
  explained: number
  /** The largest word that is surely read and belongs neither to the beer nor to its brewery: its prominence, 0-1. */
  stranger: number
  /** 0-1: how plainly another brewery is named where this beer's is not. */
  rival: number
  /**
   * True when a name of the beer stands there with nothing else but words of its style, on one line or broken into several,
   * and the label speaks of no other variant of it.
   */
  whole: boolean
  /** True when the words that matched are all style or common words and no brewery speaks for it: never an answer by itself. */
  generic: boolean
  /** Indices into the given words that support this candidate. */
  lines: number[]
}

export interface BreweryHit {
  breweryId: number | null
  name: string
  /** 0-1: 1 for an exact full name, less for aliases cut short or misread. */
  strength: number
  /** Indices into the given words. */
  lines: number[]
}

export interface StyleHit {
  /** Name in the style lexicon. */
  style: string
  /** The words that said so, as read. */
  text: string
}

export interface Catalogue {
  readonly version: number
  apply(changes: CatalogueChanges): void
  /** Beers that these words may mean, best first, at most `limit`. Empty when nothing rare enough matches. */
  match(words: readonly Words[], limit: number, facts?: Facts): Candidate[]
  /** Breweries named in the words, best first; also those of the lexicon that have no beer in the catalogue (id null). */
  breweriesIn(words: readonly Words[]): BreweryHit[]
  /** The most specific style named in the text. */
  styleIn(text: string): StyleHit | undefined
  /** True for words that are never a name by themselves: 'brewed', 'since', 'premium', volumes, warnings, styles. */
  isCommonWord(word: string): boolean
  beer(id: number): BeerRow | undefined
  brewery(id: number): BreweryRow | undefined
}
