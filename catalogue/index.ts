/**
 * Finds beers: those that a printed text names, and those that a typed query means. Whether two descriptions are one beer, the
 * parsers of data sources, the shipped data and the word lists have entries of their own: `#catalogue/identity`,
 * `#catalogue/import`, `#catalogue/ratings`, `#catalogue/shipped`, `#catalogue/styles` and `#catalogue/words`.
 */

export type {
  BeerFeatures,
  BeerRow,
  BreweryHit,
  BreweryRow,
  Candidate,
  Catalogue,
  CatalogueChanges,
  LabelShape,
  PrintedLine,
  Ranking,
} from './catalogue.ts'
export type { Lexicons } from './lexicon/lexicon.ts'
export { type Explanation, explanationScore, type Posterior, softmax } from './matching/posterior.ts'
export { openCatalogue } from './open-catalogue.ts'
export type { StyleNames } from './search/name-index.ts'
export { SearchIndex, type SearchResult } from './search/search-index.ts'
export { editDistance } from './text/edit-distance.ts'
export { foldedWords, foldToWords, lettersOf } from './text/folded-words.ts'
export { foldText, slugOf } from './text/normalise.ts'
export { inTitleCase, isInCapitals } from './text/title-case.ts'
export { ALCOHOL_FREE, statesAlcoholFree } from './text/tokens.ts'
