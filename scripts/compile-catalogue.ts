/** Writes the shipped catalogue as the one JSON file that the running product reads. */
import { writeFileSync } from 'node:fs'
import { compileShipped } from '#catalogue/shipped'

const [out] = process.argv.slice(2)
if (!out) throw new Error('usage: compile-catalogue.ts <file>')
writeFileSync(out, compileShipped())
