/**
 * The probability of each explanation of a label: a beer of the catalogue, another beer of the brewery, or neither. A conditional
 * logit (McFadden 1974), that is a softmax over linear scores:
 *
 *     score(e) = Σ weight[f] · feature[f](e)        P(e) = exp(score(e)) / Σ exp(score)
 *
 * `bench/fit/fit-posterior.ts` fits the weights to labelled photos and writes `posterior.json`.
 */
import type { BeerFeatures, EditionFeatures, LabelShape, PrintedLabel, UnlistedFeatures } from '../catalogue.ts'
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

/** The score of an explanation. Natural logarithm, up to a constant of the shape. */
export function explanationScore(explanation: Explanation, shape: LabelShape, posterior: Posterior): number {
  if (explanation.kind === 'beer') return posterior.beer[shape].bias + dot(posterior.beer[shape], explanation.features)
  if (explanation.kind === 'anotherEdition') return dot(posterior.anotherEdition[shape], explanation.features)
  return dot(posterior.unlisted[shape], explanation.features)
}

export type Explanation =
  | { kind: 'beer'; features: BeerFeatures }
  | { kind: 'anotherEdition'; features: EditionFeatures }
  | { kind: 'unlisted'; features: UnlistedFeatures }

type Measured<K extends Explanation['kind']> = Extract<Explanation, { kind: K }>

/** Evidence for the rivals of the catalogue's beers. */
export interface MeasuredRivals {
  unlisted: Measured<'unlisted'>
  /** Null when no brewery was found. */
  anotherEdition: (Measured<'anotherEdition'> & { breweryId: number | null }) | null
}

/** What a label shows of the two explanations that are no listed beer. */
export function measureRivals(
  evidence: Evidence,
  breweries: ReadonlyMap<IndexedBrewery, BreweryEvidence>,
  { shape, offTopic }: PrintedLabel,
): MeasuredRivals {
  const known = evidence.distinctive.filter(({ terms }) => terms.length > 0).length
  const best = bestFound(breweries)
  return {
    unlisted: { kind: 'unlisted', features: { offTopic, knownTokens: Math.sqrt(known) } },
    anotherEdition: best && {
      kind: 'anotherEdition',
      breweryId: best.brewery.id,
      features: editionFeatures(best, evidence, shape),
    },
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

/** Only features count: the constant of the weights has none. */
function dot<F extends object>(weights: F, features: F): number {
  let sum = 0
  for (const name in features) sum += Number(weights[name]) * Number(features[name])
  return sum
}
