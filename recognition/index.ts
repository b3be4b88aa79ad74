/** Joins vision and catalogue. The only entry of this folder. */
export * from './recognise.ts'
