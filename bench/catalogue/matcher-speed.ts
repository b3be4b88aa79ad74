/**
 * Measures a matching query among 100,000 beers: the shipped ones and generated siblings. Prints p50 and p99; fails above its
 * limits. Usage: tsx bench/catalogue/matcher-speed.ts [seed]
 */
import { type BeerRow, openCatalogue, type PrintedLine } from '#catalogue'
import { shippedRows } from '../photos/known-beers.ts'
import { randomFrom } from '../statistics/random.ts'
import { growCatalogue, randomWord } from './grown-catalogue.ts'
import { LABEL_TEXT, misread } from './label-text.ts'

const BEERS = 100_000
const QUERIES = 2_000
const LIMIT_MS = { p50: 3, p99: 15 }

const seed = Number(process.argv[2] ?? Date.now() % 1_000_000)
const random = randomFrom(seed)
const { shipped, rows } = shippedRows()
const grown = growCatalogue(
  { beers: rows.beers, breweries: rows.breweries.map((brewery) => ({ ...brewery, city: null })) },
  BEERS,
  random,
)
const beers: BeerRow[] = grown.beers.map((beer) => ({ ibu: null, ...beer }))

const started = performance.now()
const catalogue = openCatalogue({ version: 1, breweries: grown.breweries, beers }, shipped)
const built = performance.now() - started

const times: number[] = []
let first = 0
for (let query = 0; query < QUERIES; query++) {
  const beer = random.pick(rows.beers)
  const words = labelOf(beer)
  const from = performance.now()
  const { candidates } = catalogue.match(words, 5, { abv: beer.abv, shape: 'single', offTopic: 0 })
  times.push(performance.now() - from)
  if (candidates[0]?.beerId === beer.id) first++
}
times.sort((a, b) => a - b)
const p50 = times[Math.floor(times.length * 0.5)] ?? 0
const p99 = times[Math.floor(times.length * 0.99)] ?? 0
console.log(
  `matcher: ${beers.length} beers of ${grown.breweries.length} breweries, ${times.length} labels with misread words, seed ${seed}\n` +
    `built in ${(built / 1000).toFixed(1)} s, heap ${Math.round(process.memoryUsage().heapUsed / 2 ** 20)} MB\n` +
    `p50 ${p50.toFixed(2)} ms (limit ${LIMIT_MS.p50}), p99 ${p99.toFixed(2)} ms (limit ${LIMIT_MS.p99}), the beer itself first ${((100 * first) / times.length).toFixed(1)} %`,
)
if (p50 > LIMIT_MS.p50 || p99 > LIMIT_MS.p99) process.exitCode = 1

/** Generates OCR output of a label: brewery, name, ABV and small print, with 3 % of the letters misread. */
function labelOf(beer: BeerRow): PrintedLine[] {
  const brewery = catalogue.brewery(beer.breweryId ?? 0)?.name ?? ''
  const print = random.pick(LABEL_TEXT)
  return [
    { text: misread(brewery, random), confidence: 0.95, prominence: 0.8 },
    { text: misread(beer.name, random), confidence: 0.95, prominence: 1 },
    ...print.map((text) => ({ text: misread(text, random), confidence: 0.9, prominence: 0.15 })),
    { text: randomWord(random), confidence: 0.7, prominence: 0.2 },
    { text: `${randomWord(random)} ${randomWord(random)}`, confidence: 0.6, prominence: 0.3 },
  ]
}
