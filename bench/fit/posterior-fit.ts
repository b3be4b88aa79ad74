/**
 * Fits the weights of the posterior: maximises the likelihood of the right explanations (conditional logit) by Adam (Kingma, Ba
 * 2015), with a ridge penalty. The weights of a feature are shared by the three shapes except where `BY_SHAPE` lets them differ,
 * and there a stronger penalty keeps them close. Evidence for a beer never counts against it, and vice versa.
 */
import {
  type BeerFeatures,
  type Explanation,
  explanationScore,
  type LabelShape,
  type Posterior,
  softmax,
} from '#catalogue'
import type { LabelExample } from './label-examples.ts'

const STEPS = 160
const LEARNING_RATE = 0.08
const RIDGE = { shared: 0.001, byShape: 0.003 }
/** Fixed: that a label and a beer disagree about alcohol is a fact, of which photos show too few examples. */
const ALCOHOL_WEIGHT = -12

const SHAPES: readonly LabelShape[] = ['single', 'group', 'menu']
/** The sign of each weight: what a feature speaks for. */
const SIGNS: Readonly<Record<keyof BeerFeatures, 1 | -1>> = {
  popularity: 1,
  coveredWeight: 1,
  ownMissing: -1,
  noOwn: -1,
  brandMissing: -1,
  brandAlone: -1,
  brewery: 1,
  breweryFound: 1,
  missingNumber: -1,
  missingVariant: -1,
  otherVariant: -1,
  unexpected: -1,
  alcohol: -1,
  abvEqual: 1,
  abvDifferent: -1,
  style: 1,
  exactName: 1,
  unexplained: -1,
  conflictingToken: -1,
  competingBrewery: -1,
}
const BEER = Object.keys(SIGNS) as (keyof BeerFeatures)[]
const BY_SHAPE = [
  'coveredWeight',
  'brandMissing',
  'exactName',
  'unexplained',
  'competingBrewery',
] as const satisfies (keyof BeerFeatures)[]
const EDITION = ['bias', 'brewery', 'conflictingToken', 'beers'] as const
const UNLISTED = ['offTopic', 'knownTokens'] as const

/** One weight of the fit for each name. A shape's bias is shared by its beers and by another edition. */
const PARAMETERS = [
  ...BEER,
  ...SHAPES.map((shape) => `bias@${shape}`),
  ...BY_SHAPE.flatMap((name) => SHAPES.map((shape) => `${name}@${shape}`)),
  ...EDITION.map((name) => `edition.${name}`),
  ...UNLISTED.map((name) => `unlisted.${name}`),
  // A label has many words, a row few.
  ...SHAPES.map((shape) => `unlisted.knownTokens@${shape}`),
]
const PLACE = new Map(PARAMETERS.map((name, place) => [name, place]))
const placeOf = (name: string) => PLACE.get(name) ?? fail(name)

export function fitPosterior(examples: readonly LabelExample[]): Posterior {
  const data = designOf(examples)
  const scales = scalesOf(data)
  const weights = new Float64Array(PARAMETERS.length)
  const [mean, square] = [new Float64Array(PARAMETERS.length), new Float64Array(PARAMETERS.length)]
  for (let step = 1; step <= STEPS; step++) {
    const gradient = gradientOf(data, weights, scales)
    const rate = LEARNING_RATE * (1 - (0.9 * step) / STEPS)
    for (const [place, name] of PARAMETERS.entries()) {
      const ridge = name.includes('@') && !name.startsWith('bias') ? RIDGE.byShape : RIDGE.shared
      const slope = (gradient[place] ?? 0) + ridge * (weights[place] ?? 0)
      mean[place] = 0.9 * (mean[place] ?? 0) + 0.1 * slope
      square[place] = 0.999 * (square[place] ?? 0) + 0.001 * slope * slope
      const [m, v] = [(mean[place] ?? 0) / (1 - 0.9 ** step), (square[place] ?? 0) / (1 - 0.999 ** step)]
      weights[place] = (weights[place] ?? 0) - (rate * m) / (Math.sqrt(v) + 1e-8)
    }
    constrain(weights, scales)
  }
  return asPosterior(weights.map((weight, place) => weight / (scales[place] ?? 1)))
}

/** Σ weight · -ln P(right explanations), and the weights. */
export function logLoss(examples: readonly LabelExample[], posterior: Posterior): { total: number; weight: number } {
  let [total, sum] = [0, 0]
  for (const { explanations, shape, weight } of examples) {
    const scores = explanations.map((explanation) => explanationScore(explanation, shape, posterior))
    const chance = softmax(scores).reduce((all, value, index) => all + (explanations[index]?.isRight ? value : 0), 0)
    total -= weight * Math.log(Math.max(chance, 1e-9))
    sum += weight
  }
  return { total, weight: sum }
}

/** Rows of features, one for each explanation; the explanations of an example follow one another. */
interface Design {
  rows: Float32Array
  isRight: readonly boolean[]
  /** First row of each example, and one past the last. */
  starts: readonly number[]
  weights: readonly number[]
}

function designOf(examples: readonly LabelExample[]): Design {
  const count = examples.reduce((sum, { explanations }) => sum + explanations.length, 0)
  const rows = new Float32Array(count * PARAMETERS.length)
  const [isRight, starts]: [boolean[], number[]] = [[], []]
  for (const { explanations, shape } of examples) {
    starts.push(isRight.length)
    for (const explanation of explanations) {
      fillRow(rows.subarray(isRight.length * PARAMETERS.length), explanation, shape)
      isRight.push(explanation.isRight)
    }
  }
  return { rows, isRight, starts: [...starts, isRight.length], weights: examples.map(({ weight }) => weight) }
}

function fillRow(row: Float32Array, explanation: Explanation, shape: LabelShape): void {
  if (explanation.kind === 'unlisted') {
    for (const name of UNLISTED) row[placeOf(`unlisted.${name}`)] = explanation.features[name]
    row[placeOf(`unlisted.knownTokens@${shape}`)] = explanation.features.knownTokens
    return
  }
  row[placeOf(`bias@${shape}`)] = 1
  if (explanation.kind === 'anotherEdition') {
    for (const name of EDITION) row[placeOf(`edition.${name}`)] = explanation.features[name]
    return
  }
  for (const name of BEER) row[placeOf(name)] = explanation.features[name]
  for (const name of BY_SHAPE) row[placeOf(`${name}@${shape}`)] = explanation.features[name]
}

/** The root mean square of each column, so that the penalty treats all features alike. */
function scalesOf({ rows, isRight }: Design): Float64Array {
  const sums = new Float64Array(PARAMETERS.length)
  for (let at = 0; at < rows.length; at++) {
    const place = at % PARAMETERS.length
    sums[place] = (sums[place] ?? 0) + (rows[at] ?? 0) ** 2
  }
  return sums.map((sum) => Math.sqrt(sum / isRight.length) || 1)
}

/** The gradient of the mean negative log-likelihood, for features divided by their scales. */
function gradientOf({ rows, isRight, starts, weights: shares }: Design, weights: Float64Array, scales: Float64Array) {
  const width = PARAMETERS.length
  const scaled = weights.map((weight, place) => weight / (scales[place] ?? 1))
  const gradient = new Float64Array(width)
  const total = shares.reduce((sum, share) => sum + share, 0)
  for (const [example, share] of shares.entries()) {
    const [from, to] = [starts[example] ?? 0, starts[example + 1] ?? 0]
    const scores: number[] = []
    for (let row = from; row < to; row++) {
      let score = 0
      for (let place = 0; place < width; place++) score += (rows[row * width + place] ?? 0) * (scaled[place] ?? 0)
      scores.push(score)
    }
    const chances = softmax(scores)
    const right = chances.reduce((sum, chance, index) => sum + (isRight[from + index] ? chance : 0), 0)
    for (const [index, chance] of chances.entries()) {
      const error = chance - (isRight[from + index] ? chance / Math.max(right, 1e-12) : 0)
      const at = (from + index) * width
      for (let place = 0; place < width; place++)
        gradient[place] = (gradient[place] ?? 0) + (share * error * (rows[at + place] ?? 0)) / total
    }
  }
  return gradient.map((value, place) => value / (scales[place] ?? 1))
}

/** Keeps the sign of each weight, also of a shape's own. */
function constrain(weights: Float64Array, scales: Float64Array): void {
  const get = (name: string) => (weights[placeOf(name)] ?? 0) / (scales[placeOf(name)] ?? 1)
  const set = (name: string, value: number) => {
    weights[placeOf(name)] = value * (scales[placeOf(name)] ?? 1)
  }
  for (const name of BEER) if (get(name) * SIGNS[name] < 0) set(name, 0)
  set('alcohol', ALCOHOL_WEIGHT)
  for (const name of BY_SHAPE)
    for (const shape of SHAPES)
      if ((get(name) + get(`${name}@${shape}`)) * SIGNS[name] < 0) set(`${name}@${shape}`, -get(name))
}

function asPosterior(weights: Float64Array): Posterior {
  const of = (name: string) => weights[PLACE.get(name) ?? -1] ?? 0
  const rounded = (value: number) => Number(value.toFixed(3))
  const beer = (shape: LabelShape) => ({
    bias: rounded(of(`bias@${shape}`)),
    ...(Object.fromEntries(BEER.map((name) => [name, rounded(of(name) + of(`${name}@${shape}`))])) as Record<
      keyof BeerFeatures,
      number
    >),
  })
  const edition = (shape: LabelShape) => ({
    bias: rounded(of('edition.bias') + of(`bias@${shape}`)),
    brewery: rounded(of('edition.brewery')),
    conflictingToken: rounded(of('edition.conflictingToken')),
    beers: rounded(of('edition.beers')),
  })
  const unlisted = (shape: LabelShape) => ({
    offTopic: rounded(of('unlisted.offTopic')),
    knownTokens: rounded(of('unlisted.knownTokens') + of(`unlisted.knownTokens@${shape}`)),
  })
  return {
    beer: { single: beer('single'), group: beer('group'), menu: beer('menu') },
    anotherEdition: { single: edition('single'), group: edition('group'), menu: edition('menu') },
    unlisted: { single: unlisted('single'), group: unlisted('group'), menu: unlisted('menu') },
  }
}

function fail(name: string): never {
  throw new Error(`${name} is no parameter of the fit`)
}
