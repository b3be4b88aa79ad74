/**
 * Fits `catalogue/ratings/rating-model.json` to a file of mean ratings. Only coefficients are written, none of its values.
 * Usage: tsx bench/fit/fit-ratings.ts <file>
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loadShipped } from '#catalogue/shipped'
import { crossValidate, residualOf } from './cross-validate.ts'
import { readRatedBeers } from './rated-beers.ts'
import { fitCoefficients } from './rating-fit.ts'

const TARGET = fileURLToPath(new URL('../../catalogue/ratings/rating-model.json', import.meta.url))

const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error('usage: tsx bench/fit/fit-ratings.ts <file of mean ratings>')
  process.exit(1)
}
const beers = readRatedBeers(file, loadShipped())
const model = { ...fitCoefficients(beers), residual: residualOf(crossValidate(beers)) }
const provenance = {
  fittedBy: 'bench/fit/fit-ratings.ts',
  to: 'mean ratings, with at least 200 raters each, of a public data set of 2017; none of them is stored here',
  beers: beers.length,
  breweries: new Set(beers.map(({ brewery }) => brewery)).size,
}
writeFileSync(TARGET, `${JSON.stringify({ provenance, ...model }, null, 2)}\n`)
console.log(JSON.stringify({ ...provenance, ...model, styles: undefined, families: undefined }, null, 2))
