/**
 * What a match is worth: the matcher's open-ended score becomes the share of such matches that are right. The few numbers
 * are fitted on labelled photographs by `bench/fit-confidence.ts`, which rewrites `confidence.json`.
 */
import type { Candidate, Words } from '#catalogue'
import fitted from './confidence.json' with { type: 'json' }
import { drinkWords } from './drinks.ts'

/** From this confidence on a match is an answer; below it is at most a candidate: a wrong beer costs more than none. */
export const ACCEPT_MIN = 0.6

const SCORE_MAX = 14
/** A candidate further behind than this changes nothing: the first is already clear. */
const MARGIN_MAX = 4
const WITNESSES_MAX = 2

/** What the confidence rests on; each is a number that is 0 when nothing speaks. */
export interface MatchFeatures {
  score: number
  coverage: number
  brewery: number
  /** Share of the large words that the candidate explains. */
  explained: number
  /** How far the candidate is ahead of the best other one. */
  margin: number
  /** Words around the name that speak of beer. */
  beer: number
  /** Words around the name that speak of other drinks or of food. */
  other: number
}

/** The features of each candidate among the words that were matched. */
export function featuresOf(candidates: readonly Candidate[], words: readonly Words[]): MatchFeatures[] {
  const spoken = drinkWords(words.map(({ text }) => text).join('\n'))
  return candidates.map((candidate, index) => {
    const rival = index === 0 ? candidates[1] : candidates[0]
    return {
      score: Math.min(SCORE_MAX, candidate.score),
      coverage: candidate.coverage,
      brewery: candidate.breweryFound ? 1 : 0,
      explained: candidate.explained,
      margin: Math.max(0, Math.min(MARGIN_MAX, candidate.score - (rival?.score ?? 0))),
      beer: Math.min(WITNESSES_MAX, spoken.beer),
      other: Math.min(WITNESSES_MAX, spoken.other + spoken.food),
    }
  })
}

/** 0-1 for each candidate: how likely it is the beer in question. A generic name is never an answer by itself. */
export function confidences(candidates: readonly Candidate[], words: readonly Words[]): number[] {
  return featuresOf(candidates, words).map((features, index) =>
    candidates[index]?.generic ? 0 : confidenceOf(features),
  )
}

function confidenceOf(features: MatchFeatures): number {
  const { bias, ...weights } = fitted
  const sum = featureNames.reduce((total, name) => total + weights[name] * features[name], bias)
  return 1 / (1 + Math.exp(-sum))
}

const featureNames = ['score', 'coverage', 'brewery', 'explained', 'margin', 'beer', 'other'] as const
