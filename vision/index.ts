/** Photo -> Reading. The entry of this folder for recognition; importing it loads no native code. */
export * from './barcodes.ts'
export * from './engine.ts'
export * from './engines.ts'
export { lazy } from './lazy.ts'
export * from './non-max-suppression.ts'
export * from './photo.ts'
export * from './reading.ts'
export * from './unreadable-picture.ts'
