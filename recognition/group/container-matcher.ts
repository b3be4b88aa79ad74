/** Matches the text of one container with the catalogue. */
import type { Catalogue } from '#catalogue'
import { drinkWords } from '../label/drinks.ts'
import { type Match, matchLines } from '../label/sighting.ts'
import type { PlacedLine } from '../lines/layout.ts'
import type { ContainerMatcher } from './containers.ts'

/** `all`: the lines of the whole photo, whose drink words affect the confidence of every container. */
export function containerMatcher(catalogue: Catalogue, all: readonly PlacedLine[]): ContainerMatcher {
  const photoWords = drinkWords(all.map(({ line }) => line.text).join('\n'))
  return {
    match: (lines) => preferLongerName(catalogue, matchLines(catalogue, lines, { shape: 'group', photoWords })),
    breweryOf: (beerId) => catalogue.beer(beerId)?.breweryId ?? null,
  }
}

/** Caches matches by their lines: each further piece of the reading groups and matches all earlier lines again. */
export function matchCache(): (matcher: ContainerMatcher) => ContainerMatcher {
  const matches = new Map<string, Match>()
  return (matcher) => ({
    ...matcher,
    match: (lines) => {
      const key = lines.map(({ line, x, y }) => `${line.text} ${Math.round(x)} ${Math.round(y)}`).join('\n')
      const cached = matches.get(key)
      if (cached) return cached
      const match = matcher.match(lines)
      matches.set(key, match)
      return match
    },
  })
}

/** From this coverage a name counts as printed in full. */
const COVERAGE_MIN = 0.85
/** A name on a single line scores a little less than this above one split over two lines. */
const SCORE_GAP_MAX = 1

/**
 * Chooses the longer name if the names of two beers of one brewery are printed: 'LARUE' above 'SMOOTH' is Larue Smooth, although
 * the name 'Larue' also matches in full.
 */
export function preferLongerName(catalogue: Catalogue, match: Match): Match {
  const [best, next, ...others] = match.candidates
  if (
    best?.features.exactName !== 1 ||
    !next ||
    next.coverage < COVERAGE_MIN ||
    next.score < best.score - SCORE_GAP_MAX
  )
    return match
  const [shorter, longer] = [best, next].map(({ beerId }) => catalogue.beer(beerId)?.breweryId ?? null)
  if (shorter === null || shorter !== longer) return match
  const lines = new Set(next.lines)
  if (lines.size <= best.lines.length || !best.lines.every((line) => lines.has(line))) return match
  const swapped = [
    { ...next, probability: best.probability },
    { ...best, probability: next.probability },
  ]
  return { ...match, candidates: [...swapped, ...others] }
}
