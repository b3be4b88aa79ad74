/** Decides whether two descriptions are one beer or one brewery, and finds the known one that a description means. */

export { ALCOHOL_FREE_MAX, sameAbv } from './abv.ts'
export { canonicalBarcode } from './barcode.ts'
export { keyOf, keysOf, mayBeSamePrint } from './beer-key.ts'
export { type BreweryRegister, openBreweryRegister } from './brewery-register.ts'
export { type DuplicateIndex, openDuplicateIndex } from './duplicate-index.ts'
export { labelSimilarity, labelWords, printsWholeName, type ReadLabel } from './label-similarity.ts'
export { inOneLanguage } from './name-words.ts'
export { canonicalCountry, canonicalState, isInOtherPlace, isRegion } from './places.ts'
export type { DescribedBeer } from './prepared-beer.ts'
export { type BeerComparison, beerComparison, SAME_BEER } from './same-beer.ts'
