/** Lexical data other than the beers: styles, brewery names and other drinks. */

/** A low and a high bound, both inclusive. */
export type Range = readonly [low: number, high: number]

export interface StyleRow {
  name: string
  /** Groups styles of similar taste: 'Stout', 'Wheat Beer'. */
  family: string
  /** The style as labels and menus print it, in any language. */
  aliases: string[]
  /** Typical percent by volume. */
  abv: Range | null
  /** Typical bitterness, IBU. */
  ibu: Range | null
  /** Typical colour, SRM: the geometric mean of the range. */
  srm: number | null
  /** From the palest to the darkest, SRM. */
  srmRange: Range | null
  /** The taste in one sentence. */
  description: string | null
}

interface LexiconBrewery {
  name: string
  aliases: string[]
  country: string | null
}

/** A drink that stands beside beers in fridges and on menus. */
export interface OtherDrink {
  name: string
  aliases: string[]
  /** 'Soft Drink', 'Wine'. */
  kind: string
}

/** The lexical data that the matcher needs; part of the shipped data. */
export interface Lexicons {
  styles: StyleRow[]
  lexicon: {
    /** Breweries of which the catalogue lists no beer. */
    breweries: LexiconBrewery[]
    otherDrinks: OtherDrink[]
  }
}
