/** Photo -> Reading. The only entry of this folder; naming it loads no native code. */
export * from './barcodes.ts'
export * from './engine.ts'
export * from './engines.ts'
export * from './photo.ts'
export * from './reading.ts'
export * from './unreadable-picture.ts'
