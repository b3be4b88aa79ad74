/** Multinomial logistic regression: features in, a probability per class out. */

export interface SoftmaxModel {
  classes: readonly string[]
  /** In the order of the weights. */
  features: readonly string[]
  /** A feature counts as (value - mean) / deviation. */
  means: readonly number[]
  deviations: readonly number[]
  /** Per class: the weight of each feature, and last the constant. */
  weights: readonly (readonly number[])[]
}

/** Probabilities in the order of `model.classes`; they add up to 1. */
export function probabilities(model: SoftmaxModel, features: Readonly<Record<string, number>>): number[] {
  const values = model.features.map((name, index) => {
    const value = features[name]
    if (value === undefined) throw new Error(`The model needs the feature ${name}`)
    return (value - (model.means[index] ?? 0)) / (model.deviations[index] ?? 1)
  })
  const scores = model.weights.map((weights) =>
    values.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), weights[values.length] ?? 0),
  )
  const highest = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - highest))
  const sum = powers.reduce((all, power) => all + power, 0)
  return powers.map((power) => power / sum)
}
