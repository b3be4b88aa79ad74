/** Joins vision and catalogue. The only entry of this folder; importing it loads no engine: engines run in reader processes. */

/** Types and errors of vision that appear in the signatures below, what a picture is, and what a folder of networks lacks. */
export {
  modelFolderProblem,
  type OnUsage,
  type Photo,
  type ProviderUsage,
  pictureTypeOf,
  UnreadablePicture,
} from '#vision'
export { type DrinkWords, drinkWords } from './label/drinks.ts'
export { CANDIDATES_MAX, NOTHING_PRINTED } from './label/sighting.ts'
export * from './outcome.ts'
export { batchReadersFor, type ReaderOptions, startReaders } from './processes/reader-pool.ts'
export * from './processes/readers.ts'
export { openRecognition } from './recognise.ts'
export type { StageTimes } from './stage-times.ts'
