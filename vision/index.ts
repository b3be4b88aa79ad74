/** Photo -> Reading. The only entry of this folder. */
export * from './engine.ts'
export * from './reading.ts'
