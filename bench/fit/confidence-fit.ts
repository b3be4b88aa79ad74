/**
 * Fits the probability that a match is right to its features: logistic regression by gradient descent, with a ridge penalty.
 * Weights of evidence for a match stay positive, those of evidence against it negative. Quality is measured by 8-fold cross-validation.
 */
import { type Calibration, FEATURES, type MatchFeatures, type Shape } from '#recognition'
import { foldsOf, type Sourced, sourcesOf } from '../photos/sources.ts'
import type { Example } from './confidence-examples.ts'

const FOLDS = 8
const STEPS = 4_000
const LEARNING_RATE = 0.5
const RIDGE = 0.002
const AGAINST: ReadonlySet<string> = new Set(['offTopic', 'conflictingToken', 'competingBrewery'])
const SHAPES: readonly Shape[] = ['single', 'group', 'menu']

export interface Fold {
  /** Ids of the photos held out of this fit. */
  heldOut: ReadonlySet<string>
  fitted: Calibration
}

/** Fits once per fold, on all photos of the others. All photos of one source are in the same fold. */
export function crossFit(all: readonly Example[], photos: readonly Sourced[]): Fold[] {
  const sources = sourcesOf(photos)
  const foldOf = foldsOf([...sources.values()], FOLDS)
  return [...new Set(foldOf.values())].map((fold) => {
    const heldOut = new Set([...sources].flatMap(([id, source]) => (foldOf.get(source) === fold ? id : [])))
    return { heldOut, fitted: fitConfidence(all.filter(({ photo }) => !heldOut.has(photo))) }
  })
}

export function fitConfidence(all: readonly Example[]): Calibration {
  const stds = stdsOf(all)
  const bias = { single: 0, group: 0, menu: 0 }
  const weights = featuresWith(() => 0)
  const total = all.reduce((sum, { weight }) => sum + weight, 0)
  for (let step = 0; step < STEPS; step++) {
    const biasGradient = { single: 0, group: 0, menu: 0 }
    const gradient = featuresWith(() => 0)
    for (const { shape, features, isRight, weight } of all) {
      const sum = FEATURES.reduce((z, name) => z + (weights[name] * features[name]) / stds[name], bias[shape])
      const error = (1 / (1 + Math.exp(-sum)) - Number(isRight)) * weight
      biasGradient[shape] += error
      for (const name of FEATURES) gradient[name] += (error * features[name]) / stds[name]
    }
    for (const shape of SHAPES) bias[shape] -= (LEARNING_RATE * biasGradient[shape]) / total
    for (const name of FEATURES) {
      const next = weights[name] - LEARNING_RATE * (gradient[name] / total + RIDGE * weights[name])
      weights[name] = AGAINST.has(name) ? Math.min(0, next) : Math.max(0, next)
    }
  }
  return { bias, weights: featuresWith((name) => weights[name] / stds[name]) }
}

function stdsOf(all: readonly Example[]): MatchFeatures {
  return featuresWith((name) => {
    const values = all.map(({ features }) => features[name])
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) || 1
  })
}

function featuresWith(value: (name: (typeof FEATURES)[number]) => number): MatchFeatures {
  const [score, coverage, brewery] = [value('score'), value('coverage'), value('brewery')]
  const [conflictingToken, competingBrewery] = [value('conflictingToken'), value('competingBrewery')]
  const [exactName, margin, offTopic] = [value('exactName'), value('margin'), value('offTopic')]
  return { score, coverage, brewery, conflictingToken, competingBrewery, exactName, margin, offTopic }
}

export function confidenceOf({ bias, weights }: Calibration, { shape, features }: Example): number {
  return 1 / (1 + Math.exp(-FEATURES.reduce((sum, name) => sum + weights[name] * features[name], bias[shape])))
}
