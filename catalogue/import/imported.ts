/**
 * What a parser of a data source yields: breweries, beers and styles as the source states them, with the usual defects of
 * such files repaired, and the rows it could not use. Parsers know no database and do not detect duplicates.
 */

import type { DRINK_KINDS } from '#contracts'
import { parseAbv, parseShortText } from './fields.ts'

/** One file of a source; `path` is relative to the folder being imported and separated by `/`. */
export interface ImportFile {
  path: string
  /** The content, decompressed. Can be read once. */
  bytes(): AsyncIterable<Uint8Array>
}

/** A position in a source file; lines count from 1. */
export interface SourceLocation {
  file: string
  line: number
}

export interface ImportedBrewery {
  /** Stable within the source; null when the source has no brewery records, only a name on each beer. */
  sourceId: string | null
  name: string
  /** Other names of the same brewery (brands, owners), most distinctive first. */
  otherNames: string[]
  city: string | null
  state: string | null
  /** English name, as the shipped catalogue spells it. */
  country: string | null
  /** Year. */
  founded: number | null
  website: string | null
  description: string | null
  /** True if the source lists breweries by address: the same name in another town is another brewery. */
  distinctByTown: boolean
}

export interface ImportedBeer {
  sourceId: string
  name: string
  aliases: string[]
  brewery: ImportedBrewery | null
  /** As the source words it; stored as free text when the lexicon has no such style. */
  style: string | null
  /** Texts that may name a style of the lexicon when the source states none; never stored as free text. */
  styleHints: string[]
  /** Percent by volume. */
  abv: number | null
  ibu: number | null
  kind: DrinkKind
  description: string | null
  /** In the form of `canonicalBarcode`. */
  barcodes: string[]
  /** Mean rating, 0-100; `count` is null when the source does not state the number of ratings. */
  rating: { mean: number; count: number | null } | null
}

export type DrinkKind = (typeof DRINK_KINDS)[number]

export interface ImportedStyle {
  sourceId: string
  name: string
  category: string | null
  /** Typical colour. */
  srm: number | null
}

export type ImportItem =
  | { kind: 'beer'; at: SourceLocation; beer: ImportedBeer }
  | { kind: 'brewery'; at: SourceLocation; brewery: ImportedBrewery }
  | { kind: 'style'; at: SourceLocation; style: ImportedStyle }
  /** Valid rows that the catalogue does not want, grouped by reason. */
  | { kind: 'skipped'; reason: string; count: number }
  /** A row, or one field of it, that could not be used. */
  | { kind: 'problem'; at: SourceLocation; message: string }

/**
 * Yields the items of the files in their order; each is read once, row by row. A row that cannot be used is a `problem`: only what the files
 * themselves throw rejects.
 */
export type SourceParser = (files: readonly ImportFile[]) => AsyncIterable<ImportItem>

export const UNKNOWN_BREWERY_FACTS = {
  sourceId: null,
  otherNames: [],
  city: null,
  state: null,
  country: null,
  founded: null,
  website: null,
  description: null,
  distinctByTown: false,
} satisfies Omit<ImportedBrewery, 'name'>

export const UNKNOWN_BEER_FACTS = {
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

export function skipped(reason: string, count = 1): ImportItem {
  return { kind: 'skipped', reason, count }
}

export function problem(at: SourceLocation, message: string): ImportItem {
  return { kind: 'problem', at, message }
}

/** The ABV of a row, percent by volume; reports a number that cannot be one. `source`: what the row says, where `stated` is converted from it. */
export function* readAbv(
  at: SourceLocation,
  stated: unknown,
  isAlcoholFree: boolean,
  source = stated,
): Generator<Extract<ImportItem, { kind: 'problem' }>, number | null> {
  const abv = parseAbv(stated, isAlcoholFree)
  if (abv !== 'invalid') return abv
  yield { kind: 'problem', at, message: `invalid ABV ${parseShortText(source) ?? 'of many letters'} ignored` }
  return null
}
