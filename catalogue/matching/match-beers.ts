/** Ranks beers by the evidence for and against them: retrieves candidates, measures their names, then the best on the whole label. */
import type { Candidate, Ranking } from '../catalogue.ts'
import { keepLongestNames } from './exact-name.ts'
import type { ImpliedTokens } from './implied-tokens.ts'
import { measureLabel } from './label-features.ts'
import type { MatchIndex } from './match-index.ts'
import type { MatchInput, MeasuredBeer } from './measured-beer.ts'
import { measureNames } from './name-features.ts'
import { explanationScore, measureRivals, type Posterior, softmax } from './posterior.ts'
import { retrieveCandidates } from './retrieve.ts'
import { RETRIEVAL } from './weights.ts'

interface ScoredBeer extends MeasuredBeer {
  score: number
}

/**
 * Returns at most `limit` beers, best first, with their probabilities. That of a name of which no distinctive word was read is 0:
 * alone it is no answer. The features that need the whole label are measured for the first `RETRIEVAL.rerankLimit` beers only,
 * because they cost more than the name does.
 */
export function matchBeers(
  input: MatchInput,
  limit: number,
  index: MatchIndex,
  impliedBy: ImpliedTokens,
  posterior: Posterior,
): Ranking {
  const { evidence, breweries, label } = input
  const scored: ScoredBeer[] = []
  for (const beer of retrieveCandidates(input, index)) {
    const best = bestName(measureNames(beer, input, index), label.shape, posterior)
    if (best) scored.push(best)
  }
  const ranked = scored.sort(byScore).slice(0, Math.max(limit, RETRIEVAL.rerankLimit))
  for (const candidate of ranked) measureLabel(candidate, input, impliedBy(candidate.beer), index)
  keepLongestNames(ranked)
  for (const candidate of ranked)
    candidate.score = candidate.nonDistinctive
      ? Number.NEGATIVE_INFINITY
      : explanationScore({ kind: 'beer', features: candidate.features }, label.shape, posterior)
  ranked.sort(byScore)
  const { unlisted, anotherEdition } = measureRivals(evidence, breweries, label)
  const rivals = anotherEdition ? [unlisted, anotherEdition] : [unlisted]
  const [ofUnlisted = 0, ...others] = softmax([
    ...rivals.map((rival) => explanationScore(rival, label.shape, posterior)),
    ...ranked.map(({ score }) => score),
  ])
  const ofEdition = anotherEdition ? (others.shift() ?? 0) : 0
  const explained = ranked.map((candidate, place) => ({ candidate, probability: others[place] ?? 0 }))
  const beers = explained.filter(({ candidate }) => candidate.beer.otherDrink === null)
  const drinks = explained.filter(({ candidate }) => candidate.beer.otherDrink !== null)
  const offTopic = { offTopic: label.offTopic, knownTokens: 0 }
  const forOther = Math.exp(explanationScore({ kind: 'unlisted', features: offTopic }, label.shape, posterior))
  const none = shared(ofUnlisted, sum(drinks), forOther)
  const drink = drinks[0]?.candidate.beer.otherDrink
  return {
    candidates: beers.slice(0, limit).map(({ candidate, probability }) => toCandidate(candidate, probability)),
    rivals: {
      unlisted: { features: unlisted.features, probability: none.unlisted },
      anotherEdition: anotherEdition && {
        breweryId: anotherEdition.breweryId,
        features: anotherEdition.features,
        probability: ofEdition,
      },
      otherDrink: drink ? { ...drink, probability: none.drinks } : null,
    },
  }
}

/**
 * Divides the probability that the label is of no beer of the catalogue again: words for other drinks, which speak for an unlisted label
 * against a beer, do not do so against another drink.
 */
function shared(unlisted: number, drinks: number, forOther: number): { unlisted: number; drinks: number } {
  const none = unlisted + drinks
  if (none === 0 || drinks === 0) return { unlisted, drinks }
  const share = (drinks * forOther) / (drinks * forOther + unlisted)
  return { unlisted: none * (1 - share), drinks: none * share }
}

const sum = (explained: readonly { probability: number }[]) =>
  explained.reduce((total, { probability }) => total + probability, 0)

function bestName(names: readonly MeasuredBeer[], shape: MatchInput['label']['shape'], posterior: Posterior) {
  let best: ScoredBeer | undefined
  for (const name of names) {
    const score = explanationScore({ kind: 'beer', features: name.features }, shape, posterior)
    if (!best || score > best.score) best = Object.assign(name, { score })
  }
  return best
}

function byScore(a: ScoredBeer, b: ScoredBeer): number {
  return b.score - a.score || b.beer.row.popularity - a.beer.row.popularity || a.beer.row.id - b.beer.row.id
}

function toCandidate({ beer, score, features, coverage, lines }: ScoredBeer, probability: number): Candidate {
  return { beerId: beer.row.id, probability, score, features, coverage, lines: [...lines].sort((a, b) => a - b) }
}
