/** Compiles the shipped catalogue to the JSON file that the server loads. */
import { writeFileSync } from 'node:fs'
import { compileShipped } from '#catalogue/shipped'

const [out] = process.argv.slice(2)
if (!out) throw new Error('usage: compile-catalogue.ts <file>')
writeFileSync(out, compileShipped())
