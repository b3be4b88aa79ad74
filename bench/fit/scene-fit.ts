/**
 * Multinomial logistic regression on the features of frames, by gradient descent with momentum. Quality is measured by 10-fold
 * cross-validation.
 */
import { BACKBONE_FEATURES, LAYOUT_FEATURES } from '../../vision/engines/embedded/scene-features.ts'
import type { SoftmaxModel } from '../../vision/engines/embedded/softmax-model.ts'
import { SCENE_CLASSES } from '../photos/score.ts'
import { foldsOf } from '../photos/sources.ts'
import type { SceneExample } from './scene-examples.ts'

const FOLDS = 10
const STEPS = 600
const LEARNING_RATE = 0.5
const MOMENTUM = 0.9
/** L2 penalty. */
const DECAY = 0.004
const FEATURES = [...LAYOUT_FEATURES, ...BACKBONE_FEATURES]

/** Returns the examples to score, each with a model that saw neither its photo nor another of the same source. */
export function crossValidated(all: readonly SceneExample[]): { example: SceneExample; model: SoftmaxModel }[] {
  const folds = foldsOf(
    all.flatMap(({ source }) => source ?? []),
    FOLDS,
  )
  const foldOf = ({ source }: SceneExample) => (source === null ? null : folds.get(source))
  return Array.from({ length: FOLDS }, (_, fold) => {
    const heldOut = all.filter((example) => example.isPlain && foldOf(example) === fold)
    if (heldOut.length === 0) return []
    const model = fitScene(all.filter((example) => foldOf(example) !== fold))
    return heldOut.map((example) => ({ example, model }))
  }).flat()
}

export function fitScene(all: readonly SceneExample[]): SoftmaxModel {
  const { means, stds } = normalisationOf(all)
  const weightOfClass = new Map(
    SCENE_CLASSES.map((name) => [name, 1 / Math.sqrt(all.filter((example) => example.class === name).length)]),
  )
  const rows = all.map(({ features, class: scene }) => ({
    // The last input is the bias.
    inputs: Float64Array.from([...standardised(features, means, stds), 1]),
    truth: SCENE_CLASSES.indexOf(scene),
    weight: weightOfClass.get(scene) ?? 0,
  }))
  const total = rows.reduce((sum, { weight }) => sum + weight, 0)
  const zeros = () => SCENE_CLASSES.map(() => new Float64Array(FEATURES.length + 1))
  const weights = zeros()
  const velocities = zeros()
  for (let step = 0; step < STEPS; step++) {
    const gradient = zeros()
    for (const { inputs, truth, weight } of rows) {
      const logits = weights.map((line) => dot(line, inputs))
      const highest = Math.max(...logits)
      const sum = logits.reduce((all, logit) => all + Math.exp(logit - highest), 0)
      gradient.forEach((line, kind) => {
        const probability = Math.exp((logits[kind] ?? 0) - highest) / sum
        addTo(line, inputs, ((probability - (kind === truth ? 1 : 0)) * weight) / total)
      })
    }
    weights.forEach((line, kind) => {
      const [slope, velocity] = [gradient[kind], velocities[kind]]
      if (!slope || !velocity) return
      for (let index = 0; index < line.length; index++) {
        const decay = index < FEATURES.length ? DECAY * (line[index] ?? 0) : 0
        velocity[index] = MOMENTUM * (velocity[index] ?? 0) - LEARNING_RATE * ((slope[index] ?? 0) + decay)
        line[index] = (line[index] ?? 0) + (velocity[index] ?? 0)
      }
    })
  }
  return {
    classes: SCENE_CLASSES,
    features: FEATURES,
    means,
    stds,
    weights: weights.map((line) => [...line]),
  }
}

/** Multiplies each standard std by √(features of its kind), so that both kinds of features have the same weight. */
function normalisationOf(all: readonly SceneExample[]): { means: number[]; stds: number[] } {
  const moments = [LAYOUT_FEATURES, BACKBONE_FEATURES].flatMap((kind) =>
    kind.map((name) => {
      const values = all.map(({ features }) => features[name] ?? 0)
      const mean = meanOf(values)
      const std = Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)))
      return { mean, std: Math.max(1e-6, std) * Math.sqrt(kind.length) }
    }),
  )
  return { means: moments.map(({ mean }) => mean), stds: moments.map(({ std }) => std) }
}

function standardised(features: SceneExample['features'], means: readonly number[], stds: readonly number[]) {
  return FEATURES.map((name, index) => ((features[name] ?? 0) - (means[index] ?? 0)) / (stds[index] ?? 1))
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let index = 0; index < a.length; index++) sum += (a[index] ?? 0) * (b[index] ?? 0)
  return sum
}

function addTo(line: Float64Array, inputs: Float64Array, factor: number): void {
  for (let index = 0; index < line.length; index++) line[index] = (line[index] ?? 0) + factor * (inputs[index] ?? 0)
}
