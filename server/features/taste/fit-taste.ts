/**
 * Estimates what a user likes beyond what everyone likes: a ridge regression of the differences between the user's opinions and
 * the ratings, with one effect per trait. Each effect is shrunk towards 0 by the number of opinions behind it, so that one
 * opinion moves little and traits without any have no effect. docs/taste.md explains it with an example.
 */
import {
  TASTE_OPINIONS_MIN,
  TASTE_TRAITS,
  type TasteAnswer,
  type TastedBeer,
  type TasteEffect,
  type TasteTrait,
  traitsOf,
} from '#contracts'

export type Opinion = { beer: TastedBeer } & ({ rating: number } | { answer: Exclude<TasteAnswer, 'unknown'> })

/** How much drinkers differ in what they think of a trait: standard deviation in points. */
const PRIOR_STDS: Readonly<Record<TasteTrait, number>> = {
  family: 5,
  style: 4,
  brewery: 4,
  strength: 3,
  bitterness: 3,
  colour: 3,
  country: 2,
}
/** How much generous and severe raters differ. It is part of no personal rating. */
const LEVEL_STD = 8
/** Standard deviation of a rating around what the traits explain. */
const NOISE_STD = 10
/** Who wants more of a beer would rate it above this, who wants less below. */
export const MORE_FROM = 72
/** Standard deviation of what people think of a beer around its rating. */
const OPINION_STD = 10

const SWEEPS_MAX = 200
const CONVERGED_POINTS = 0.001

interface Effect {
  /** Undefined: how generous the user is, which only ratings tell. */
  trait?: TasteTrait
  value?: string
  /** Indices of the opinions on beers with the trait. */
  opinions: number[]
  /** Opinions after which half of their difference is believed. */
  shrinkage: number
  points: number
}

/** Returns the effects of all traits of the beers; none if there are too few opinions. */
export function fitTaste(opinions: readonly Opinion[]): TasteEffect[] {
  if (opinions.length < TASTE_OPINIONS_MIN) return []
  const effects = effectsOf(opinions)
  converge(effects, opinions.map(differenceOf))
  return effects
    .flatMap(({ trait, value, opinions: own, points }) =>
      trait === undefined || value === undefined
        ? []
        : [{ trait, value, points: Number(points.toFixed(1)) || 0, opinions: own.length }],
    )
    .sort((a, b) => TASTE_TRAITS.indexOf(a.trait) - TASTE_TRAITS.indexOf(b.trait) || b.points - a.points)
}

function differenceOf(opinion: Opinion): number {
  const { rating } = opinion.beer
  return 'rating' in opinion ? opinion.rating - rating : answeredDifference(rating, opinion.answer)
}

/**
 * The difference to be expected of those who give the answer: the mean of the upper or lower part of a normal distribution. An
 * answer that nearly everyone gives says nearly nothing.
 */
function answeredDifference(rating: number, answer: 'more' | 'less'): number {
  const sign = answer === 'more' ? 1 : -1
  const threshold = (sign * (MORE_FROM - rating)) / OPINION_STD
  const density = Math.exp(-(threshold ** 2) / 2) / Math.sqrt(2 * Math.PI)
  return (sign * OPINION_STD * density) / shareAbove(threshold)
}

/** Of a standard normal distribution, by the logistic approximation. */
const shareAbove = (threshold: number) => 1 / (1 + Math.exp(1.702 * threshold))

function effectsOf(opinions: readonly Opinion[]): Effect[] {
  const level: Effect = { opinions: [], shrinkage: shrinkageOf(LEVEL_STD), points: 0 }
  const byTrait = new Map<string, Effect>()
  for (const [index, opinion] of opinions.entries()) {
    if ('rating' in opinion) level.opinions.push(index)
    for (const [trait, value] of traitsOf(opinion.beer)) {
      const key = `${trait} ${value}`
      const effect = byTrait.get(key) ?? {
        trait,
        value,
        opinions: [],
        shrinkage: shrinkageOf(PRIOR_STDS[trait]),
        points: 0,
      }
      effect.opinions.push(index)
      byTrait.set(key, effect)
    }
  }
  return [level, ...byTrait.values()]
}

const shrinkageOf = (std: number) => (NOISE_STD / std) ** 2

/** Coordinate descent: sets each effect to the shrunken mean of what the others leave, until none changes. `left` is consumed. */
function converge(effects: readonly Effect[], left: number[]): void {
  for (let sweep = 0; sweep < SWEEPS_MAX; sweep++) {
    let largestChange = 0
    for (const effect of effects) {
      const { opinions, shrinkage, points } = effect
      const sum = opinions.reduce((total, index) => total + (left[index] ?? 0) + points, 0)
      effect.points = sum / (opinions.length + shrinkage)
      const change = effect.points - points
      for (const index of opinions) left[index] = (left[index] ?? 0) - change
      largestChange = Math.max(largestChange, Math.abs(change))
    }
    if (largestChange < CONVERGED_POINTS) return
  }
}
