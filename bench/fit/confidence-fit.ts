/**
 * Fits the probability that a match is right to its features: logistic regression by gradient descent, with a ridge penalty.
 * Weights of evidence for a match stay positive, those of evidence against it negative. Quality is cross-validated in eighths.
 */
import { type Calibration, FEATURES, type MatchFeatures, type Shape } from '#recognition'
import type { LabelledPhoto } from '../photos/photo-set.ts'
import type { Example } from './confidence-examples.ts'

const PARTS = 8
const STEPS = 4_000
const RATE = 0.5
const RIDGE = 0.002
const AGAINST: ReadonlySet<string> = new Set(['offTopic', 'conflictingToken', 'competingBrewery'])
const SHAPES: readonly Shape[] = ['single', 'group', 'menu']

export interface Part {
  /** Ids of the photos held out of this fit. */
  left: ReadonlySet<string>
  fitted: Calibration
}

/** Fits once for each part of the photos, on all others. Photos of one session are never on both sides. */
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

export function fitConfidence(all: readonly Example[]): Calibration {
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
  const [conflictingToken, competingBrewery] = [value('conflictingToken'), value('competingBrewery')]
  const [exactName, margin, offTopic] = [value('exactName'), value('margin'), value('offTopic')]
  return { score, coverage, brewery, conflictingToken, competingBrewery, exactName, margin, offTopic }
}

export function confidenceOf({ bias, weights }: Calibration, { shape, features }: Example): number {
  return 1 / (1 + Math.exp(-FEATURES.reduce((sum, name) => sum + weights[name] * features[name], bias[shape])))
}
