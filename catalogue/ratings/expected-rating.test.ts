import { expect, it } from 'vitest'
import { expectedRating, RATING_MODEL, type RatedFacts, relativeStrength } from './expected-rating.ts'

const aBeer = (facts: Partial<RatedFacts> = {}): RatedFacts => ({
  style: 'Tripel',
  family: 'Belgian Ale',
  abv: 8.5,
  typicalAbv: 8.5,
  breweryStanding: null,
  beerStanding: null,
  ...facts,
})
const meanOf = (facts: Partial<RatedFacts>) => expectedRating(aBeer(facts)).mean

it('expects more of a beer whose brewery or which itself is held in higher regard', () => {
  for (const standing of ['breweryStanding', 'beerStanding'] as const) {
    const means = [-3, -2, -1, 0, 1, 2, 3].map((each) => meanOf({ [standing]: each }))
    expect(means).toEqual([...means].sort((a, b) => a - b))
    expect(new Set(means).size).toBe(7)
  }
})

it('expects more of a beer that is strong for its style, within bounds', () => {
  expect(meanOf({ abv: 9.5 })).toBeGreaterThan(meanOf({ abv: 7.5 }))
  expect(meanOf({ abv: null })).toBe(meanOf({ abv: 8.5 }))
  expect(meanOf({ abv: 60 })).toBe(meanOf({ abv: 30 }))
  expect(relativeStrength({ abv: 0.5, typicalAbv: 5 })).toBeCloseTo(-0.6)
  expect(relativeStrength({ abv: 0, typicalAbv: 0.6 })).toBe(relativeStrength({ abv: 0.5, typicalAbv: 0.6 }))
})

it('knows only the style of a beer when neither it nor its brewery was judged', () => {
  expect(expectedRating(aBeer()).origin).toBe('style')
  expect(expectedRating(aBeer({ breweryStanding: 0 })).origin).toBe('expected')
  expect(expectedRating(aBeer({ beerStanding: -1 })).origin).toBe('expected')
})

it('falls back from the style to its family, then to all beers, with growing uncertainty', () => {
  const [own, family, any] = [{}, { style: 'Unheard of' }, { style: null, family: null }].map((facts) =>
    expectedRating(aBeer(facts)),
  )
  expect(family?.mean).toBe(RATING_MODEL.families['Belgian Ale']?.mean)
  expect(any?.mean).toBe(RATING_MODEL.anyStyle.mean)
  expect(own?.std).toBeLessThan(family?.std ?? 0)
  expect(family?.std).toBeLessThan(any?.std ?? 0)
})
