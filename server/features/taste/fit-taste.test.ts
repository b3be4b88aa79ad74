import { describe, expect, it } from 'vitest'
import { personalRatings, type Taste, type TastedBeer, type TasteEffect } from '#contracts'
import { fitTaste, type Opinion } from './fit-taste.ts'

const LAGER = { style: 'Helles', styleFamily: 'Pale Lager', abv: 4.9, typicalIbu: 18, srm: 4 }
const SAISON = { style: 'Saison', styleFamily: 'Farmhouse Ale', abv: 6.5, typicalIbu: 28, srm: 7 }
const STOUT = { style: 'Imperial Stout', styleFamily: 'Stout', abv: 10, typicalIbu: 60, srm: 40 }

const aBeer = (given: Partial<TastedBeer> = {}): TastedBeer => ({
  ...SAISON,
  brewery: null,
  isStoreBrand: false,
  country: null,
  ibu: null,
  rating: 75,
  kind: 'beer',
  ...given,
})
const rated = (difference: number, given?: Partial<TastedBeer>): Opinion => {
  const beer = aBeer(given)
  return { beer, rating: beer.rating + difference }
}
const times = (count: number, opinion: Opinion): Opinion[] => Array.from({ length: count }, () => opinion)
/** Makes up the least that is needed. */
const neutral = (count: number) => times(count, rated(0, LAGER))

const pointsOf = (effects: readonly TasteEffect[], value: string) =>
  effects.find((effect) => effect.value === value)?.points
const ratingsBy = (opinions: readonly Opinion[]) =>
  personalRatings({ isOn: true, rated: opinions.length, answered: 0, effects: fitTaste(opinions) } satisfies Taste)

describe('the effects', () => {
  it('need five opinions', () => {
    expect(fitTaste(neutral(4))).toEqual([])
    expect(fitTaste(neutral(5))).not.toEqual([])
  })

  it('grow with the number of opinions, and stay below what was stated', () => {
    const effectOf = (count: number) => pointsOf(fitTaste([...neutral(5), ...times(count, rated(10))]), 'Saison') ?? 0
    const effects = [1, 2, 4, 8, 16].map(effectOf)
    expect(effects).toEqual([...effects].sort((a, b) => a - b))
    expect(effects[0]).toBeLessThan(1.5)
    expect(effects.at(-1)).toBeLessThan(10)
  })

  it('grow with what was stated', () => {
    const effectOf = (difference: number) =>
      pointsOf(fitTaste([...neutral(5), ...times(3, rated(difference))]), 'Farmhouse Ale') ?? 0
    const effects = [-20, -10, 0, 10, 20].map(effectOf)
    expect(effects).toEqual([...new Set(effects)].sort((a, b) => a - b))
  })

  it('are about breweries, not about the brands of stores', () => {
    const effectOf = (isStoreBrand: boolean) =>
      pointsOf(fitTaste([...neutral(5), ...times(3, rated(10, { brewery: 'Mill Lane', isStoreBrand }))]), 'Mill Lane')
    expect(effectOf(false)).toBeGreaterThan(0)
    expect(effectOf(true)).toBeUndefined()
  })

  it('do not depend on the order of the opinions, and are 0 when the user agrees with everyone', () => {
    const opinions = [...times(2, rated(9)), rated(-12, STOUT), rated(4, LAGER), ...neutral(3)]
    expect(fitTaste(opinions.toReversed())).toEqual(fitTaste(opinions))
    expect(fitTaste(neutral(6)).every(({ points }) => points === 0)).toBe(true)
  })

  it('leave out how generous the user is, where opinions of other beers show it', () => {
    const generous = [...times(4, rated(10)), ...times(4, rated(10, LAGER)), ...times(4, rated(10, STOUT))]
    const partial = [...times(4, rated(10)), ...times(4, rated(0, LAGER)), ...times(4, rated(0, STOUT))]
    const effectOf = (opinions: readonly Opinion[]) => pointsOf(fitTaste(opinions), 'Saison') ?? 0
    expect(effectOf(generous)).toBeLessThan(effectOf(partial) / 1.5)
  })

  it('take an answer that surprises for more than one that does not', () => {
    const effectOf = (answer: 'more' | 'less', rating: number) =>
      pointsOf(fitTaste([...neutral(5), { beer: aBeer({ rating }), answer }]), 'Saison') ?? 0
    expect(effectOf('more', 50)).toBeGreaterThan(effectOf('more', 90))
    expect(effectOf('more', 90)).toBeGreaterThan(0)
    expect(effectOf('less', 90)).toBeLessThan(effectOf('less', 50))
    expect(effectOf('less', 70)).toBeLessThan(0)
  })
})

describe('the personal rating', () => {
  const fan = ratingsBy([...neutral(4), ...times(4, rated(15))])

  it('is above that of everyone for what the user likes, and names why', () => {
    const saison = fan(aBeer({ rating: 78 }))
    expect(saison?.rating).toBeGreaterThan(80)
    expect(saison?.rating).toBeLessThan(93)
    expect(saison?.reasons.map(({ value }) => value)).toContain('Saison')
    expect(saison?.reasons.length).toBeLessThanOrEqual(2)
  })

  it('is not stated where the user stated nothing, and not for ciders and pending ratings', () => {
    expect(fan(aBeer(STOUT))).toBeNull()
    expect(fan(aBeer({ rating: 0 }))).toBeNull()
    expect(fan(aBeer({ kind: 'cider' }))).toBeNull()
    expect(ratingsBy(times(4, rated(15)))(aBeer())).toBeNull()
  })

  it('is a whole number within the scale', () => {
    const rating = ratingsBy(times(30, rated(25)))(aBeer({ rating: 99 }))?.rating
    expect(rating).toBe(100)
  })

  it('gives no reason where it hardly differs', () => {
    expect(ratingsBy(neutral(6))(aBeer(LAGER))).toEqual({ rating: 75, reasons: [] })
  })
})
