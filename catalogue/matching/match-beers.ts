/** Ranks beers by the evidence for and against them: retrieves candidates, scores their names, reranks the best. */
import type { Candidate } from '../catalogue.ts'
import type { MatchIndex } from './match-index.ts'
import { retrieveCandidates } from './retrieve.ts'
import { bestVariant, type ImpliedTokens, type MatchInput, rerank, type ScoredBeer } from './score.ts'
import { RETRIEVAL } from './weights.ts'

/**
 * Returns at most `limit` beers with a positive score, best first. The features that need the whole label are computed for
 * the first `RETRIEVAL.rerankLimit` beers only, because they cost more than the name does.
 */
export function matchBeers(input: MatchInput, limit: number, index: MatchIndex, impliedBy: ImpliedTokens): Candidate[] {
  const scored: ScoredBeer[] = []
  for (const beer of retrieveCandidates(input, index)) {
    const best = bestVariant(beer, input, index)
    if (best) scored.push(best)
  }
  const reranked = scored.sort(byScore).slice(0, Math.max(limit, RETRIEVAL.rerankLimit))
  for (const candidate of reranked) rerank(candidate, input, impliedBy(candidate.beer), index)
  return reranked
    .sort(byScore)
    .filter(({ score }) => score > 0)
    .slice(0, limit)
    .map(toCandidate)
}

function byScore(a: ScoredBeer, b: ScoredBeer): number {
  return b.score - a.score || b.beer.row.popularity - a.beer.row.popularity || a.beer.row.id - b.beer.row.id
}

function toCandidate({ beer, variant, missing, lines, ...features }: ScoredBeer): Candidate {
  return { ...features, beerId: beer.row.id, lines: [...lines].sort((a, b) => a - b) }
}
