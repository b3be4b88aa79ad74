/** The data sources that the catalogue can import, most requested first. */
import { parseBeerDb } from './beer-db.ts'
import { parseBeerJsonStyles } from './beerjson-styles.ts'
import type { SourceParser } from './imported.ts'
import { parseOpenBreweryDb } from './open-brewery-db.ts'
import { parseOpenFoodFacts } from './open-food-facts.ts'
import { parseOpenBeerDb } from './openbeerdb.ts'
import { parsePunkApi } from './punk-api.ts'
import { parseTable } from './table.ts'
import { parseUntappd, UNTAPPD } from './untappd.ts'
import { parseWikidata } from './wikidata.ts'

export interface ImportSource {
  name: string
  title: string
  /** The expected files, for the usage text. */
  accepts: string
  /** Matches the names of the files to read from a folder. */
  filePattern: RegExp
  /** Licence of the data; null if it depends on the file. */
  licence: string | null
  /** True if ids are unique within one file only. */
  idsPerFile: boolean
  parse: SourceParser
}

const TABLES = /\.(?:csv|tsv|json|jsonl|ndjson)(?:\.gz)?$/iu

export const IMPORT_SOURCES: readonly ImportSource[] = [
  {
    name: UNTAPPD,
    title: 'Untappd export',
    accepts: 'the CSV or JSON file that Untappd sends its supporters',
    filePattern: TABLES,
    licence: 'Untappd export, for use by the person who exported it',
    idsPerFile: false,
    parse: parseUntappd,
  },
  {
    name: 'open-brewery-db',
    title: 'Open Brewery DB',
    accepts: 'breweries.csv',
    filePattern: /\.csv(?:\.gz)?$/iu,
    licence: 'MIT',
    idsPerFile: false,
    parse: parseOpenBreweryDb,
  },
  {
    name: 'table',
    title: 'Any table with recognisable column names',
    accepts: 'CSV (comma, semicolon, tab) or JSON files of beers, breweries, or both',
    filePattern: TABLES,
    licence: null,
    idsPerFile: true,
    parse: parseTable,
  },
  {
    name: 'openbeerdb',
    title: 'openbeerdb.com',
    accepts: 'the folder with beers.csv, breweries.csv and styles.csv',
    filePattern: /\.csv$/iu,
    licence: 'ODbL 1.0, contents DbCL 1.0',
    idsPerFile: false,
    parse: parseOpenBeerDb,
  },
  {
    name: 'open-food-facts',
    title: 'Open Food Facts',
    accepts: 'the dump as CSV (tab separated) or JSONL, gzipped or not, or a saved search response',
    filePattern: TABLES,
    licence: 'ODbL 1.0, contents DbCL 1.0',
    idsPerFile: false,
    parse: parseOpenFoodFacts,
  },
  {
    name: 'punk-api',
    title: 'Punk API',
    accepts: 'a JSON array of beers',
    filePattern: /\.json$/iu,
    licence: 'MIT',
    idsPerFile: false,
    parse: parsePunkApi,
  },
  {
    name: 'beerjson-styles',
    title: 'Style guides in BeerJSON',
    accepts: 'a JSON file with beerjson.styles',
    filePattern: /\.json$/iu,
    licence: 'names and ranges only; the prose of a guide is its authors’',
    idsPerFile: false,
    parse: parseBeerJsonStyles,
  },
  {
    name: 'beer-db',
    title: 'beer.db text',
    accepts: 'a folder of beers.txt and breweries.txt files, or one of them',
    filePattern: /\.txt$/iu,
    licence: 'public domain',
    idsPerFile: false,
    parse: parseBeerDb,
  },
  {
    name: 'wikidata',
    title: 'Wikidata',
    accepts: 'a saved response of its query service (application/sparql-results+json)',
    filePattern: /\.json$/iu,
    licence: 'CC0 1.0',
    idsPerFile: false,
    parse: parseWikidata,
  },
]

export function importSourceNamed(name: string): ImportSource | undefined {
  return IMPORT_SOURCES.find((source) => source.name === name)
}
