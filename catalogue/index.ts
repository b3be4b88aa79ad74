/**
 * Answers every question about names: which beers a text means, what a search finds, and whether two descriptions are one
 * beer. Parsers of data sources and the shipped data have entries of their own, `#catalogue/import` and `#catalogue/shipped`.
 */

export type {
  BeerRow,
  BreweryHit,
  BreweryRow,
  Candidate,
  Catalogue,
  CatalogueChanges,
  PrintedLine,
} from './catalogue.ts'
export { ABV_TOLERANCE, sameAbv } from './identity/abv.ts'
export { canonicalBarcode } from './identity/barcode.ts'
export { keyOf, keysOf, mayBeSamePrint } from './identity/beer-key.ts'
export { type BreweryRegister, openBreweryRegister } from './identity/brewery-register.ts'
export { type DuplicateIndex, openDuplicateIndex } from './identity/duplicate-index.ts'
export { isInOtherPlace } from './identity/places.ts'
export { type BeerComparison, beerComparison, type DescribedBeer, SAME_BEER } from './identity/same-beer.ts'
export type { Lexicons } from './lexicon/lexicon.ts'
export { openCatalogue } from './open-catalogue.ts'
export { SearchIndex, type SearchResult } from './search/search-index.ts'
export { foldedWords, foldToWords } from './text/folded-words.ts'
export { foldText } from './text/normalise.ts'
