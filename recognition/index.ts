/** Joins vision and catalogue. The only entry of this folder; naming it loads no engine, those run in the readers. */

export {
  EngineFailure,
  isProvider,
  openTextProvider,
  type Photo,
  type ProviderName,
  providerAddress,
  type Spent,
  type TextProvider,
  type TextQuestion,
  UnreadablePicture,
} from '#vision'
export {
  FEATURES,
  type FittedConfidence,
  featuresOf,
  judgeBy,
  type MatchFeatures,
  type Shape,
} from './confidence.ts'
export { type DrinkWords, drinkWords } from './drinks.ts'
export * from './outcome.ts'
export { type ReaderOptions, type ReaderPool, scanReadersFor, startReaders } from './reader/reader-pool.ts'
export * from './readers.ts'
export { openRecognition } from './recognise.ts'
export { NOTHING_PRINTED } from './sighting.ts'
