/**
 * Measures expected ratings against mean ratings elsewhere, cross-validated by brewery, and prints which share of the shipped
 * beers has which kind of rating. Fails below its targets. `npm run bench -- ratings [file]`; without a file the one that
 * RATINGS_FILE names.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { RANGE_STDS } from '#catalogue/ratings'
import { loadShipped, type Shipped } from '#catalogue/shipped'
import { byBrewery, crossValidate, type Prediction, residualOf } from '../fit/cross-validate.ts'
import { readRatedBeers } from '../fit/rated-beers.ts'
import { isMet, type Target } from '../photos/target.ts'
import { targetTable } from '../photos/target-table.ts'
import { bootstrap } from '../statistics/statistics.ts'

/** Ratings that differ by less have no right order. */
const PAIR_POINTS_MIN = 4

const shipped = loadShipped()
reportOrigins(shipped)
const file =
  process.argv[2] ??
  process.env.RATINGS_FILE ??
  fileURLToPath(new URL('../../../shared/data/second-source/ratings.csv', import.meta.url))
if (existsSync(file)) reportAccuracy()
else console.log('no file of mean ratings: accuracy is not measured')

function reportOrigins({ beers, breweries }: Shipped): void {
  const judged = new Set(breweries.filter(({ standing }) => standing !== null).map(({ key }) => key))
  const ofBrewery = beers.filter(({ breweryKey }) => judged.has(breweryKey)).length
  const ofBeer = beers.filter(({ standing }) => standing !== null).length
  const expected = beers.filter(({ breweryKey, standing }) => judged.has(breweryKey) || standing !== null).length
  const share = (count: number) => `${count} (${((100 * count) / beers.length).toFixed(1)} %)`
  console.log(
    `${beers.length} shipped beers: ${share(expected)} with an expected rating, ${share(beers.length - expected)} with the band of their style\n` +
      `  standing of the brewery ${share(ofBrewery)}, of the beer ${share(ofBeer)}; ${judged.size} of ${breweries.length} breweries judged`,
  )
}

function reportAccuracy(): void {
  const predictions = crossValidate(readRatedBeers(file, shipped))
  const ofCatalogue = predictions.filter(({ beer }) => beer.key !== null)
  const isJudged = ({ expected }: Prediction) => expected.origin === 'expected'
  const targets = [
    ...accuracy('', ofCatalogue, { explained: 0.72, error: 3, order: 0.92, orderInStyle: 0.7 }),
    ...accuracy(', standing known', ofCatalogue.filter(isJudged)),
    ...accuracy(
      ', style only',
      ofCatalogue.filter((each) => !isJudged(each)),
    ),
    coverage(ofCatalogue, predictions),
  ]
  console.log(`\ncross-validated by brewery, ${predictions.length} rated beers, ${ofCatalogue.length} in the catalogue`)
  console.log(targetTable(targets))
  if (targets.some((target) => isMet(target) === false)) process.exitCode = 1
}

interface Bounds {
  explained: number
  error: number
  order: number
  orderInStyle: number
}

/** Intervals come from resampling breweries, because the ratings of one brewery are correlated. */
function accuracy(of: string, predictions: readonly Prediction[], bounds?: Bounds): Target[] {
  const breweries = byBrewery(predictions)
  const measure = (
    what: string,
    statistic: (some: readonly Prediction[]) => number | null,
    unit: Target['unit'],
    bound?: Target['bound'],
  ): Target => ({
    what: what + of,
    value: statistic(predictions),
    n: `${predictions.length} beers`,
    interval: bootstrap(breweries, (drawn) => statistic(drawn.flat())),
    unit,
    ...(bound && { bound }),
  })
  const order = (what: string, inStyle: boolean, bound?: Target['bound']): Target => {
    const pairs = pairsOf(breweries, inStyle)
    const value = shareOfPairs(pairs)
    const indices = breweries.map((_, index) => index)
    return {
      what: what + of,
      value: value(indices),
      n: `${pairs.right.length} pairs`,
      interval: bootstrap(indices, value),
      unit: 'share',
      ...(bound && { bound }),
    }
  }
  return [
    measure('variance explained (R²)', explained, 'error', bounds && { atLeast: bounds.explained }),
    measure('mean error, points', meanError, 'error', bounds && { atMost: bounds.error }),
    order('pairs in order', false, bounds && { atLeast: bounds.order }),
    order('pairs of one style in order', true, bounds && { atLeast: bounds.orderInStyle }),
  ]
}

function explained(predictions: readonly Prediction[]): number | null {
  const mean = meanOf(predictions.map(({ beer }) => beer.rating))
  const total = meanOf(predictions.map(({ beer }) => (beer.rating - mean) ** 2))
  const left = meanOf(predictions.map(({ beer, expected }) => (beer.rating - expected.mean) ** 2))
  return total > 0 ? 1 - left / total : null
}

function meanError(predictions: readonly Prediction[]): number | null {
  return predictions.length === 0
    ? null
    : meanOf(predictions.map(({ beer, expected }) => Math.abs(beer.rating - expected.mean)))
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Pairs of beers whose ratings differ, by the indices of their breweries. */
interface Pairs {
  first: Int32Array
  second: Int32Array
  right: Uint8Array
}

function pairsOf(breweries: readonly (readonly Prediction[])[], inStyle: boolean): Pairs {
  const all = breweries.flatMap((predictions, brewery) => predictions.map((each) => ({ ...each, brewery })))
  const [first, second, right]: number[][] = [[], [], []]
  for (const [index, a] of all.entries())
    for (const b of all.slice(index + 1)) {
      const difference = a.beer.rating - b.beer.rating
      if (Math.abs(difference) < PAIR_POINTS_MIN || (inStyle && a.beer.style !== b.beer.style)) continue
      first?.push(a.brewery)
      second?.push(b.brewery)
      right?.push(difference * (a.expected.mean - b.expected.mean) > 0 ? 1 : 0)
    }
  return {
    first: Int32Array.from(first ?? []),
    second: Int32Array.from(second ?? []),
    right: Uint8Array.from(right ?? []),
  }
}

/** A brewery that is drawn twice counts twice in each of its pairs. */
function shareOfPairs({ first, second, right }: Pairs) {
  return (drawn: readonly number[]): number | null => {
    const times = new Int32Array(Math.max(...drawn) + 1)
    for (const brewery of drawn) times[brewery] = (times[brewery] ?? 0) + 1
    let [inOrder, all] = [0, 0]
    for (let pair = 0; pair < right.length; pair++) {
      const weight = (times[first[pair] ?? 0] ?? 0) * (times[second[pair] ?? 0] ?? 0)
      all += weight
      inOrder += weight * (right[pair] ?? 0)
    }
    return all === 0 ? null : inOrder / all
  }
}

/** Share of ratings within the range that the app shows, which is meant to hold 80 %. */
function coverage(ofCatalogue: readonly Prediction[], all: readonly Prediction[]): Target {
  const residual = residualOf(all)
  const isInside = ({ beer, expected }: Prediction) => {
    const std = Math.hypot(expected.std, expected.origin === 'expected' ? residual.known : residual.style)
    return Math.abs(beer.rating - expected.mean) <= RANGE_STDS * std
  }
  const breweries = byBrewery(ofCatalogue)
  const share = (some: readonly Prediction[]) => some.filter(isInside).length / some.length
  return {
    what: 'ratings within their range (meant: 80 %)',
    value: share(ofCatalogue),
    n: `${ofCatalogue.length} beers`,
    interval: bootstrap(breweries, (drawn) => share(drawn.flat())),
    unit: 'share',
  }
}
