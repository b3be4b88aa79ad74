/** Retrieves candidate beers from the posting lists of the matched terms and from the matched breweries. */

import type { IndexedBeer, MatchIndex } from './match-index.ts'
import type { MatchInput } from './measured-beer.ts'
import { RETRIEVAL } from './weights.ts'

/**
 * Returns the beers with the highest sum of matched token weights and brewery weights, at most `RETRIEVAL.scoredLimit`.
 * Rare terms come first and add beers; once `RETRIEVAL.candidateLimit` is reached, terms only raise the sums of beers already
 * added. The cost therefore depends on the posting lists of the rare terms, not on the size of the catalogue.
 */
export function retrieveCandidates({ evidence, breweries }: MatchInput, index: MatchIndex): Set<IndexedBeer> {
  const sums = new Map<IndexedBeer, number>()
  const add = (beer: IndexedBeer, weight: number) => sums.set(beer, (sums.get(beer) ?? 0) + weight)
  for (const { brewery, weight, confidence } of breweries.values())
    for (const beer of brewery.beers) add(beer, weight * confidence)
  const terms = [...evidence.terms].map(([term, { weight }]) => ({ term, weight: weight * index.tokenWeight(term) }))
  terms.sort((a, b) => b.weight - a.weight)
  for (const { term, weight } of terms) {
    const beers = index.beersWith(term)
    if (!beers) continue
    const isStopWord = index.isStopWord(term)
    const generatesCandidates =
      sums.size + beers.size <= RETRIEVAL.candidateLimit && !(isStopWord && beers.size > RETRIEVAL.stopWordPostingsMax)
    if (generatesCandidates) for (const beer of beers) add(beer, weight)
    else if (beers.size <= sums.size) {
      for (const beer of beers) if (sums.has(beer)) add(beer, weight)
    } else if (!isStopWord || sums.size <= RETRIEVAL.stopWordCandidatesMax) {
      for (const beer of sums.keys()) if (beers.has(beer)) add(beer, weight)
    }
  }
  if (sums.size <= RETRIEVAL.scoredLimit) return new Set(sums.keys())
  const ranked = [...sums].sort((a, b) => b[1] - a[1]).slice(0, RETRIEVAL.scoredLimit)
  return new Set(ranked.map(([beer]) => beer))
}
