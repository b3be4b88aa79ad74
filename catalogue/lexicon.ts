/** What is known about words beside the beers themselves: styles, brewery names and the words every label carries. */

/** A low and a high bound, both inclusive. */
export type Range = readonly [low: number, high: number]

export interface StyleRow {
  name: string
  /** Styles that drink alike share a family: 'Stout', 'Wheat Beer'. */
  family: string
  /** The style as labels and menus print it, in any language. */
  aliases: string[]
  /** Typical percent by volume. */
  abv: Range | null
  /** Typical bitterness, IBU. */
  ibu: Range | null
  /** Typical colour, SRM: the middle of the range. */
  srm: number | null
  /** From the palest to the darkest, SRM. */
  srmRange: Range | null
  /** What one tastes, in one sentence; null when nothing is said. */
  description: string | null
  /** Mean rating of such beers, 0-100; null falls back to the family, then to all beers. */
  prior: number | null
}

export interface LexiconBrewery {
  name: string
  aliases: string[]
  country: string | null
}

/** What the matcher knows of words; the shipped data is one of these. */
export interface Lexicons {
  styles: StyleRow[]
  lexicon: {
    /** Breweries known by name alone, for beers that the catalogue does not list. */
    breweries: LexiconBrewery[]
    /** Words that labels and menus carry and that never name a beer. */
    words: string[]
  }
}
