/**
 * What a match is worth: the matcher's open-ended score becomes the share of such matches that are right. The few numbers
 * are fitted on labelled photographs by `bench/fit-confidence.ts`, which rewrites `confidence.json`.
 */
import type { Candidate } from '#catalogue'
import fitted from './confidence.json' with { type: 'json' }

export type Shape = 'single' | 'group' | 'menu'

/** A candidate further behind than this changes nothing: the first is already clear. */
const MARGIN_MAX = 4

export interface MatchFeatures {
  score: number
  coverage: number
  brewery: number
  margin: number
}

/** What the confidence of the best candidate rests on. */
export function featuresOf(best: Candidate, runnerUp: Candidate | undefined): MatchFeatures {
  return {
    score: Math.min(best.score, 12),
    coverage: best.coverage,
    brewery: best.breweryFound ? 1 : 0,
    margin: Math.min(MARGIN_MAX, best.score - (runnerUp?.score ?? 0)),
  }
}

/** 0-1 for each candidate: how likely it is the beer in question. A generic name is never an answer by itself. */
export function confidences(candidates: readonly Candidate[]): number[] {
  return candidates.map((candidate, index) => {
    if (candidate.generic) return 0
    const rival = index === 0 ? candidates[1] : candidates[0]
    return logistic(featuresOf(candidate, rival))
  })
}

/** From this confidence on a match is an answer; below it is at most a candidate. */
export function acceptAt(shape: Shape): number {
  return fitted.accept[shape]
}

function logistic({ score, coverage, brewery, margin }: MatchFeatures): number {
  const { listed } = fitted
  const sum =
    listed.bias +
    listed.score * score +
    listed.coverage * coverage +
    listed.brewery * brewery +
    listed.margin * Math.max(0, margin)
  return 1 / (1 + Math.exp(-sum))
}
