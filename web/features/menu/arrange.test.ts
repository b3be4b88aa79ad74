import { describe, expect, it } from 'vitest'
import { placed } from '#web/beer/menu-row.tsx'
import { aSightedBeer } from '#web/testing/builders.ts'
import { amountOf, familyOf, filtered, NO_FILTER, picks, sorted, strengthOf } from './arrange.ts'

const rows = placed([
  aSightedBeer({ id: 1, name: 'Hell', rating: 70, abv: 4.9, price: '4,20 €', style: 'Helles' }),
  aSightedBeer({
    id: 2,
    name: 'Orval',
    rating: 94,
    abv: 6.2,
    price: null,
    style: 'Trappist',
    standing: { topPercent: 40, beers: 12 },
  }),
  aSightedBeer({ id: 3, name: 'Guess', rating: 0, abv: null, price: '12 €', style: null }),
  aSightedBeer({
    id: 4,
    name: 'Punk',
    rating: 70,
    abv: 5.4,
    price: '6 €',
    style: 'American IPA',
    standing: { topPercent: 3, beers: 90 },
  }),
])
const names = (some: typeof rows) => some.map(({ beer }) => beer.name)
const isNew = () => ({ hadAt: null, isSaved: false })

describe('the order', () => {
  it.each([
    ['place', ['Hell', 'Orval', 'Guess', 'Punk']],
    ['rating', ['Orval', 'Hell', 'Punk', 'Guess']],
    ['standing', ['Punk', 'Orval', 'Hell', 'Guess']],
    ['abv', ['Orval', 'Punk', 'Hell', 'Guess']],
    ['price', ['Hell', 'Punk', 'Guess', 'Orval']],
    ['style', ['Punk', 'Hell', 'Orval', 'Guess']],
  ] as const)('by %s puts what is not known last', (order, expected) => {
    expect(names(sorted(rows, order))).toEqual(expected)
  })

  it.each([
    ['£5.80', 5.8],
    ['5,80 €', 5.8],
    ['4.20/7.50', 4.2],
    ['1.250 kr', 1250],
    ['1,250.50', 1250.5],
    ['85', 85],
    ['ask', null],
    [null, null],
  ])('reads the amount of a printed price: %s', (price, amount) => {
    expect(amountOf(price)).toBe(amount)
  })
})

describe('the filter', () => {
  it('tells families by the words of a style', () => {
    const styles = [
      'Oatmeal Stout',
      'Hefeweizen',
      'New England IPA',
      'Oude Gueuze',
      'Czech Pilsner',
      'Tripel',
      null,
      'Sahti',
    ]
    expect(styles.map(familyOf)).toEqual([
      'Stout & porter',
      'Wheat',
      'IPA',
      'Sour',
      'Lager',
      'Belgian & trappist',
      null,
      null,
    ])
  })

  it('tells light, medium and strong', () => {
    expect([4.4, 4.5, 6.5, 6.6, null].map(strengthOf)).toEqual(['light', 'medium', 'medium', 'strong', null])
  })

  it('leaves out what does not fit, and what is not known to', () => {
    expect(names(filtered(rows, NO_FILTER))).toHaveLength(4)
    expect(names(filtered(rows, { families: ['IPA', 'Lager'], strengths: [] }))).toEqual(['Hell', 'Punk'])
    expect(names(filtered(rows, { families: [], strengths: ['medium'] }))).toEqual(['Hell', 'Orval', 'Punk'])
    expect(names(filtered(rows, { families: ['IPA'], strengths: ['strong'] }))).toEqual([])
  })
})

describe('the pick', () => {
  it('is the best rated one that is new, for facts on its row', () => {
    const [first, second] = picks(rows, isNew)
    expect(first?.row.beer.name).toBe('Orval')
    expect(first?.reason).toBe('Rated 94 · new · Trappist · 6.2%')
    expect(second?.reason).toBe('Rated 70 · new · Helles · 4.9% · 4,20 €')
  })

  it('prefers what one has not had', () => {
    const hadOrval = (id: number) => ({ hadAt: id === 2 ? '2026-03-01T20:00:00.000Z' : null, isSaved: id === 2 })
    const order = picks(rows, hadOrval)
    expect(order.map(({ row }) => row.beer.name)).toEqual(['Hell', 'Punk', 'Orval'])
    expect(order[2]?.reason).toBe('Rated 94 · had Mar 1, 2026 · saved · Trappist · 6.2%')
  })

  it('is not made where nothing tells the rows apart', () => {
    expect(picks([], isNew)).toEqual([])
    expect(picks(rows.slice(1, 3), isNew)).toEqual([])
    expect(
      picks(
        [rows[0], rows[3]].filter((row) => row !== undefined),
        isNew,
      ),
    ).toEqual([])
  })
})
