/** Fits the weights of row labels: maximum likelihood of the labels that the truth allows, with a ridge penalty, by Adam. */
import { PAIR_FEATURES, ROW_FEATURES } from '../../recognition/menu/row-features.ts'
import { marginals, ownScores, pairScores, ROW_LABELS, type RowModel } from '../../recognition/menu/row-labels.ts'
import type { RowExample } from './row-examples.ts'

const RIDGE = 0.004
const STEPS = 120
const RATE = 0.08
const L = ROW_LABELS.length
const [R, P] = [ROW_FEATURES.length, PAIR_FEATURES.length]

export function fitRows(examples: readonly RowExample[]): RowModel {
  const weights = new Float64Array(L * R + L * L * P)
  const [mean, square] = [new Float64Array(weights.length), new Float64Array(weights.length)]
  const total = examples.reduce((sum, { weight, page }) => sum + weight * page.rows.length, 0)
  for (let step = 1; step <= STEPS; step++) {
    const gradient = new Float64Array(weights.length)
    const model = modelFrom(weights)
    for (const example of examples) addGradient(gradient, example, model, example.weight / total)
    for (let at = 0; at < weights.length; at++) {
      const slope = (gradient[at] ?? 0) + RIDGE * (weights[at] ?? 0)
      mean[at] = 0.9 * (mean[at] ?? 0) + 0.1 * slope
      square[at] = 0.999 * (square[at] ?? 0) + 0.001 * slope * slope
      const [m, v] = [(mean[at] ?? 0) / (1 - 0.9 ** step), (square[at] ?? 0) / (1 - 0.999 ** step)]
      weights[at] = (weights[at] ?? 0) - (RATE * (1 - step / (STEPS + 1)) * m) / (Math.sqrt(v) + 1e-8)
    }
  }
  return modelFrom(weights)
}

function addGradient(gradient: Float64Array, { page, allowed }: RowExample, model: RowModel, share: number): void {
  const scores = ownScores(page, model)
  const between = pairScores(page, model)
  const free = marginals(scores, between)
  const right = marginals(scores, between, (row, label) => {
    const labels: readonly string[] | undefined = allowed[row]
    return labels === undefined || labels.includes(ROW_LABELS[label] ?? '')
  })
  if (!Number.isFinite(right.logSum)) return
  for (const row of page.rows.keys()) {
    for (let label = 0; label < L; label++) {
      const error = share * ((free.chances[row]?.[label] ?? 0) - (right.chances[row]?.[label] ?? 0))
      if (error === 0) continue
      for (const [at, value] of (page.own[row] ?? []).entries()) {
        if (value !== 0) gradient[label * R + at] = (gradient[label * R + at] ?? 0) + error * value
      }
    }
    for (let pair = 0; pair < L * L; pair++) {
      const error = share * ((free.pairs[row]?.[pair] ?? 0) - (right.pairs[row]?.[pair] ?? 0))
      if (error === 0) continue
      const start = L * R + pair * P
      for (const [at, value] of (page.pairs[row] ?? []).entries()) {
        if (value !== 0) gradient[start + at] = (gradient[start + at] ?? 0) + error * value
      }
    }
  }
}

function modelFrom(weights: Float64Array): RowModel {
  const slice = (from: number, count: number) => [...weights.subarray(from, from + count)]
  return {
    row: ROW_LABELS.map((_, label) => slice(label * R, R)),
    pair: ROW_LABELS.map((_, from) => ROW_LABELS.map((_, to) => slice(L * R + (from * L + to) * P, P))),
  }
}

export function namedWeights({ row, pair }: RowModel) {
  const named = (names: readonly string[], values: readonly number[]) =>
    Object.fromEntries(names.map((name, at) => [name, Number((values[at] ?? 0).toFixed(3))]))
  return {
    row: Object.fromEntries(ROW_LABELS.map((label, at) => [label, named(ROW_FEATURES, row[at] ?? [])])),
    pair: Object.fromEntries(
      ROW_LABELS.flatMap((from, before) =>
        ROW_LABELS.map((to, at) => [`${from}-${to}`, named(PAIR_FEATURES, pair[before]?.[at] ?? [])] as const),
      ),
    ),
  }
}
