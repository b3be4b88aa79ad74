/** Parsers of data sources: foreign files -> breweries, beers and styles. They know no database and find no duplicates. */
export { parseDelimited } from './delimited.ts'
export type {
  ImportedBeer,
  ImportedBrewery,
  ImportedStyle,
  ImportFile,
  ImportItem,
  SourceLocation,
} from './imported.ts'
export { UNKNOWN_BEER_FACTS, UNKNOWN_BREWERY_FACTS } from './imported.ts'
export { NON_BREWING_TYPES } from './open-brewery-db.ts'
export { IMPORT_SOURCES, importSourceNamed } from './sources.ts'
export { styleKey } from './style-key.ts'
export { parseUntappdCheckIns, UNTAPPD } from './untappd.ts'
