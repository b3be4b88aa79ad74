/**
 * What a user likes more or less than other people do, and the personal rating that follows: the rating of a beer plus one effect for
 * each of its traits that the user has an opinion of. The server estimates the effects, server and client add them up.
 * docs/taste.md explains the model.
 */
import { z } from 'zod/mini'
import type { Beer } from './beer.ts'
import { LIGHT_BELOW_ABV_PERCENT, RATING_MAX, STRONG_ABOVE_ABV_PERCENT } from './limits.ts'

/** Answers to a card: 'More like this', 'Less', "Don't know it". */
export const TASTE_ANSWERS = ['more', 'less', 'unknown'] as const
export type TasteAnswer = (typeof TASTE_ANSWERS)[number]

/** Fewest opinions, ratings and answers together, from which personal ratings are shown. */
export const TASTE_OPINIONS_MIN = 5
export const TASTE_CARDS = 10

export const TASTE_TRAITS = ['family', 'style', 'brewery', 'strength', 'bitterness', 'colour', 'country'] as const
export type TasteTrait = (typeof TASTE_TRAITS)[number]

/** How bitter a beer is, in IBU, and how dark, in SRM. */
const MILD_BELOW_IBU = 20
const BITTER_ABOVE_IBU = 40
const PALE_BELOW_SRM = 8
const DARK_ABOVE_SRM = 20

export const TasteEffect = z.object({
  /** One of TASTE_TRAITS. */
  trait: z.string(),
  /** 'Saison', 'strong', 'Belgium'. */
  value: z.string(),
  /** What it adds to a rating, with one decimal. */
  points: z.number(),
  /** Number of opinions on beers with this trait. */
  opinions: z.int().check(z.positive()),
})
export type TasteEffect = z.infer<typeof TasteEffect>

export const Taste = z.object({
  /** False if the user switched it off: nothing is computed then. */
  isOn: z.boolean(),
  /** Beers that the user rated, and other beers on whose card they answered more or less. */
  rated: z.int().check(z.gte(0)),
  answered: z.int().check(z.gte(0)),
  /** Empty below TASTE_OPINIONS_MIN opinions. */
  effects: z.array(TasteEffect),
})
export type Taste = z.infer<typeof Taste>

/** What a user's liking of a style was seen from: ratings, answers on cards, saved beers, beers to try, beers had. */
export const LIKED_BECAUSE = ['rated', 'card', 'saved', 'wanted', 'had'] as const

export const LikedStyle = z.object({
  style: z.string(),
  /** One of LIKED_BECAUSE. */
  because: z.string(),
})
export type LikedStyle = z.infer<typeof LikedStyle>

/** The facts that a taste is about. */
export type TastedBeer = Pick<
  Beer,
  | 'style'
  | 'styleFamily'
  | 'brewery'
  | 'isStoreBrand'
  | 'country'
  | 'abv'
  | 'ibu'
  | 'typicalIbu'
  | 'srm'
  | 'rating'
  | 'kind'
>

/** The known traits of a beer. What a store's brand has in common is not how it is brewed. */
export function traitsOf(beer: TastedBeer): [trait: TasteTrait, value: string][] {
  const { style, styleFamily, brewery, isStoreBrand, country, abv, srm } = beer
  const ibu = beer.ibu ?? beer.typicalIbu
  const values: Record<TasteTrait, string | null> = {
    family: styleFamily,
    style,
    brewery: isStoreBrand ? null : brewery,
    strength: classOf(abv, ['light', LIGHT_BELOW_ABV_PERCENT, 'medium', STRONG_ABOVE_ABV_PERCENT, 'strong']),
    bitterness: classOf(ibu, ['mild', MILD_BELOW_IBU, 'medium', BITTER_ABOVE_IBU, 'bitter']),
    colour: classOf(srm, ['pale', PALE_BELOW_SRM, 'amber', DARK_ABOVE_SRM, 'dark']),
    country,
  }
  return TASTE_TRAITS.flatMap((trait) => {
    const value = values[trait]
    return value === null ? [] : [[trait, value] as [TasteTrait, string]]
  })
}

type Classes = [low: string, from: number, middle: string, to: number, high: string]

function classOf(value: number | null, [low, from, middle, to, high]: Classes): string | null {
  if (value === null) return null
  return value < from ? low : value > to ? high : middle
}

export interface PersonalRating {
  /** Whole, 0-100. */
  rating: number
  /** The strongest effects that explain the difference to the rating, at most two; empty if there is hardly any. */
  reasons: TasteEffect[]
}

/** Smaller effects are no reason. */
const REASON_POINTS_MIN = 1
const REASONS_MAX = 2
/** An opinion of one of these says something about the beer; the other traits are shared by too many. */
const DISTINCTIVE_TRAITS: readonly string[] = ['family', 'style', 'brewery'] satisfies TasteTrait[]

/** The function returns null for a beer that the user's opinions say nothing about. */
export function personalRatings(taste: Taste): (beer: TastedBeer) => PersonalRating | null {
  const byTrait = new Map(taste.effects.map((effect) => [keyOf(effect.trait, effect.value), effect]))
  return (beer) => {
    if (beer.rating === 0 || beer.kind !== 'beer') return null
    const effects = traitsOf(beer).flatMap(([trait, value]) => byTrait.get(keyOf(trait, value)) ?? [])
    if (!effects.some(({ trait }) => DISTINCTIVE_TRAITS.includes(trait))) return null
    const difference = effects.reduce((sum, { points }) => sum + points, 0)
    const rating = Math.round(Math.min(RATING_MAX, Math.max(0, beer.rating + difference)))
    return { rating, reasons: reasonsOf(effects, Math.sign(difference)) }
  }
}

const keyOf = (trait: string, value: string) => `${trait} ${value}`

function reasonsOf(effects: readonly TasteEffect[], sign: number): TasteEffect[] {
  const strongest = effects
    .filter(({ points }) => points * sign >= REASON_POINTS_MIN)
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
  // A style says all that its family does.
  const hasStyle = strongest.slice(0, REASONS_MAX + 1).some(({ trait }) => trait === 'style')
  return strongest.filter(({ trait }) => !(hasStyle && trait === 'family')).slice(0, REASONS_MAX)
}
