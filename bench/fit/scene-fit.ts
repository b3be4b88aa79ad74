/**
 * Multinomial logistic regression on the features of frames, by gradient descent with momentum. Quality is cross-validated in
 * tenths.
 */
import { BACKBONE_FEATURES, LAYOUT_FEATURES } from '../../vision/engines/embedded/scene-features.ts'
import type { SoftmaxModel } from '../../vision/engines/embedded/softmax-model.ts'
import { SCENE_CLASSES } from '../photos/score.ts'
import type { SceneExample } from './scene-examples.ts'

const PARTS = 10
const STEPS = 600
const RATE = 0.5
const MOMENTUM = 0.9
/** L2 penalty. */
const DECAY = 0.004
const FEATURES = [...LAYOUT_FEATURES, ...BACKBONE_FEATURES]

/** Returns the examples to score, each with a model that saw neither its photo nor another of the same session. */
export function crossValidated(all: readonly SceneExample[]): { example: SceneExample; model: SoftmaxModel }[] {
  const sessions = [...new Set(all.flatMap(({ session }) => session ?? []))]
  const partOf = ({ session }: SceneExample) => (session === null ? null : sessions.indexOf(session) % PARTS)
  return Array.from({ length: PARTS }, (_, part) => {
    const judged = all.filter((example) => example.isPlain && partOf(example) === part)
    if (judged.length === 0) return []
    const model = fitScene(all.filter((example) => partOf(example) !== part))
    return judged.map((example) => ({ example, model }))
  }).flat()
}

export function fitScene(all: readonly SceneExample[]): SoftmaxModel {
  const { means, deviations } = spreadOf(all)
  const weightOfClass = new Map(
    SCENE_CLASSES.map((name) => [name, 1 / Math.sqrt(all.filter((example) => example.class === name).length)]),
  )
  const rows = all.map(({ features, class: scene }) => ({
    // The last input is the bias.
    inputs: Float64Array.from([...standardised(features, means, deviations), 1]),
    truth: SCENE_CLASSES.indexOf(scene),
    weight: weightOfClass.get(scene) ?? 0,
  }))
  const total = rows.reduce((sum, { weight }) => sum + weight, 0)
  const lines = () => SCENE_CLASSES.map(() => new Float64Array(FEATURES.length + 1))
  const weights = lines()
  const momentum = lines()
  for (let step = 0; step < STEPS; step++) {
    const gradient = lines()
    for (const { inputs, truth, weight } of rows) {
      const powers = weights.map((line) => dot(line, inputs))
      const highest = Math.max(...powers)
      const sum = powers.reduce((all, power) => all + Math.exp(power - highest), 0)
      gradient.forEach((line, kind) => {
        const chance = Math.exp((powers[kind] ?? 0) - highest) / sum
        addTo(line, inputs, ((chance - (kind === truth ? 1 : 0)) * weight) / total)
      })
    }
    weights.forEach((line, kind) => {
      const [slope, speed] = [gradient[kind], momentum[kind]]
      if (!slope || !speed) return
      for (let index = 0; index < line.length; index++) {
        const pull = index < FEATURES.length ? DECAY * (line[index] ?? 0) : 0
        speed[index] = MOMENTUM * (speed[index] ?? 0) - RATE * ((slope[index] ?? 0) + pull)
        line[index] = (line[index] ?? 0) + (speed[index] ?? 0)
      }
    })
  }
  return {
    classes: SCENE_CLASSES,
    features: FEATURES,
    means,
    stds: deviations,
    weights: weights.map((line) => [...line]),
  }
}

/** Multiplies each standard deviation by √(features of its kind), so that both kinds of features have the same weight. */
function spreadOf(all: readonly SceneExample[]): { means: number[]; deviations: number[] } {
  const spreads = [LAYOUT_FEATURES, BACKBONE_FEATURES].flatMap((kind) =>
    kind.map((name) => {
      const values = all.map(({ features }) => features[name] ?? 0)
      const mean = meanOf(values)
      const deviation = Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)))
      return { mean, deviation: Math.max(1e-6, deviation) * Math.sqrt(kind.length) }
    }),
  )
  return { means: spreads.map(({ mean }) => mean), deviations: spreads.map(({ deviation }) => deviation) }
}

function standardised(features: SceneExample['features'], means: readonly number[], deviations: readonly number[]) {
  return FEATURES.map((name, index) => ((features[name] ?? 0) - (means[index] ?? 0)) / (deviations[index] ?? 1))
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
