/**
 * Multinomial logistic (softmax) regression: p(class k | x) = exp(s_k) / Σ_j exp(s_j), where s_k = w_k · z + c_k and
 * z = (x - mean) / std.
 */

export interface SoftmaxModel {
  classes: readonly string[]
  /** In the order of the weights. */
  features: readonly string[]
  means: readonly number[]
  stds: readonly number[]
  /** Per class: the weight of each feature, then the constant. */
  weights: readonly (readonly number[])[]
}

/**
 * Probabilities in the order of `model.classes`; they add up to 1.
 * @throws Error when a feature of the model is missing.
 */
export function probabilities(model: SoftmaxModel, features: Readonly<Record<string, number>>): number[] {
  const values = model.features.map((name, index) => {
    const value = features[name]
    if (value === undefined) throw new Error(`The model needs the feature ${name}`)
    return (value - (model.means[index] ?? 0)) / (model.stds[index] ?? 1)
  })
  const scores = model.weights.map((weights) =>
    values.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), weights[values.length] ?? 0),
  )
  // Subtracting the highest score avoids overflow and cancels out.
  const highest = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - highest))
  const sum = powers.reduce((all, power) => all + power, 0)
  return powers.map((power) => power / sum)
}
