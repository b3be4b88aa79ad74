/** Words -> ranked beers. The only entry of this folder for running code; shipped data has its own, `#catalogue/shipped`. */
export * from './catalogue.ts'
export { createCatalogue } from './create-catalogue.ts'
export { type Duplicate, type DuplicateIndex, openDuplicateIndex } from './duplicate-index.ts'
export { foldText } from './fold-text.ts'
export { type BreweryRegister, type KnownBrewery, openBreweryRegister } from './import/brewery-register.ts'
export { rowsOf } from './import/delimited.ts'
export { barcodeIn } from './import/fields.ts'
export type {
  DrinkKind,
  ImportedBeer,
  ImportedBrewery,
  ImportedStyle,
  ImportFile,
  ImportItem,
  Place,
} from './import/imported.ts'
export { NO_BEER_FACTS, NO_BREWERY_FACTS } from './import/imported.ts'
export { isInOtherRegion, isInOtherTown } from './import/places.ts'
export { IMPORT_SOURCES, importSourceNamed, type Source } from './import/sources.ts'
export { styleSpelling } from './import/style-spelling.ts'
export { type CheckIn, type CheckInItem, readUntappdCheckIns, UNTAPPD } from './import/untappd.ts'
export type { Lexicons } from './lexicon.ts'
export { type BeerComparison, beerComparison, type DescribedBeer, type ReadBeer, SAME_BEER } from './same-beer.ts'
export type { DescribedBrewery } from './same-brewery.ts'
