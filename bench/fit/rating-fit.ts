/**
 * Fits the coefficients of expected ratings: a linear mixed model by empirical Bayes. Styles are drawn around their family and
 * families around the mean of all, so that a style with few beers is shrunk towards its family (Gelman & Hill 2007, chapter 12). A random
 * intercept per brewery keeps breweries with many beers from deciding the other coefficients; it is not part of the model.
 */
import { type RatingModel, relativeStrength } from '#catalogue/ratings'
import { inverse } from './matrix.ts'
import type { RatedBeer } from './rated-beers.ts'

const ITERATIONS = 25
/** A style with fewer rated beers takes the coefficient of its family. */
const STYLE_BEERS_MIN = 5
/** Prior variance of the fixed effects: none to speak of. */
const FLAT = 1e6
const FIXED = { mean: 0, strength: 1, judged: 2, breweryStanding: 3, beerStanding: 4 } as const
const FIXED_COUNT = Object.keys(FIXED).length

/** The nonzero cells of a row of the design matrix. */
type Cells = readonly (readonly [column: number, value: number])[]

interface Fitted {
  coefficients: Float64Array
  covariance: Float64Array[]
}

/** Variances: of families, of styles within them, of breweries, of beers. */
interface Variances {
  family: number
  style: number
  brewery: number
  beer: number
}

export type Coefficients = Omit<RatingModel, 'residual'>

export function fitCoefficients(beers: readonly RatedBeer[]): Coefficients {
  const families = [...new Set(beers.map(({ family }) => family))].sort()
  const styles = commonStyles(beers)
  const columnOf = new Map(
    [...families.map((name) => `family ${name}`), ...styles.map(({ style }) => style)].map((name, index) => [
      name,
      FIXED_COUNT + index,
    ]),
  )
  const rows = beers.map((beer) => cellsOf(beer, columnOf))
  const breweries = groupsOf(beers)
  const groups = { families: families.length, styles: styles.length }
  let variances: Variances = { family: 9, style: 9, brewery: 9, beer: 9 }
  let fitted = solve(rows, beers, breweries, variances, groups)
  for (let step = 0; step < ITERATIONS; step++) {
    variances = maximise(rows, beers, breweries, variances, fitted, groups)
    fitted = solve(rows, beers, breweries, variances, groups)
  }
  return describe(fitted, { families, styles, columnOf, variances })
}

/** Expected rating of a brewery that was not judged, plus what its judgement adds. */
function cellsOf(beer: RatedBeer, columnOf: ReadonlyMap<string, number>): Cells {
  const cells: [number, number][] = [
    [FIXED.mean, 1],
    [FIXED.strength, relativeStrength(beer)],
  ]
  if (beer.breweryStanding !== null) cells.push([FIXED.judged, 1], [FIXED.breweryStanding, beer.breweryStanding])
  if (beer.beerStanding !== null) cells.push([FIXED.beerStanding, beer.beerStanding])
  for (const name of [`family ${beer.family}`, beer.style]) {
    const column = columnOf.get(name)
    if (column !== undefined) cells.push([column, 1])
  }
  return cells
}

function commonStyles(beers: readonly RatedBeer[]) {
  const counts = new Map<string, { style: string; family: string; count: number }>()
  for (const { style, family } of beers) {
    const entry = counts.get(style) ?? { style, family, count: 0 }
    entry.count += 1
    counts.set(style, entry)
  }
  return [...counts.values()]
    .filter(({ count }) => count >= STYLE_BEERS_MIN)
    .sort((a, b) => (a.style < b.style ? -1 : 1))
}

function groupsOf(beers: readonly RatedBeer[]): number[][] {
  const groups = new Map<string, number[]>()
  for (const [index, { brewery }] of beers.entries()) {
    const group = groups.get(brewery)
    if (group) group.push(index)
    else groups.set(brewery, [index])
  }
  return [...groups.values()]
}

/** Solves the normal equations with the brewery intercepts integrated out. */
function solve(
  rows: readonly Cells[],
  beers: readonly RatedBeer[],
  breweries: readonly number[][],
  variances: Variances,
  { families, styles }: { families: number; styles: number },
): Fitted {
  const size = FIXED_COUNT + families + styles
  const matrix = Array.from({ length: size }, () => new Float64Array(size))
  const right = new Float64Array(size)
  const add = (cells: Cells, target: number, weight: number) => {
    for (const [i, a] of cells) {
      right[i] = (right[i] ?? 0) + weight * a * target
      const row = matrix[i]
      if (row) for (const [j, b] of cells) row[j] = (row[j] ?? 0) + weight * a * b
    }
  }
  for (const members of breweries) {
    for (const index of members) add(rows[index] ?? [], beers[index]?.rating ?? 0, 1 / variances.beer)
    const total = members.reduce((sum, index) => sum + (beers[index]?.rating ?? 0), 0)
    add(sumOf(rows, members), total, -shrinkage(variances, members.length) / variances.beer)
  }
  for (let column = 0; column < size; column++) {
    const row = matrix[column]
    const variance = column < FIXED_COUNT ? FLAT : column < FIXED_COUNT + families ? variances.family : variances.style
    if (row) row[column] = (row[column] ?? 0) + 1 / variance
  }
  const covariance = inverse(matrix)
  const coefficients = Float64Array.from(covariance, (row) =>
    row.reduce((sum, value, column) => sum + value * (right[column] ?? 0), 0),
  )
  return { coefficients, covariance }
}

/** Posterior share of a brewery's summed residual in its intercept. */
function shrinkage({ brewery, beer }: Variances, count: number): number {
  return brewery / (beer + count * brewery)
}

function sumOf(rows: readonly Cells[], members: readonly number[]): Cells {
  const sums = new Map<number, number>()
  for (const index of members)
    for (const [column, value] of rows[index] ?? []) sums.set(column, (sums.get(column) ?? 0) + value)
  return [...sums]
}

/** One step of expectation maximisation: the expected squares of the effects under their posterior. */
function maximise(
  rows: readonly Cells[],
  beers: readonly RatedBeer[],
  breweries: readonly number[][],
  variances: Variances,
  { coefficients, covariance }: Fitted,
  { families, styles }: { families: number; styles: number },
): Variances {
  const meanSquare = (from: number, count: number) => {
    let sum = 0
    for (let column = from; column < from + count; column++)
      sum += (coefficients[column] ?? 0) ** 2 + (covariance[column]?.[column] ?? 0)
    return Math.max(0.01, sum / Math.max(1, count))
  }
  let [ofBreweries, ofBeers] = [0, 0]
  for (const members of breweries) {
    const residuals = members.map((index) => (beers[index]?.rating ?? 0) - dot(rows[index] ?? [], coefficients))
    const share = shrinkage(variances, members.length)
    const intercept = share * residuals.reduce((sum, each) => sum + each, 0)
    const conditional = share * variances.beer
    ofBreweries += intercept ** 2 + conditional + share ** 2 * quadratic(sumOf(rows, members), covariance)
    for (const [position, index] of members.entries())
      ofBeers +=
        ((residuals[position] ?? 0) - intercept) ** 2 +
        conditional +
        (1 - share) ** 2 * quadratic(rows[index] ?? [], covariance)
  }
  return {
    family: meanSquare(FIXED_COUNT, families),
    style: meanSquare(FIXED_COUNT + families, styles),
    brewery: ofBreweries / breweries.length,
    beer: ofBeers / beers.length,
  }
}

function dot(cells: Cells, vector: Float64Array): number {
  return cells.reduce((sum, [column, value]) => sum + value * (vector[column] ?? 0), 0)
}

/** x'Cx. */
function quadratic(cells: Cells, covariance: readonly Float64Array[]): number {
  return cells.reduce((sum, [column, value]) => sum + value * dot(cells, covariance[column] ?? new Float64Array()), 0)
}

interface Description {
  families: readonly string[]
  styles: readonly { style: string; family: string }[]
  columnOf: ReadonlyMap<string, number>
  variances: Variances
}

function describe({ coefficients, covariance }: Fitted, { families, styles, columnOf, variances }: Description) {
  const estimate = (columns: readonly (number | undefined)[], variance = 0) => {
    const cells = columns.flatMap((column) => (column === undefined ? [] : [[column, 1] as const]))
    return rounded(dot(cells, coefficients), Math.sqrt(quadratic(cells, covariance) + variance))
  }
  const ofFamily = (family: string) => columnOf.get(`family ${family}`)
  return {
    styles: Object.fromEntries(
      styles.map(({ style, family }) => [style, estimate([FIXED.mean, ofFamily(family), columnOf.get(style)])]),
    ),
    families: Object.fromEntries(
      families.map((family) => [family, estimate([FIXED.mean, ofFamily(family)], variances.style)]),
    ),
    anyStyle: estimate([FIXED.mean], variances.family + variances.style),
    strength: estimate([FIXED.strength]),
    judged: estimate([FIXED.judged]),
    breweryStanding: estimate([FIXED.breweryStanding]),
    beerStanding: estimate([FIXED.beerStanding]),
  }
}

function rounded(mean: number, std: number) {
  return { mean: Number(mean.toFixed(2)), std: Number(std.toFixed(2)) }
}
