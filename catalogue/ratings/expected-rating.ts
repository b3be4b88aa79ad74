/**
 * The rating that a beer is expected to get: a linear model of its style, its strength within the style, and how its brewery
 * and the beer itself are regarded. `bench/fit/fit-ratings.ts` fits the coefficients and writes `rating-model.json`;
 * docs/ratings.md explains them. The server computes the same in SQL for any set of beers.
 */
import shipped from './rating-model.json' with { type: 'json' }

export interface Estimate {
  mean: number
  /** Standard error. */
  std: number
}

export interface RatingModel {
  /** Expected rating of a beer of typical strength whose brewery was not judged. */
  styles: Readonly<Record<string, Estimate>>
  /** For a style that has none of its own. */
  families: Readonly<Record<string, Estimate>>
  anyStyle: Estimate
  /** Points per unit of `relativeStrength`. */
  strength: Estimate
  /** Difference between a brewery whose standing is 0 and one that was not judged. */
  judged: Estimate
  /** Points per step of standing. */
  breweryStanding: Estimate
  beerStanding: Estimate
  /** Standard deviation of ratings around their expectation: where a standing is known, and where only the style is. */
  residual: { known: number; style: number }
}

export interface RatedFacts {
  style: string | null
  family: string | null
  /** Percent by volume. */
  abv: number | null
  /** The middle of what is typical of the style, percent by volume. */
  typicalAbv: number | null
  /** -3 to 3; null when it was not judged. */
  breweryStanding: number | null
  beerStanding: number | null
}

export interface ExpectedRating extends Estimate {
  /** `style` when neither the brewery nor the beer was judged. */
  origin: 'expected' | 'style'
}

export const RATING_MODEL: RatingModel = shipped
/** Bounds of `relativeStrength`: about half and twice the typical strength. */
export const STRENGTH_MAX = 0.6
/** Half the width of the range shown, in standard deviations: it holds 80 % of the ratings. */
export const RANGE_STDS = 1.2816
/** Percent by volume. Weaker beers count as this strong: all are alcohol-free to drinkers, and the logarithm of 0 is infinite. */
export const ABV_MIN = 0.5

/** ln(ABV / typical ABV) within ±STRENGTH_MAX; 0 when either is unknown. */
export function relativeStrength({ abv, typicalAbv }: Pick<RatedFacts, 'abv' | 'typicalAbv'>): number {
  if (abv === null || typicalAbv === null) return 0
  const strength = Math.log(Math.max(abv, ABV_MIN) / Math.max(typicalAbv, ABV_MIN))
  return Math.max(-STRENGTH_MAX, Math.min(STRENGTH_MAX, strength))
}

/** The coefficient of the style, else of its family, else of all beers. */
export function styleEstimate(
  { style, family }: Pick<RatedFacts, 'style' | 'family'>,
  model: RatingModel = RATING_MODEL,
): Estimate {
  return model.styles[style ?? ''] ?? model.families[family ?? ''] ?? model.anyStyle
}

/**
 * The rating that people would give a beer: mean and standard deviation in points, 0-100. `origin` is 'expected' where its brewery or the
 * beer itself was judged, and 'style' where only its style and strength are known.
 */
export function expectedRating(beer: RatedFacts, model: RatingModel = RATING_MODEL): ExpectedRating {
  const style = styleEstimate(beer, model)
  const origin = beer.breweryStanding === null && beer.beerStanding === null ? 'style' : 'expected'
  const ofBrewery =
    beer.breweryStanding === null ? 0 : model.judged.mean + model.breweryStanding.mean * beer.breweryStanding
  return {
    mean:
      style.mean +
      model.strength.mean * relativeStrength(beer) +
      ofBrewery +
      model.beerStanding.mean * (beer.beerStanding ?? 0),
    std: Math.hypot(style.std, origin === 'expected' ? model.residual.known : model.residual.style),
    origin,
  }
}
