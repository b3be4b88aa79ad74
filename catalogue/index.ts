/** Words -> ranked beers. The only entry of this folder for running code; shipped data has its own, `#catalogue/shipped`. */
export * from './catalogue.ts'
export { createCatalogue } from './create-catalogue.ts'
export { foldText } from './fold-text.ts'
export type { Lexicons } from './lexicon.ts'
