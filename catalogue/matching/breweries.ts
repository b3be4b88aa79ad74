/** Finds the breweries that printed lines name: by name, brand, owner or abbey. */
import type { BreweryHit } from '../catalogue.ts'
import type { Evidence } from './evidence.ts'
import type { IndexedBrewery, MatchIndex } from './match-index.ts'
import { BREWERY } from './weights.ts'

export interface BreweryEvidence {
  brewery: IndexedBrewery
  /** Term ids of the best matching name or alias. */
  variant: readonly number[]
  /** 0-1: matched share of that variant's weight. */
  confidence: number
  /** Weight of the matched terms in points, at most `BREWERY.weightMax`. */
  weight: number
  /** True when most of the variant matched and either a distinctive token did or one line has them all ('New Belgium'). */
  found: boolean
  /** True when all matched terms belong to the longer, complete name of another brewery: 'Martin' in 'Martin House'. */
  overshadowed: boolean
  /** Indices of the lines with matched terms. */
  lines: Set<number>
}

/** Every brewery of which at least one term was read, including weak matches (`found` is false). */
export function findBreweries({ terms }: Evidence, index: MatchIndex): Map<IndexedBrewery, BreweryEvidence> {
  const candidates = new Set<IndexedBrewery>()
  for (const term of terms.keys()) {
    const breweries = index.breweriesWith(term)
    if (breweries && breweries.size <= BREWERY.sharedMax) for (const brewery of breweries) candidates.add(brewery)
  }
  const matches = new Map<IndexedBrewery, BreweryEvidence>()
  for (const brewery of candidates) {
    const match = matchBrewery(brewery, terms, index)
    if (match) matches.set(brewery, match)
  }
  const completeNames = [...candidates].flatMap((brewery) =>
    brewery.fullNames.filter((name) => shareLine(name, terms)).map((name) => ({ brewery, name })),
  )
  for (const match of matches.values()) {
    if (match.confidence >= BREWERY.completeMin) continue
    const matched = match.variant.filter((term) => terms.has(term))
    match.overshadowed = completeNames.some(
      ({ brewery, name }) =>
        brewery !== match.brewery && name.length > matched.length && matched.every((term) => name.includes(term)),
    )
    if (!match.overshadowed) continue
    match.found = false
    match.weight *= BREWERY.overshadowedFactor
  }
  return matches
}

/** The breweries that were found, best first. */
export function rankBreweries(matches: Iterable<BreweryEvidence>): BreweryHit[] {
  return [...matches]
    .filter((match) => match.found)
    .sort(
      (a, b) =>
        b.weight * b.confidence - a.weight * a.confidence ||
        listedFirst(a, b) ||
        ownNameFirst(a, b) ||
        (a.brewery.name < b.brewery.name ? -1 : 1),
    )
    .map(({ brewery, confidence, lines }) => ({
      breweryId: brewery.id,
      name: brewery.name,
      confidence,
      lines: [...lines].sort(ascending),
    }))
}

/** Matches the name variant with the highest product of weight and confidence; undefined when no term of any was read. */
function matchBrewery(
  brewery: IndexedBrewery,
  terms: Evidence['terms'],
  index: MatchIndex,
): BreweryEvidence | undefined {
  let best: BreweryEvidence | undefined
  // '8' identifies 'Eight Degrees' only together with another word of its name.
  const isAccompanied = (number: number) =>
    brewery.fullNames.some((name) => name.includes(number) && name.some((term) => term !== number && terms.has(term)))
  for (const variant of brewery.variants) {
    let total = 0
    let matched = 0
    let weight = 0
    let isDistinctive = false
    const lines = new Set<number>()
    for (const term of variant) {
      const tokenWeight = index.tokenWeight(term)
      total += tokenWeight
      const evidence = terms.get(term)
      if (!evidence) continue
      matched += tokenWeight * evidence.quality
      weight += tokenWeight * evidence.weight
      isDistinctive ||=
        !index.isStopWord(term) &&
        tokenWeight >= BREWERY.distinctiveMin &&
        (!index.isShortNumber(term) || isAccompanied(term))
      for (const line of evidence.lines) lines.add(line)
    }
    if (matched === 0) continue
    weight = Math.min(BREWERY.weightMax, weight)
    const confidence = matched / total
    if (best && weight * confidence <= best.weight * best.confidence) continue
    const found = confidence >= BREWERY.foundMin && (isDistinctive || shareLine(variant, terms))
    best = { brewery, variant, confidence, weight, found, overshadowed: false, lines }
  }
  return best
}

/** True when one line contains all of two or more terms. */
function shareLine(variant: readonly number[], terms: Evidence['terms']): boolean {
  const [first, ...others] = variant.map((term) => terms.get(term)?.lines)
  if (!first || others.length === 0) return false
  return [...first].some((line) => others.every((lines) => lines?.has(line)))
}

/** Breweries of the catalogue before those of the lexicon. */
function listedFirst(a: BreweryEvidence, b: BreweryEvidence): number {
  return Number(b.brewery.id !== null) - Number(a.brewery.id !== null)
}

/** A brewery matched by its name before one matched by an alias, such as its owner. */
function ownNameFirst(a: BreweryEvidence, b: BreweryEvidence): number {
  const isOwn = ({ variant, brewery }: BreweryEvidence) => Number(variant === brewery.variants[0])
  return isOwn(b) - isOwn(a)
}

function ascending(a: number, b: number): number {
  return a - b
}
