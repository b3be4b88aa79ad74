/**
 * Measures a matching query among 100,000 beers: the shipped ones and generated siblings. Prints p50 and p99; fails above its
 * limits. Usage: tsx bench/catalogue/matcher-speed.ts [seed]
 */
import { type BeerRow, type BreweryRow, openCatalogue, type PrintedLine } from '#catalogue'
import { loadShipped } from '#catalogue/shipped'

const BEERS = 100_000
const QUERIES = 2_000
const LIMIT_MS = { p50: 3, p99: 15 }

const SYLLABLES = [
  'ba',
  'kel',
  'mor',
  'ti',
  'van',
  'ro',
  'sch',
  'lu',
  'der',
  'fen',
  'gra',
  'ho',
  'nik',
  'wal',
  'pe',
  'stra',
  'zu',
  'bri',
  'ten',
  'ok',
]
const VARIANTS = [
  'Tripel',
  'Blonde',
  'IPA',
  'Stout',
  'Dunkel',
  'Pale Ale',
  'Reserve',
  'Export',
  'Winter',
  'Pils',
  '8',
  '10',
  'Imperial',
  'Light',
]
const LABEL_TEXT = [
  [
    'brewed and bottled by',
    'ingredients: water, barley malt, hops, yeast',
    '33 cl',
    'alc. 5,2 % vol',
    'best before end see cap',
  ],
  ['GOVERNMENT WARNING: according to the surgeon general', 'brewed with the finest hops', '12 FL OZ', 'craft beer'],
  [
    'Zutaten: Wasser, Gerstenmalz, Hopfen',
    'gebraut nach dem Reinheitsgebot',
    '0,5 l',
    'seit 1862',
    'mindestens haltbar bis',
  ],
]
const CONFUSABLES: Record<string, string> = { o: '0', l: '1', s: '5', e: 'c', n: 'm', i: 'l', a: 'o', t: 'f' }

const seed = Number(process.argv[2] ?? Date.now() % 1_000_000)
const random = randomFrom(seed)
const shipped = loadShipped()
const ids = new Map(shipped.breweries.map(({ key }, index) => [key, index + 1]))
const breweries: BreweryRow[] = shipped.breweries.map(({ name, aliases, country }, index) => ({
  id: index + 1,
  name,
  aliases,
  country,
}))
const beers: BeerRow[] = shipped.beers.map(({ breweryKey, key: _, description: __, ...beer }, index) => ({
  ...beer,
  id: index + 1,
  breweryId: ids.get(breweryKey) ?? null,
}))
const known = beers.length
while (breweries.length < BEERS / 15)
  breweries.push({
    id: breweries.length + 1,
    name: `${randomWord()} ${pick(['Brewing', 'Brauerei', 'Brouwerij', 'Brewery'])}`,
    aliases: [],
    country: null,
  })
while (beers.length < BEERS) {
  const model = beers[Math.floor(random() * known)]
  if (!model) throw new Error('The shipped catalogue is empty')
  const word = model.name.split(' ').at(-1) ?? ''
  const name = pick([
    `${randomWord()} ${word}`,
    `${model.name} ${pick(VARIANTS)}`,
    `${randomWord()} ${pick(VARIANTS)}`,
    `${word} ${randomWord()}`,
  ])
  beers.push({
    ...model,
    id: beers.length + 1,
    breweryId: 1 + Math.floor(random() * breweries.length),
    name,
    aliases: [],
    popularity: 0,
  })
}

const started = performance.now()
const catalogue = openCatalogue({ version: 1, breweries, beers }, shipped)
const built = performance.now() - started

const times: number[] = []
let first = 0
for (let query = 0; query < QUERIES; query++) {
  const beer = beers[Math.floor(random() * known)]
  if (!beer) continue
  const words = labelOf(beer)
  const from = performance.now()
  const candidates = catalogue.match(words, 5, { abv: beer.abv })
  times.push(performance.now() - from)
  if (candidates[0]?.beerId === beer.id) first++
}
times.sort((a, b) => a - b)
const p50 = times[Math.floor(times.length * 0.5)] ?? 0
const p99 = times[Math.floor(times.length * 0.99)] ?? 0
console.log(
  `matcher: ${beers.length} beers of ${breweries.length} breweries, ${times.length} labels with misread words, seed ${seed}\n` +
    `built in ${(built / 1000).toFixed(1)} s, heap ${Math.round(process.memoryUsage().heapUsed / 2 ** 20)} MB\n` +
    `p50 ${p50.toFixed(2)} ms (limit ${LIMIT_MS.p50}), p99 ${p99.toFixed(2)} ms (limit ${LIMIT_MS.p99}), the beer itself first ${((100 * first) / times.length).toFixed(1)} %`,
)
if (p50 > LIMIT_MS.p50 || p99 > LIMIT_MS.p99) process.exitCode = 1

/** Generates OCR output of a label: brewery, name, ABV and small print, with about one in eight character pairs misread. */
function labelOf(beer: BeerRow): PrintedLine[] {
  const brewery = catalogue.brewery(beer.breweryId ?? 0)?.name ?? ''
  const print = pick(LABEL_TEXT)
  return [
    { text: misread(brewery), confidence: 0.95, prominence: 0.8 },
    { text: misread(beer.name), confidence: 0.95, prominence: 1 },
    ...print.map((text) => ({ text: misread(text), confidence: 0.9, prominence: 0.15 })),
    { text: randomWord(), confidence: 0.7, prominence: 0.2 },
    { text: `${randomWord()} ${randomWord()}`, confidence: 0.6, prominence: 0.3 },
  ]
}

function misread(text: string): string {
  return text.replace(/\p{L}/gu, (letter) => (random() < 0.03 ? (CONFUSABLES[letter.toLowerCase()] ?? letter) : letter))
}

function randomWord(): string {
  const word = Array.from({ length: 2 + Math.floor(random() * 3) }, () => pick(SYLLABLES)).join('')
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function pick<T>(from: readonly T[]): T {
  const picked = from[Math.floor(random() * from.length)]
  if (picked === undefined) throw new Error('nothing to pick from')
  return picked
}

function randomFrom(start: number): () => number {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
