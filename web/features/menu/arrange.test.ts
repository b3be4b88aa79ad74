import { describe, expect, it } from 'vitest'
import { spec } from '#testing/spec.ts'
import { UNMARKED } from '#web/beer/tasting-status.tsx'
import { loadLanguage } from '#web/language/language.ts'
import { placed } from '#web/scan-result/menu-row.tsx'
import { aSightedBeer } from '#web/testing/builders.ts'
import { abvRangeOf, type Filter, filtered, NO_FILTER, picks, sorted } from './arrange.ts'
import { amountOf } from './printed-price.ts'
import { ANY, rangeOf, rangeText } from './range.ts'

const rows = placed([
  aSightedBeer({
    id: 1,
    name: 'Hell',
    rating: 70,
    abv: 4.9,
    price: '4,20 €',
    style: 'Helles',
    styleFamily: 'Pale Lager',
  }),
  aSightedBeer({
    id: 2,
    name: 'Orval',
    rating: 94,
    abv: 6.2,
    price: null,
    style: 'Trappist',
    styleFamily: 'Belgian Ale',
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
    styleFamily: 'IPA',
    standing: { topPercent: 3, beers: 90 },
  }),
])
const names = (some: typeof rows) => some.map(({ beer }) => beer.name)
const isNew = () => UNMARKED

it('sorts and picks a beer that is not sure as one without a rating', () => {
  const asked = placed([
    aSightedBeer({ name: 'Asked', rating: 99, outcome: 'ask', confidence: 55 }),
    aSightedBeer({ name: 'Good', rating: 80 }),
    aSightedBeer({ name: 'Fair', rating: 60 }),
  ])
  expect(names(sorted(asked, 'rating'))).toEqual(['Good', 'Fair', 'Asked'])
  expect(picks(asked, isNew).map(({ row }) => row.beer.name)).toEqual(['Good', 'Fair'])
})

describe('the order', () => {
  it.each([
    ['place', ['Hell', 'Orval', 'Guess', 'Punk']],
    ['rating', ['Orval', 'Hell', 'Punk', 'Guess']],
    ['standing', ['Punk', 'Orval', 'Hell', 'Guess']],
    ['abv', ['Orval', 'Punk', 'Hell', 'Guess']],
    ['price', ['Hell', 'Punk', 'Guess', 'Orval']],
    ['style', ['Punk', 'Hell', 'Orval', 'Guess']],
  ] as const)('by %s sorts unknown values last', (order, expected) => {
    expect(names(sorted(rows, order))).toEqual(expected)
  })

  it('by style is that of the shown names, in the language of the page', async () => {
    const styled = placed(['Saison', 'Smoked Beer'].map((style, id) => aSightedBeer({ id, name: style, style })))
    await loadLanguage('de')
    expect(names(sorted(styled, 'style'))).toEqual(['Smoked Beer', 'Saison'])
    await loadLanguage('en')
    expect(names(sorted(styled, 'style'))).toEqual(['Saison', 'Smoked Beer'])
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
  it('distinguishes light, medium and strong', spec('10.4.2', '10.4.3'), () => {
    expect([4.4, 4.5, 6.5, 6.6, null].map(abvRangeOf)).toEqual(['light', 'medium', 'medium', 'strong', null])
  })

  it('excludes beers that do not match or whose value is unknown', () => {
    expect(names(filtered(rows, NO_FILTER, isNew))).toHaveLength(4)
    const fitting = (filter: Partial<Filter>) => names(filtered(rows, { ...NO_FILTER, ...filter }, isNew))
    expect(fitting({ families: ['IPA', 'Pale Lager'] })).toEqual(['Hell', 'Punk'])
    expect(fitting({ abvRanges: ['medium'] })).toEqual(['Hell', 'Orval', 'Punk'])
    expect(fitting({ families: ['IPA'], abvRanges: ['strong'] })).toEqual([])
    expect(fitting({ abv: { from: 5.4, to: null } })).toEqual(['Orval', 'Punk'])
    expect(fitting({ price: { from: null, to: 6 } })).toEqual(['Hell', 'Punk'])
    expect(fitting({ price: { from: 5, to: 20 }, abv: { from: 5, to: 6 } })).toEqual(['Punk'])
  })

  it('includes a beer with several prices if one of them is within the range', () => {
    const priced = placed([aSightedBeer({ name: 'Half and pint', price: '£2.90 / £5.60' })])
    const upTo = (to: number) => names(filtered(priced, { ...NO_FILTER, price: { from: null, to } }, isNew))
    expect(upTo(3)).toEqual(['Half and pint'])
    expect(upTo(2)).toEqual([])
  })

  it.each([
    ['4-6.5', { from: 4, to: 6.5 }],
    ['4-', { from: 4, to: null }],
    ['-0.5', { from: null, to: 0.5 }],
  ])('keeps a range in the address: %s', (text, range) => {
    expect(rangeOf(text)).toEqual(range)
    expect(rangeText(range)).toBe(text)
  })

  it.each([null, '', '4', 'a-b', '1.2.3-', '4-5-6'])('reads no range in %j', (text) => {
    expect(rangeOf(text)).toEqual(ANY)
  })
})

describe('the pick', () => {
  it('is the best rated untried beer, with facts of its row as the reason', () => {
    const [first, second] = picks(rows, isNew)
    expect(first?.row.beer.name).toBe('Orval')
    expect(first?.reason).toBe('Rated 94\u00a0· new to you\u00a0· Trappist\u00a0· 6.2%')
    expect(second?.reason).toBe('Rated 70\u00a0· new to you\u00a0· Helles\u00a0· 4.9%\u00a0· 4,20 €')
  })

  it('gives its reason in the language of the page', async () => {
    await loadLanguage('de')
    try {
      const beers = [
        aSightedBeer({ rating: 90, ratingOrigin: 'community', style: 'Wheat Beer', abv: null }),
        aSightedBeer({
          rating: 80,
          ratingOrigin: 'expected',
          ratingRange: { low: 75, high: 85 },
          style: null,
          abv: null,
        }),
      ]
      const reasons = picks(placed(beers), isNew).map(({ reason }) => reason)
      expect(reasons).toEqual([
        'Wertung 90\u00a0· neu für dich\u00a0· Weizenbier',
        'Wertung 80, erwartet 75-85\u00a0· neu für dich',
      ])
    } finally {
      await loadLanguage('en')
    }
  })

  it('prefers untried beers', () => {
    const hadOrval = (id: number) =>
      id === 2 ? { ...UNMARKED, triedAt: '2026-03-01T20:00:00.000Z', isSaved: true } : UNMARKED
    const order = picks(rows, hadOrval)
    expect(order.map(({ row }) => row.beer.name)).toEqual(['Hell', 'Punk', 'Orval'])
    expect(order[2]?.reason).toBe('Rated 94\u00a0· had Mar 1, 2026 · saved\u00a0· Trappist\u00a0· 6.2%')
  })

  it('puts beers of which only the style is known behind the others, unless the taste says something of them', () => {
    const menu = placed([
      aSightedBeer({ name: 'Typical', rating: 82, ratingOrigin: 'style', ratingRange: { low: 75, high: 89 } }),
      aSightedBeer({ name: 'Known', rating: 74, ratingOrigin: 'expected', ratingRange: { low: 69, high: 79 } }),
      aSightedBeer({ name: 'Yours', rating: 70, ratingOrigin: 'style', ratingRange: { low: 63, high: 77 } }),
    ])
    const forYou = ({ name }: { name: string }) => (name === 'Yours' ? { rating: 78, reasons: [] } : null)
    expect(picks(menu, isNew, forYou).map(({ row }) => row.beer.name)).toEqual(['Yours', 'Known', 'Typical'])
  })

  it('is not offered when the ratings cannot decide', () => {
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

describe('eight IPAs of one menu', () => {
  const anIpa = (name: string, rating: number, origin: string) =>
    aSightedBeer({
      name,
      rating,
      ratingOrigin: origin,
      ratingRange: origin === 'community' ? null : { low: Math.round(rating) - 5, high: Math.round(rating) + 5 },
      style: 'American IPA',
      abv: 6.5,
      price: null,
    })
  const menu = placed([
    anIpa('Plain', 72.1, 'style'),
    anIpa('Derided', 63.2, 'expected'),
    anIpa('Revered', 84.6, 'expected'),
    anIpa('Strong', 75.4, 'style'),
    anIpa('Solid', 74.8, 'expected'),
    anIpa('Voted', 79.3, 'community'),
    anIpa('Loved', 80.1, 'expected'),
    anIpa('Ordinary', 71, 'expected'),
  ])
  const best = ['Revered', 'Loved', 'Voted', 'Solid', 'Ordinary', 'Derided', 'Strong', 'Plain']

  it('are sorted by what is expected of them, those known by style alone last', () => {
    expect(names(sorted(menu, 'rating'))).toEqual(best)
  })

  it('are picked in that order, and the reason says what the rating is', () => {
    const picked = picks(menu, isNew)
    expect(picked.map(({ row }) => row.beer.name)).toEqual(best)
    expect(picked.map(({ reason }) => reason.split('\u00a0· ')[0])).toEqual([
      'Rating 85, expected 80-90',
      'Rating 80, expected 75-85',
      'Rated 79',
      'Rating 75, expected 70-80',
      'Rating 71, expected 66-76',
      'Rating 63, expected 58-68',
      'Rating 70-80, typical of American IPAs',
      'Rating 67-77, typical of American IPAs',
    ])
    expect(picked.at(-1)?.reason).toMatch(/^Rating 67-77, typical of American IPAs\u00a0· new to you\u00a0· \d/)
  })
})
