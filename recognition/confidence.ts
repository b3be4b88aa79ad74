/**
 * What a match is worth: the matcher's open-ended score becomes the share of such matches that are right. The few numbers
 * are fitted on labelled photographs by `bench/fit-confidence.ts`, which rewrites `confidence.json`.
 */
import type { Candidate, Words } from '#catalogue'
import shipped from './confidence.json' with { type: 'json' }
import { type DrinkWords, drinkWords } from './drinks.ts'

/** From this confidence on a match is an answer; below it is at most a candidate: a wrong beer costs more than none. */
export const ACCEPT_MIN = 0.55

export type Shape = 'single' | 'group' | 'menu'

/** Where a match was made: how the photo was read, and what all of its text speaks of. */
export interface Setting {
  shape: Shape
  around: DrinkWords
}

const SCORE_MAX = 14
/** A candidate further behind than this changes nothing: the first is already clear. */
const MARGIN_MAX = 4
const WITNESSES_MAX = 3
/** What it weighs that a photo speaks of other drinks or of dishes and never of beer. */
const ALIEN = 2
/** A few words of food stand on labels too; so many are a list of dishes. */
const DISHES_MIN = 3

/** What the confidence rests on; each is a number that is 0 when nothing speaks. */
export interface MatchFeatures {
  score: number
  coverage: number
  brewery: number
  /** The largest word that is surely read and not the candidate's; a menu row carries words of every kind. */
  stranger: number
  /** Another brewery is named, and the candidate's is not. */
  rival: number
  /** The whole name stands there by itself. */
  whole: number
  /** How far the candidate is ahead of the best other one. */
  margin: number
  /** Words beside the name that speak of other drinks or of food; more when the whole photo never speaks of beer. */
  other: number
}

/** The features of each candidate among the words that were matched. */
export function featuresOf(
  candidates: readonly Candidate[],
  words: readonly Words[],
  { shape, around }: Setting,
): MatchFeatures[] {
  const spoken = drinkWords(words.map(({ text }) => text).join('\n'))
  const isAlien = around.beer === 0 && (around.other > 0 || around.food >= DISHES_MIN)
  const alien = isAlien ? ALIEN : 0
  return candidates.map((candidate, index) => {
    const rival = index === 0 ? candidates[1] : candidates[0]
    return {
      score: Math.min(SCORE_MAX, candidate.score),
      coverage: candidate.coverage,
      brewery: candidate.breweryFound ? 1 : 0,
      stranger: shape === 'menu' ? 0 : candidate.stranger,
      rival: candidate.rival,
      whole: candidate.whole ? 1 : 0,
      margin: Math.max(0, Math.min(MARGIN_MAX, candidate.score - (rival?.score ?? 0))),
      other: Math.min(WITNESSES_MAX, spoken.other + spoken.food + alien),
    }
  })
}

/** 0-1 for each candidate: how likely it is the beer in question. A generic name is never an answer by itself. */
export function confidences(candidates: readonly Candidate[], words: readonly Words[], setting: Setting): number[] {
  return featuresOf(candidates, words, setting).map((features, index) =>
    candidates[index]?.generic ? 0 : confidenceOf(features, setting.shape),
  )
}

/** The numbers of `confidence.json`. */
export interface FittedConfidence {
  bias: Record<Shape, number>
  weights: MatchFeatures
}

let fitted: FittedConfidence = shipped

/** Judges by these numbers from now on and returns those before: for measuring photographs by what was fitted without them. */
export function judgeBy(numbers: FittedConfidence): FittedConfidence {
  const before = fitted
  fitted = numbers
  return before
}

function confidenceOf(features: MatchFeatures, shape: Shape): number {
  const { bias, weights } = fitted
  const sum = FEATURES.reduce((total, name) => total + weights[name] * features[name], bias[shape])
  return 1 / (1 + Math.exp(-sum))
}

export const FEATURES = ['score', 'coverage', 'brewery', 'stranger', 'rival', 'whole', 'margin', 'other'] as const
