/**
 * The share of matches that are right, told from the features of a match: logistic regression by gradient descent. Weights
 * of evidence stay positive, those of what speaks against a match negative. What is fitted is judged on photographs left out of the fit, an eighth at a time.
 */
import { FEATURES, type FittedConfidence, type MatchFeatures, type Shape } from '#recognition'
import type { Example } from './confidence-examples.ts'
import type { LabelledPhoto } from './photo-set.ts'

const PARTS = 8
const STEPS = 4_000
const RATE = 0.5
const RIDGE = 0.002
const AGAINST: ReadonlySet<string> = new Set(['other', 'stranger', 'rival'])
const SHAPES: readonly Shape[] = ['single', 'group', 'menu']

export interface Part {
  /** Ids of the photographs that the fit has not seen. */
  left: ReadonlySet<string>
  fitted: FittedConfidence
}

/** One fit for each part of the photographs, made on all others. Those of one session are never on both sides. */
export function crossFit(
  all: readonly Example[],
  photos: readonly Pick<LabelledPhoto, 'id' | 'scene_group'>[],
): Part[] {
  const sessionOf = ({ id, scene_group }: (typeof photos)[number]) => scene_group ?? id
  const sessions = [...new Set(photos.map(sessionOf))]
  return Array.from({ length: PARTS }, (_, part) => {
    const left = new Set(
      photos.filter((photo) => sessions.indexOf(sessionOf(photo)) % PARTS === part).map(({ id }) => id),
    )
    return { left, fitted: fitConfidence(all.filter(({ photo }) => !left.has(photo))) }
  })
}

export function fitConfidence(all: readonly Example[]): FittedConfidence {
  const spread = spreadOf(all)
  const bias = { single: 0, group: 0, menu: 0 }
  const weights = featuresWith(() => 0)
  const total = all.reduce((sum, { weight }) => sum + weight, 0)
  for (let step = 0; step < STEPS; step++) {
    const biasSlope = { single: 0, group: 0, menu: 0 }
    const slope = featuresWith(() => 0)
    for (const { shape, features, isRight, weight } of all) {
      const sum = FEATURES.reduce((z, name) => z + (weights[name] * features[name]) / spread[name], bias[shape])
      const error = (1 / (1 + Math.exp(-sum)) - Number(isRight)) * weight
      biasSlope[shape] += error
      for (const name of FEATURES) slope[name] += (error * features[name]) / spread[name]
    }
    for (const shape of SHAPES) bias[shape] -= (RATE * biasSlope[shape]) / total
    for (const name of FEATURES) {
      const next = weights[name] - RATE * (slope[name] / total + RIDGE * weights[name])
      weights[name] = AGAINST.has(name) ? Math.min(0, next) : Math.max(0, next)
    }
  }
  return { bias, weights: featuresWith((name) => weights[name] / spread[name]) }
}

function spreadOf(all: readonly Example[]): MatchFeatures {
  return featuresWith((name) => {
    const values = all.map(({ features }) => features[name])
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) || 1
  })
}

function featuresWith(value: (name: (typeof FEATURES)[number]) => number): MatchFeatures {
  const [score, coverage, brewery] = [value('score'), value('coverage'), value('brewery')]
  const [stranger, rival, whole] = [value('stranger'), value('rival'), value('whole')]
  const [margin, other] = [value('margin'), value('other')]
  return { score, coverage, brewery, stranger, rival, whole, margin, other }
}

export function confidenceOf({ bias, weights }: FittedConfidence, { shape, features }: Example): number {
  return 1 / (1 + Math.exp(-FEATURES.reduce((sum, name) => sum + weights[name] * features[name], bias[shape])))
}
