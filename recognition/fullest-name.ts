/** Of two beers of one brewery whose names both stand on the label, the longer name is meant. */
import type { Catalogue } from '#catalogue'
import type { Match } from './sighting.ts'

/** A name of which so much was read stands there in full. */
const COVERAGE_MIN = 0.85
/** A name that is one whole line is ahead of one on two lines by a little more than this. */
const BEHIND_MAX = 1

/** 'LARUE' above 'SMOOTH' is Larue Smooth: the whole name of Larue is but a part of what stands there. */
export function withFullestName(catalogue: Catalogue, match: Match): Match {
  const [best, next, ...others] = match.candidates
  if (!best?.whole || !next || next.coverage < COVERAGE_MIN || next.score < best.score - BEHIND_MAX) return match
  const [shorter, longer] = [best, next].map(({ beerId }) => catalogue.beer(beerId)?.breweryId ?? null)
  if (shorter === null || shorter !== longer) return match
  const lines = new Set(next.lines)
  if (lines.size <= best.lines.length || !best.lines.every((line) => lines.has(line))) return match
  return { ...match, candidates: [next, best, ...others] }
}
