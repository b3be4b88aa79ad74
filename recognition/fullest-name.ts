/** Chooses the longer name if the label prints the names of two beers of one brewery. */
import type { Catalogue } from '#catalogue'
import type { Match } from './sighting.ts'

/** From this coverage a name counts as printed in full. */
const COVERAGE_MIN = 0.85
/** A name on a single line scores a little less than this above one split over two lines. */
const SCORE_GAP_MAX = 1

/** 'LARUE' above 'SMOOTH' is Larue Smooth, although the name 'Larue' also matches in full. */
export function preferLongerName(catalogue: Catalogue, match: Match): Match {
  const [best, next, ...others] = match.candidates
  if (!best?.exactName || !next || next.coverage < COVERAGE_MIN || next.score < best.score - SCORE_GAP_MAX) return match
  const [shorter, longer] = [best, next].map(({ beerId }) => catalogue.beer(beerId)?.breweryId ?? null)
  if (shorter === null || shorter !== longer) return match
  const lines = new Set(next.lines)
  if (lines.size <= best.lines.length || !best.lines.every((line) => lines.has(line))) return match
  return { ...match, candidates: [next, best, ...others] }
}
