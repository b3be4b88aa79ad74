/**
 * Calibrated confidence of a match: a logistic regression over its features, confidence = 1 / (1 + e^-(bias + Σ weight · feature)),
 * estimates the share of such matches that are correct. `bench/fit/fit-confidence.ts` fits the numbers on labelled photos and
 * writes `confidence.json`.
 */
import type { Candidate, PrintedLine } from '#catalogue'
import shipped from './confidence.json' with { type: 'json' }
import { type DrinkWords, drinkWords } from './drinks.ts'

/** Minimum confidence of an answer; a less likely match is at most a candidate, because a wrong beer is worse than none. */
export const ACCEPT_MIN = 0.55

export type Shape = 'single' | 'group' | 'menu'

/** How the photo was read, and the drink words in all of its text. */
export interface MatchContext {
  shape: Shape
  photoWords: DrinkWords
}

/** The numbers of `confidence.json`. */
export interface Calibration {
  bias: Record<Shape, number>
  weights: MatchFeatures
}

export const SHIPPED_CALIBRATION: Calibration = shipped

const SCORE_MAX = 14
/** A larger lead over the next candidate does not make the first more likely. */
const MARGIN_MAX = 4
const OFF_TOPIC_MAX = 3
/** Penalty when the text of the photo mentions other drinks or food and never beer, in off-topic words. */
const OFF_TOPIC_PENALTY = 2
/** From this many food words on, the photo shows a food menu; a label may have one or two. */
const DISHES_MIN = 3

/** The features of the regression; 0 where there is no evidence. */
export interface MatchFeatures {
  score: number
  coverage: number
  brewery: number
  /** Prominence of the largest confidently read word that the candidate does not explain; 0 on menus, whose rows have other words. */
  conflictingToken: number
  /** Another brewery is printed and the candidate's is not. */
  competingBrewery: number
  /** 1 if the whole name is printed by itself. */
  exactName: number
  /** Lead over the best other candidate. */
  margin: number
  /** Number of words for other drinks or food in the matched text, plus the penalty for a photo that never mentions beer. */
  offTopic: number
}

/** The features of each candidate for the matched words. */
export function featuresOf(
  candidates: readonly Candidate[],
  words: readonly PrintedLine[],
  { shape, photoWords }: MatchContext,
): MatchFeatures[] {
  const matched = drinkWords(words.map(({ text }) => text).join('\n'))
  const isOffTopic = photoWords.beer === 0 && (photoWords.other > 0 || photoWords.food >= DISHES_MIN)
  const penalty = isOffTopic ? OFF_TOPIC_PENALTY : 0
  return candidates.map((candidate, index) => {
    const other = index === 0 ? candidates[1] : candidates[0]
    return {
      score: Math.min(SCORE_MAX, candidate.score),
      coverage: candidate.coverage,
      brewery: candidate.breweryFound ? 1 : 0,
      conflictingToken: shape === 'menu' ? 0 : candidate.conflictingToken,
      competingBrewery: candidate.competingBrewery,
      exactName: candidate.exactName ? 1 : 0,
      margin: Math.max(0, Math.min(MARGIN_MAX, candidate.score - (other?.score ?? 0))),
      offTopic: Math.min(OFF_TOPIC_MAX, matched.other + matched.food + penalty),
    }
  })
}

/** The probability, 0-1, that each candidate is the printed beer; 0 for a name that is not distinctive. */
export function confidences(
  candidates: readonly Candidate[],
  words: readonly PrintedLine[],
  context: MatchContext,
  calibration: Calibration,
): number[] {
  return featuresOf(candidates, words, context).map((features, index) =>
    candidates[index]?.nonDistinctive ? 0 : confidenceOf(features, context.shape, calibration),
  )
}

function confidenceOf(features: MatchFeatures, shape: Shape, { bias, weights }: Calibration): number {
  const sum = FEATURES.reduce((total, name) => total + weights[name] * features[name], bias[shape])
  return 1 / (1 + Math.exp(-sum))
}

export const FEATURES = [
  'score',
  'coverage',
  'brewery',
  'conflictingToken',
  'competingBrewery',
  'exactName',
  'margin',
  'offTopic',
] as const
