/** The data sources the catalogue can grow from, in the order people ask for them. */
import { readBeerDb } from './beer-db.ts'
import { readBeerJsonStyles } from './beerjson-styles.ts'
import type { ReadSource } from './imported.ts'
import { readOpenBreweryDb } from './open-brewery-db.ts'
import { readOpenFoodFacts } from './open-food-facts.ts'
import { readOpenBeerDb } from './openbeerdb.ts'
import { readPunkApi } from './punk-api.ts'
import { readTable } from './table.ts'
import { readUntappd, UNTAPPD } from './untappd.ts'
import { readWikidata } from './wikidata.ts'

export interface Source {
  name: string
  title: string
  /** What to give it, for people. */
  takes: string
  /** Names of the files it reads out of a folder. */
  files: RegExp
  /** Under what the rows may be used; null when only whoever imports can say. */
  licence: string | null
  /** True where every file is a set of ids of its own. */
  idsPerFile: boolean
  read: ReadSource
}

const TABLES = /\.(?:csv|tsv|json|jsonl|ndjson)(?:\.gz)?$/iu

export const IMPORT_SOURCES: readonly Source[] = [
  {
    name: UNTAPPD,
    title: 'Untappd export',
    takes: 'the CSV or JSON file that Untappd sends its supporters',
    files: TABLES,
    licence: 'Untappd export, for the use of whoever exported it',
    idsPerFile: false,
    read: readUntappd,
  },
  {
    name: 'open-brewery-db',
    title: 'Open Brewery DB',
    takes: 'breweries.csv',
    files: /\.csv(?:\.gz)?$/iu,
    licence: 'MIT',
    idsPerFile: false,
    read: readOpenBreweryDb,
  },
  {
    name: 'table',
    title: 'Any table by its column names',
    takes: 'CSV (comma, semicolon, tab) or JSON files of beers, of breweries, or both together',
    files: TABLES,
    licence: null,
    idsPerFile: true,
    read: readTable,
  },
  {
    name: 'openbeerdb',
    title: 'openbeerdb.com',
    takes: 'the folder with beers.csv, breweries.csv and styles.csv',
    files: /\.csv$/iu,
    licence: 'ODbL 1.0, contents DbCL 1.0',
    idsPerFile: false,
    read: readOpenBeerDb,
  },
  {
    name: 'open-food-facts',
    title: 'Open Food Facts',
    takes: 'the dump as CSV (tab separated) or JSONL, packed or not, or a saved answer of its search',
    files: TABLES,
    licence: 'ODbL 1.0, contents DbCL 1.0',
    idsPerFile: false,
    read: readOpenFoodFacts,
  },
  {
    name: 'punk-api',
    title: 'Punk API',
    takes: 'a JSON array of its beers',
    files: /\.json$/iu,
    licence: 'MIT',
    idsPerFile: false,
    read: readPunkApi,
  },
  {
    name: 'beerjson-styles',
    title: 'Style guides in BeerJSON',
    takes: 'a JSON file with beerjson.styles',
    files: /\.json$/iu,
    licence: 'names and ranges only; the prose of a guide is its authors’',
    idsPerFile: false,
    read: readBeerJsonStyles,
  },
  {
    name: 'beer-db',
    title: 'beer.db text',
    takes: 'a folder of beers.txt and breweries.txt files, or one of them',
    files: /\.txt$/iu,
    licence: 'public domain',
    idsPerFile: false,
    read: readBeerDb,
  },
  {
    name: 'wikidata',
    title: 'Wikidata',
    takes: 'a saved answer of its query service (application/sparql-results+json)',
    files: /\.json$/iu,
    licence: 'CC0 1.0',
    idsPerFile: false,
    read: readWikidata,
  },
]

export function importSourceNamed(name: string): Source | undefined {
  return IMPORT_SOURCES.find((source) => source.name === name)
}
