/**
 * The probability of each explanation of a label: a beer of the catalogue, another beer of the brewery, or neither. A conditional
 * logit (McFadden 1974), that is a softmax over linear scores:
 *
 *     score(e) = Σ weight[f] · feature[f](e)        P(e) = exp(score(e)) / Σ exp(score)
 *
 * `bench/fit/fit-posterior.ts` fits the weights to labelled photos and writes `posterior.json`.
 */
import type { BeerFeatures, EditionFeatures, LabelShape, PrintedLabel, Rivals, UnlistedFeatures } from '../catalogue.ts'
import type { BreweryEvidence } from './breweries.ts'
import type { Evidence } from './evidence.ts'
import type { IndexedBrewery } from './match-index.ts'
import shipped from './posterior.json' with { type: 'json' }

/** The fitted weights, in natural logarithms per unit of the feature. */
export interface Posterior {
  beer: Record<LabelShape, BeerFeatures & { bias: number }>
  anotherEdition: Record<LabelShape, EditionFeatures>
  unlisted: Record<LabelShape, UnlistedFeatures>
}

export const SHIPPED_POSTERIOR: Posterior = shipped

export function scoreOf(features: BeerFeatures, shape: LabelShape, { beer }: Posterior): number {
  const { bias, ...weights } = beer[shape]
  return bias + dot(weights, features)
}

/** The score of any explanation. Natural logarithm, up to a constant of the shape. */
export function explanationScore(explanation: Explanation, shape: LabelShape, posterior: Posterior): number {
  if (explanation.kind === 'beer') return scoreOf(explanation.features, shape, posterior)
  if (explanation.kind === 'anotherEdition') return dot(posterior.anotherEdition[shape], explanation.features)
  return dot(posterior.unlisted[shape], explanation.features)
}

export type Explanation =
  | { kind: 'beer'; features: BeerFeatures }
  | { kind: 'anotherEdition'; features: EditionFeatures }
  | { kind: 'unlisted'; features: UnlistedFeatures }

/** The rivals with their scores in place of probabilities. */
export function scoredRivals(
  evidence: Evidence,
  breweries: ReadonlyMap<IndexedBrewery, BreweryEvidence>,
  { shape, offTopic }: PrintedLabel,
  posterior: Posterior,
): Rivals {
  const known = evidence.distinctive.filter(({ terms }) => terms.length > 0).length
  const unlisted = { offTopic, knownTokens: Math.sqrt(known) }
  const best = bestFound(breweries)
  const edition = best && editionFeatures(best, evidence, shape)
  return {
    anotherEdition: edition && {
      breweryId: best.brewery.id,
      probability: dot(posterior.anotherEdition[shape], edition),
      features: edition,
    },
    unlisted: { probability: dot(posterior.unlisted[shape], unlisted), features: unlisted },
  }
}

function editionFeatures(best: BreweryEvidence, { distinctive }: Evidence, shape: LabelShape): EditionFeatures {
  const others = distinctive.filter(({ terms }) => !terms.some((term) => best.brewery.terms.has(term)))
  return {
    bias: 1,
    brewery: best.weight * best.confidence,
    conflictingToken: shape === 'menu' ? 0 : Math.max(0, ...others.map(({ certainty }) => certainty)),
    beers: Math.log1p(best.brewery.beers.size),
  }
}

function bestFound(breweries: ReadonlyMap<IndexedBrewery, BreweryEvidence>): BreweryEvidence | null {
  let best: BreweryEvidence | null = null
  for (const one of breweries.values())
    if (one.found && (!best || one.weight * one.confidence > best.weight * best.confidence)) best = one
  return best
}

/** Turns scores into probabilities that sum to 1. Subtracting the highest score first keeps the exponentials finite. */
export function softmax(scores: readonly number[]): number[] {
  const highest = Math.max(...scores)
  const exponentials = scores.map((score) => Math.exp(score - highest))
  const sum = exponentials.reduce((total, value) => total + value, 0)
  return exponentials.map((value) => value / sum)
}

function dot<T extends object>(weights: T, features: T): number {
  let sum = 0
  for (const name in weights) sum += Number(weights[name]) * Number(features[name])
  return sum
}
