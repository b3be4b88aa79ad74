/**
 * Checks what the catalogue promises: size, ABV against other data sets, duplicates, search, similar beers, the share of labelled
 * and of recent beers that it contains, and the time of a cold start; prints its counts. Fails below its limits. `npm run bench -- catalogue [--seed n] [--misses]`;
 * with `--docs` it only writes the counts to `docs/catalogue.md`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { loadShipped, type Shipped } from '#catalogue/shipped'
import { shippedRows } from '../photos/known-beers.ts'
import { openPhotoSet, type TrueBeer } from '../photos/photo-set.ts'
import { wilson } from '../statistics/statistics.ts'
import { type AbvPair, AGREE_WITHIN, compareAbv, SECOND_SOURCE } from './abv.ts'
import { coldStarts } from './cold-start.ts'
import { countCatalogue, countsPage, countsText } from './counts.ts'
import { measurePairs, mergedShipped, type PairScores, readMagellanPairs, readOwnPairs } from './duplicates.ts'
import { findRecent } from './recent.ts'
import { measureSearch } from './search.ts'
import { KINDS } from './search-queries.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const DATA = join(ROOT, '../shared/data')
const PHOTOS = join(ROOT, '../shared/photos')
const MIN = {
  beers: 3_500,
  breweries: 800,
  countries: 70,
  lexicon: 1_500,
  styles: 180,
  described: 1_000,
  filled: { style: 1, country: 1, ABV: 0.9, city: 0.85, founded: 0.5 },
  agreement: { secondSource: 0.93, unpopular: 0.88, others: 0.9 },
  f1: 0.85,
  firstThree: 0.95,
  recent: 0.9,
}
/** ABV is compared with data sets from this year on; recipes have changed since older ones. */
const NEW_SINCE = 2014
/** Figures of unchecked beers below this popularity are hidden. */
const UNPOPULAR = 10
const SEARCH_MS = { p50: 10, p99: 30 }
const COLD_START_SECONDS_MAX = 6

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    misses: { type: 'boolean', default: false },
    docs: { type: 'boolean', default: false },
  },
})
const failures: string[] = []
const shipped = loadShipped()

if (values.docs) {
  writeFileSync(join(ROOT, 'docs/catalogue.md'), countsPage(countCatalogue(shipped)))
  process.exit()
}
reportShipped(shipped)
await reportAbv(shipped)
reportDuplicates(shipped)
await reportSearch(shipped)
reportSimilar()
reportPhotos()
reportRecent(shipped)
await reportColdStart()
if (failures.length > 0) {
  console.log(`\nbelow the limit: ${failures.join('; ')}`)
  process.exitCode = 1
}

function reportShipped({ beers, breweries, styles, lexicon }: Shipped): void {
  const countries = new Set(breweries.map(({ country }) => country))
  const breweryNames = lexicon.breweries.length + breweries.length
  const filled = {
    style: share(beers, ({ style }) => style !== ''),
    country: share(breweries, ({ country }) => country !== ''),
    ABV: share(beers, ({ abv }) => abv !== null),
    city: share(breweries, ({ city }) => city !== null),
    founded: share(breweries, ({ founded }) => founded !== null),
  }
  const described = beers.filter(({ description }) => description !== null).length
  console.log(
    `shipped: ${beers.length} beers of ${breweries.length} breweries in ${countries.size} countries; ` +
      `${breweryNames} brewery names in all; ${styles.length} styles\n` +
      `  filled: ${Object.entries(filled)
        .map(([name, part]) => `${name} ${percent(part)}`)
        .join(', ')}\n` +
      `  described: ${described} beers\n${countsText(countCatalogue({ beers, breweries, styles }))}`,
  )
  atLeast('described beers', described, MIN.described)
  atLeast('beers', beers.length, MIN.beers)
  atLeast('breweries', breweries.length, MIN.breweries)
  atLeast('countries', countries.size, MIN.countries)
  atLeast('brewery names', breweryNames, MIN.lexicon)
  atLeast('styles', styles.length, MIN.styles)
  for (const [name, min] of Object.entries(MIN.filled))
    atLeast(`${name} filled`, filled[name as keyof typeof filled], min)
}

async function reportAbv(of: Shipped): Promise<void> {
  const pairs = await compareAbv(of, DATA)
  if (pairs.length === 0) return
  const line = (title: string, some: readonly AbvPair[], min?: number) => {
    const agreeing = { right: some.filter(({ agrees }) => agrees).length, of: some.length }
    const interval = wilson(agreeing)
    if (!interval) return
    console.log(
      `  ${title}: ${percent(agreeing.right / agreeing.of)} of ${agreeing.of} (${percent(interval.low)} - ${percent(interval.high)})`,
    )
    if (min !== undefined) atLeast(`ABVs, ${title}`, agreeing.right / agreeing.of, min)
  }
  const own = pairs.filter(({ set }) => set === SECOND_SOURCE)
  const others = pairs.filter(({ set }) => set !== SECOND_SOURCE)
  const breweries = new Set(own.map(({ beer }) => beer.breweryKey))
  const isUnpopular = ({ beer }: AbvPair) => beer.popularity < UNPOPULAR
  const recent = others.filter(({ year }) => year >= NEW_SINCE)
  console.log(`ABVs that agree within ${AGREE_WITHIN} % with other data sets (95 % interval)`)
  line('with the second source, by which they were corrected', own, MIN.agreement.secondSource)
  line(`with it, of popularity under ${UNPOPULAR}`, own.filter(isUnpopular), MIN.agreement.unpopular)
  line(`with the others of ${NEW_SINCE} and later`, recent, MIN.agreement.others)
  line(`with these, of popularity under ${UNPOPULAR}`, recent.filter(isUnpopular))
  line(
    'with these, of breweries without a beer in the second source',
    recent.filter(({ beer }) => !breweries.has(beer.breweryKey)),
  )
  line(
    'with these, unchecked',
    recent.filter(({ beer }) => beer.checked === null),
  )
  line('with all others', others)
  for (const set of new Set(others.map((pair) => pair.set)))
    line(
      `with ${set}`,
      others.filter((pair) => pair.set === set),
    )
  if (values.misses) for (const { agrees, text } of pairs) if (!agrees) console.log(`  ${text}`)
}

function reportDuplicates(of: Shipped): void {
  const line = (title: string, { pairs, same, right, wrong, missed, f1 }: PairScores) =>
    console.log(
      `${title}: F1 ${f1.toFixed(3)} on ${pairs} pairs, ${same} labelled the same: ${right} merged, ${missed} missed, ` +
        `${wrong} wrongly merged`,
    )
  const own = measurePairs(of, readOwnPairs())
  line('duplicates, own pairs', own)
  atLeast('F1 of own pairs', own.f1, MIN.f1)
  const errors = [...own.errors]
  const magellan = join(DATA, 'magellan-beer-pairs/train.txt')
  if (existsSync(magellan)) {
    const labelled = measurePairs(of, readMagellanPairs(magellan))
    line('duplicates, pairs of two rating sites (about 15 % of the labels are wrong, all count)', labelled)
    atLeast('F1 of the labelled pairs', labelled.f1, MIN.f1)
    errors.push(...labelled.errors)
  }
  const { suspected, different } = mergedShipped(of)
  console.log(
    `duplicates among the shipped beers, expected none: ${suspected.length} suspected, and ${different} pairs known to be two beers`,
  )
  if (suspected.length > 0) failures.push(`${suspected.length} shipped beers would be merged into others`)
  if (values.misses) for (const each of [...errors, ...suspected]) console.log(`  ${each}`)
}

async function reportSearch(of: Shipped): Promise<void> {
  const results = await measureSearch(of, DATA, Number(values.seed))
  const { beers, imported, right, ms, cpuMs, httpMs, index } = results
  console.log(
    `search among ${beers} beers (${of.beers.length} shipped, ${imported} imported, the rest generated), seed ${results.seed}: ` +
      `right beer in the first 3 for ${percent(results.share)} of 1,000 queries\n` +
      `  ${KINDS.map((kind) => `${kind} ${right[kind].found}/${right[kind].of}`).join(', ')}\n` +
      `  through the store p50 ${ms.p50.toFixed(1)} ms, p99 ${ms.p99.toFixed(1)} ms (CPU p50 ${cpuMs.p50.toFixed(1)} ms, p99 ${cpuMs.p99.toFixed(1)} ms); over HTTP p50 ${httpMs.p50.toFixed(1)} ms, ` +
      `p99 ${httpMs.p99.toFixed(1)} ms; index built in ${index.seconds.toFixed(1)} s, ${index.megabytes.toFixed(0)} MB`,
  )
  atLeast('right beer in the first 3', results.share, MIN.firstThree)
  if (ms.p50 > SEARCH_MS.p50) failures.push(`search p50 ${ms.p50.toFixed(1)} ms over ${SEARCH_MS.p50}`)
  if (ms.p99 > SEARCH_MS.p99) failures.push(`search p99 ${ms.p99.toFixed(1)} ms over ${SEARCH_MS.p99}`)
  if (values.misses) for (const each of results.misses) console.log(`  ${each}`)
}

function reportSimilar(): void {
  const tsx = join(ROOT, 'node_modules/tsx/dist/cli.mjs')
  const { status } = spawnSync(process.execPath, [tsx, 'bench/catalogue/similar.ts'], { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) failures.push('similar beers')
}

function reportPhotos(): void {
  if (!existsSync(join(PHOTOS, 'photos.json'))) return
  const { knows } = shippedRows()
  const labelled = openPhotoSet(PHOTOS).photos.flatMap((photo): [TrueBeer, readonly string[]][] => {
    if (photo.class === 'negative') return []
    if (photo.class === 'menu')
      return photo.truth.items.filter((item) => item.is_beer).map((item) => [item, item.accept_also])
    return photo.truth.beers.map((beer) => [beer, beer.accept_also])
  })
  const known = share(labelled, ([beer, also]) => knows(beer, also))
  console.log(`of ${labelled.length} beers on the labelled photos, the catalogue contains ${percent(known)}`)
}

function reportRecent(of: Shipped): void {
  const { found, missing } = findRecent(of)
  const all = found + missing.length
  const interval = wilson({ right: found, of: all })
  console.log(
    `of ${all} beers that people drank from 2020 to 2025, the catalogue contains ${percent(found / all)}` +
      (interval ? ` (${percent(interval.low)} - ${percent(interval.high)})` : ''),
  )
  atLeast('beers drunk from 2020 to 2025', found / all, MIN.recent)
  if (values.misses) for (const each of missing) console.log(`  ${each}`)
}

async function reportColdStart(): Promise<void> {
  const starts = await coldStarts()
  const seconds = (of: 'listening' | 'ready') => starts.map((start) => start[of].toFixed(1)).join(', ')
  console.log(
    `cold start, ${starts.length} times with an empty data folder: listening after ${seconds('listening')} s, ready to read photos ` +
      `after ${seconds('ready')} s (load average ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores)`,
  )
  const fastest = starts[0]?.ready ?? Number.POSITIVE_INFINITY
  if (fastest > COLD_START_SECONDS_MAX)
    failures.push(`cold start ${fastest.toFixed(1)} s over ${COLD_START_SECONDS_MAX}`)
}

function share<T>(rows: readonly T[], is: (row: T) => boolean): number {
  return rows.length === 0 ? 0 : rows.filter(is).length / rows.length
}

function percent(part: number): string {
  return `${(100 * part).toFixed(1)} %`
}

function atLeast(what: string, value: number, min: number): void {
  if (value < min) failures.push(`${what} ${value < 1 ? percent(value) : value} of ${min < 1 ? percent(min) : min}`)
}
