/** Compiles the shipped catalogue to JSON files: all of it for the server, its lexicons for whoever matches names. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileLexicons, compileShipped, loadShipped } from '#catalogue/shipped'

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('usage: compile-catalogue.ts <folder>')
const shipped = loadShipped()
writeFileSync(join(folder, 'catalogue.json'), compileShipped(shipped))
writeFileSync(join(folder, 'lexicons.json'), compileLexicons(shipped))
