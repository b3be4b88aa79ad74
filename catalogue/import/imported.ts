/**
 * What a reader of a data source answers: breweries, beers and styles as the source states them, cleaned of the defects
 * that such files have, and the rows it could not use. Readers know no database and decide nothing about duplicates.
 */

/** One file of a source; `path` is relative to what was given, with `/` between its parts. */
export interface ImportFile {
  path: string
  /** The content, already unpacked; may be asked for once. */
  bytes(): AsyncIterable<Uint8Array>
}

/** Where in a file something stands; lines count from 1. */
export interface Place {
  file: string
  line: number
}

export interface ImportedBrewery {
  /** Stable within the source; null when the source has no brewery of its own, only a name beside a beer. */
  sourceId: string | null
  name: string
  /** Other names of the same brewery, most telling first: brands, owners. */
  otherNames: string[]
  city: string | null
  state: string | null
  /** In English, as the shipped catalogue spells it. */
  country: string | null
  /** Year. */
  founded: number | null
  website: string | null
  description: string | null
  /** True where the source lists houses by address, so that another town means another brewery. */
  placeDecides: boolean
}

export interface ImportedBeer {
  sourceId: string
  name: string
  aliases: string[]
  brewery: ImportedBrewery | null
  /** As the source words it; kept as text when no style of the lexicon is meant. */
  style: string | null
  /** Texts that may name a style of the lexicon where the source has no style; never kept as text. */
  styleHints: string[]
  /** Percent by volume. */
  abv: number | null
  ibu: number | null
  kind: DrinkKind
  description: string | null
  /** Digits as `barcodeIn` writes them. */
  barcodes: string[]
  /** Mean on the 0-100 scale; `count` null when the source does not say on how many ratings it rests. */
  rating: { mean: number; count: number | null } | null
}

export type DrinkKind = 'beer' | 'cider' | 'mead'

export interface ImportedStyle {
  sourceId: string
  name: string
  category: string | null
  /** Typical colour. */
  srm: number | null
}

export type ImportItem =
  | { kind: 'beer'; at: Place; beer: ImportedBeer }
  | { kind: 'brewery'; at: Place; brewery: ImportedBrewery }
  | { kind: 'style'; at: Place; style: ImportedStyle }
  /** Rows that are not wanted, by the reason; nothing is wrong with them. */
  | { kind: 'skipped'; why: string; count: number }
  /** A row, or one field of it, that could not be used. */
  | { kind: 'problem'; at: Place; what: string }

export type ReadSource = (files: readonly ImportFile[]) => AsyncIterable<ImportItem>

export const NO_BREWERY_FACTS = {
  sourceId: null,
  otherNames: [],
  city: null,
  state: null,
  country: null,
  founded: null,
  website: null,
  description: null,
  placeDecides: false,
} satisfies Omit<ImportedBrewery, 'name'>

export const NO_BEER_FACTS = {
  aliases: [],
  brewery: null,
  style: null,
  styleHints: [],
  abv: null,
  ibu: null,
  kind: 'beer',
  description: null,
  barcodes: [],
  rating: null,
} satisfies Omit<ImportedBeer, 'sourceId' | 'name'>

export function skipped(why: string, count = 1): ImportItem {
  return { kind: 'skipped', why, count }
}

export function problem(at: Place, what: string): ImportItem {
  return { kind: 'problem', at, what }
}
