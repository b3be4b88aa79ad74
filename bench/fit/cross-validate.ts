/** Predicts every beer's rating with coefficients that were fitted to other breweries, so that no brewery teaches about itself. */
import { type ExpectedRating, expectedRating, type RatingModel } from '#catalogue/ratings'
import { randomFrom } from '../statistics/random.ts'
import type { RatedBeer } from './rated-beers.ts'
import { fitCoefficients } from './rating-fit.ts'

const FOLDS = 10
const SEED = 1

export interface Prediction {
  beer: RatedBeer
  expected: ExpectedRating
}

export function crossValidate(beers: readonly RatedBeer[]): Prediction[] {
  const { below } = randomFrom(SEED)
  const foldOf = new Map([...new Set(beers.map(({ brewery }) => brewery))].map((brewery) => [brewery, below(FOLDS)]))
  return Array.from({ length: FOLDS }, (_, fold) => {
    const others = beers.filter(({ brewery }) => foldOf.get(brewery) !== fold)
    const model = { ...fitCoefficients(others), residual: { known: 0, style: 0 } }
    return beers
      .filter(({ brewery }) => foldOf.get(brewery) === fold)
      .map((beer) => ({ beer, expected: expectedRating(beer, model) }))
  }).flat()
}

/** Standard deviation of ratings around these predictions. `known` counts beers of the catalogue only: the standing of others is not known. */
export function residualOf(predictions: readonly Prediction[]): RatingModel['residual'] {
  const spread = (of: readonly Prediction[]) => {
    const squares = of.map(({ beer, expected }) => (beer.rating - expected.mean) ** 2 - expected.std ** 2)
    const mean = squares.reduce((sum, each) => sum + each, 0) / Math.max(1, of.length)
    return Number(Math.sqrt(Math.max(0, mean)).toFixed(2))
  }
  return {
    known: spread(predictions.filter(({ beer, expected }) => expected.origin === 'expected' && beer.key !== null)),
    style: spread(predictions.filter(({ expected }) => expected.origin === 'style')),
  }
}

export function byBrewery(predictions: readonly Prediction[]): Prediction[][] {
  const groups = new Map<string, Prediction[]>()
  for (const prediction of predictions) {
    const group = groups.get(prediction.beer.brewery)
    if (group) group.push(prediction)
    else groups.set(prediction.beer.brewery, [prediction])
  }
  return [...groups.values()]
}
