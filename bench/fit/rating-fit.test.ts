import { expect, test } from 'vitest'
import { relativeStrength } from '#catalogue/ratings'
import { randomFrom } from '../statistics/random.ts'
import { inverse } from './matrix.ts'
import type { RatedBeer } from './rated-beers.ts'
import { fitCoefficients } from './rating-fit.ts'

const MEANS = { Bitter: 66, Porter: 72, Tripel: 78 } as const

/** Ratings drawn from a known model: 3 points per step of the brewery, 2 of the beer, 6 per unit of strength. */
function drawnBeers(breweries: number): RatedBeer[] {
  const { next, below, pick } = randomFrom(7)
  const normal = () => Array.from({ length: 12 }, next).reduce((sum, each) => sum + each, -6)
  return Array.from({ length: breweries }, (_, brewery) => {
    const breweryStanding = brewery % 3 === 0 ? null : below(7) - 3
    const ofBrewery = normal()
    return Array.from({ length: 1 + below(12) }, (): RatedBeer => {
      const style = pick(Object.keys(MEANS) as (keyof typeof MEANS)[])
      const beerStanding = below(4) === 0 ? below(5) - 2 : null
      const facts = { style, family: style, abv: 4 + 4 * next(), typicalAbv: 6, breweryStanding, beerStanding }
      const rating =
        MEANS[style] + 6 * relativeStrength(facts) + 3 * (breweryStanding ?? 0) + 2 * (beerStanding ?? 0) + ofBrewery
      return { ...facts, brewery: `${brewery}`, key: null, rating: rating + normal() }
    })
  }).flat()
}

test('recovers the coefficients that ratings were drawn from, within their errors', () => {
  const fitted = fitCoefficients(drawnBeers(120))
  const expected = [
    [fitted.breweryStanding, 3],
    [fitted.beerStanding, 2],
    [fitted.strength, 6],
    [fitted.styles.Tripel, 78],
    [fitted.styles.Bitter, 66],
  ] as const
  for (const [estimate, truth] of expected) {
    expect(estimate?.std).toBeLessThan(0.6)
    expect(Math.abs((estimate?.mean ?? 0) - truth)).toBeLessThan(3 * (estimate?.std ?? 0))
  }
})

test('a brewery with many beers does not decide what a standing is worth', () => {
  const beers = drawnBeers(120)
  const [first] = beers.filter(({ breweryStanding }) => breweryStanding === 3)
  const odd = Array.from({ length: 300 }, () => ({ ...(first as RatedBeer), rating: 40 }))
  expect(Math.abs(fitCoefficients([...beers, ...odd]).breweryStanding.mean - 3)).toBeLessThan(0.6)
})

test('a style with few beers has no coefficient of its own', () => {
  const [first] = drawnBeers(60)
  const rare = { ...(first as RatedBeer), style: 'Rare', rating: 99 }
  const fitted = fitCoefficients([...drawnBeers(60), rare])
  expect(fitted.styles.Rare).toBeUndefined()
  expect(fitted.families[rare.family]).toBeDefined()
})

test('inverts a matrix', () => {
  const rows = [
    [4, 1],
    [1, 3],
  ].map((row) => Float64Array.from(row))
  const [first, second] = inverse(rows)
  for (const [row, expected] of [
    [first, [3 / 11, -1 / 11]],
    [second, [-1 / 11, 4 / 11]],
  ] as const)
    for (const [column, value] of expected.entries()) expect(row?.[column]).toBeCloseTo(value, 10)
})
