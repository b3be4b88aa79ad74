import { describe, expect, it } from 'vitest'
import type { StyleRow } from '../lexicon/lexicon.ts'
import { WORDS } from '../words/word-lists.ts'
import { type CheckedData, checkData, FLOORS, type Floors, fillOf } from './check-data.ts'
import { CountryFile, type Serving } from './data-format.ts'
import { loadShipped, readCountries } from './shipped.ts'

const common = { srmRange: [3, 40] as const, description: 'Roast and cocoa.' }
const stout: StyleRow = {
  name: 'Stout',
  family: 'Stout',
  aliases: [],
  abv: [4, 7],
  ibu: [20, 50],
  srm: 35,
  ...common,
}
const lager: StyleRow = {
  name: 'Pale Lager',
  family: 'Pale Lager',
  aliases: ['Lager'],
  abv: [4, 6],
  ibu: null,
  srm: 3,
  ...common,
}

const aServing = (style: string): Serving => ({ style, glass: 'mug', celsius: [6, 8], pairings: ['stew', 'cheese'] })

const shipped: CheckedData = { countries: readCountries(), words: WORDS, ...loadShipped() }

interface Entry {
  name: string
  [field: string]: unknown
}

const aBeer = (fields: Partial<Entry> = {}): Entry => ({
  name: 'Night Shift',
  style: 'Stout',
  abv: 5,
  ibu: 30,
  popularity: 10,
  ...fields,
})
const aBrewery = (fields: Partial<Entry> = {}): Entry => ({ name: 'Mill Lane', beers: [aBeer()], ...fields })

function dataWith(breweries: Entry[], more: Partial<CheckedData> & { file?: string } = {}): CheckedData {
  const { file = 'wales.yaml', ...rest } = more
  return {
    countries: new Map([[file, CountryFile.parse({ country: 'Wales', breweries })]]),
    styles: [stout, lager],
    servings: [stout, lager].map(({ name }) => aServing(name)),
    lexicon: { breweries: [], otherDrinks: [] },
    words: WORDS,
    ...rest,
  }
}

function errorsOf(data: CheckedData, floors: Partial<Floors> = {}): string[] {
  return checkData(data, floors)
    .filter(({ level }) => level === 'error')
    .map(({ where, message }) => `${where}: ${message}`)
}

describe('checkData', () => {
  it('reports nothing for valid data', () => {
    expect(checkData(dataWith([aBrewery()]), { beers: 1, breweries: 1 })).toEqual([])
  })

  it.each<[defect: string, data: CheckedData, message: string]>([
    [
      'a beer twice',
      dataWith([aBrewery({ beers: [aBeer(), aBeer({ name: 'Night  shift'.replace('  ', ' ') })] })]),
      'Night shift: has the same key',
    ],
    [
      'an alias that names another beer',
      dataWith([aBrewery({ beers: [aBeer(), aBeer({ name: 'Dusk', aliases: ['NIGHT SHIFT'] })] })]),
      'also names',
    ],
    ['a brewery twice', dataWith([aBrewery(), aBrewery({ name: 'Mill Láne' })]), 'also names'],
    [
      'an alias that names another brewery',
      dataWith([aBrewery(), aBrewery({ name: 'Old Mill', aliases: ['Mill Lane'] })]),
      'also names',
    ],
    [
      'breweries out of order',
      dataWith([aBrewery(), aBrewery({ name: 'Abbey' })]),
      'Abbey: must come before Mill Lane',
    ],
    ['a brewery without beers', dataWith([aBrewery({ beers: [] })]), 'has no beers'],
    ['an unknown style', dataWith([aBrewery({ beers: [aBeer({ style: 'Stoutt' })] })]), 'Stoutt is not in styles.yaml'],
    ['an ABV far from its style', dataWith([aBrewery({ beers: [aBeer({ abv: 52 })] })]), '52 % for the style Stout'],
    ['stray spaces', dataWith([aBrewery({ name: ' Mill Lane' })]), 'stray spaces'],
    ['double spaces', dataWith([aBrewery({ beers: [aBeer({ name: 'Night  Shift' })] })]), 'stray spaces'],
    ['a decomposed accent', dataWith([aBrewery({ city: 'Que\u0301bec' })]), 'normal form C'],
    ['broken characters', dataWith([aBrewery({ city: 'MÃ¼nchen' })]), 'invalid characters'],
    ['a name without letters', dataWith([aBrewery({ beers: [aBeer({ name: '?!' })] })]), 'no letter'],
    ['a website without https', dataWith([aBrewery({ website: 'http://mill.example' })]), 'must start with https'],
    ['a file of another country', dataWith([aBrewery()], { file: 'belgium.yaml' }), 'must be named wales.yaml'],
    ['the town of a store brand', dataWith([aBrewery({ storeBrand: true, city: 'Cardiff' })]), 'has no city'],
    ['the age of a store brand', dataWith([aBrewery({ storeBrand: true, founded: 1990 })]), 'has no founded'],
    [
      'a current beer at a closed brewery',
      dataWith([aBrewery({ closed: 2019 })]),
      'is current, but the brewery closed in 2019',
    ],
    [
      'a current beer that was retired',
      dataWith([aBrewery({ beers: [aBeer({ retired: 2016 })] })]),
      'is current, but was retired in 2016',
    ],
    [
      'a beer retired before it was introduced',
      dataWith([aBrewery({ beers: [aBeer({ status: 'retired', introduced: 2017, retired: 2016 })] })]),
      'ends in 2016, before it begins in 2017',
    ],
    ['a brewery closed before it was founded', dataWith([aBrewery({ founded: 1990, closed: 1890 })]), 'ends in 1890'],
    [
      'a market that is no country',
      dataWith([aBrewery({ beers: [aBeer({ abv: { default: 5, UKK: 4.6 } })] })]),
      'UKK is no ISO 3166 country code',
    ],
    [
      'an alias of two beers of a brewery',
      dataWith([aBrewery({ beers: [aBeer({ aliases: ['Late'] }), aBeer({ name: 'Dusk', aliases: ['LATE'] })] })]),
      'LATE also names',
    ],
    [
      'an alias of two styles',
      dataWith([], { styles: [stout, { ...lager, aliases: ['stout'] }] }),
      'also names styles.yaml > Stout',
    ],
    ['a reversed range', dataWith([], { styles: [{ ...stout, abv: [7, 4] }] }), 'is reversed'],
    ['a style that nobody serves', dataWith([], { servings: [aServing('Stout')] }), 'lacks the style Pale Lager'],
    ['an unknown style served', dataWith([], { servings: [aServing('Stoutt')] }), 'Stoutt: is not in styles.yaml'],
    [
      'a brewery twice in the lexicon',
      dataWith([], {
        lexicon: {
          breweries: ['Mill Lane', 'MILL LANE'].map((name) => ({ name, aliases: [], country: 'Wales' })),
          otherDrinks: [],
        },
      }),
      'also names breweries.yaml > Mill Lane',
    ],
    [
      'another drink twice',
      dataWith([], {
        lexicon: {
          breweries: [],
          otherDrinks: ['Fizz', 'FIZZ'].map((name) => ({ name, aliases: [], kind: 'Soft Drink' })),
        },
      }),
      'also names other-drinks.yaml > Fizz',
    ],
    [
      'two words as one',
      dataWith([], {
        words: { ...WORDS, generic: { ...WORDS.generic, making: ['brewed with'] } },
      }),
      'not a single word',
    ],
  ])('reports %s', (_, data, message) => {
    expect(errorsOf(data).join('\n')).toContain(message)
  })

  it('requires a minimum number of entries and a minimum share of present fields', () => {
    const data = dataWith([aBrewery({ beers: [aBeer(), aBeer({ name: 'Dusk', abv: undefined })] })])
    expect(errorsOf(data, { beers: 3, styles: 3, abv: 0.51, city: 0.1 })).toEqual([
      'beers/: beers: 2 is below the minimum of 3',
      'beers/: styles: 2 is below the minimum of 3',
      'beers/: abv: 0.5 is below the minimum of 0.51',
      'beers/: city: 0 is below the minimum of 0.1',
    ])
    expect(errorsOf(data, { beers: 2, styles: 2, abv: 0.5, city: 0 })).toEqual([])
  })

  it.each([
    ['is too short', 'Roasty.', '7 characters'],
    ['is not a sentence', 'dark and dry with a light body and a long roasted end', 'not a complete sentence'],
    ['contains marketing', 'The best stout of the town, dark and dry with a light body.', 'marketing: best'],
  ])('rejects a description that %s', (_, description, message) => {
    expect(errorsOf(dataWith([aBrewery({ beers: [aBeer({ description })] })])).join()).toContain(message)
  })

  it('counts hand-written descriptions', () => {
    const description = 'Dark and dry, with a light body and a long roasted end.'
    expect(fillOf(dataWith([aBrewery({ beers: [aBeer({ description }), aBeer({ name: 'Dusk' })] })])).described).toBe(1)
  })

  it('warns of an ABV or a bitterness that is rare for the style', () => {
    const rare = dataWith([aBrewery({ beers: [aBeer({ abv: 9 }), aBeer({ name: 'Dusk', ibu: 120 })] })])
    expect(checkData(rare, { beers: 0, breweries: 0 }).map(({ level }) => level)).toEqual(['warning', 'warning'])
  })

  it('compares the strengths of all markets with the style', () => {
    const beers = [aBeer({ abv: { default: 5, GB: 2.9, US: 50 } })]
    const [rare, wrong] = checkData(dataWith([aBrewery({ beers })]), { beers: 0, breweries: 0 })
    expect(rare).toMatchObject({ level: 'warning', message: expect.stringContaining('2.9 % in GB') })
    expect(wrong).toMatchObject({ level: 'error', message: expect.stringContaining('50 % in US') })
  })

  it('warns of popular beers without a description, by brewery', () => {
    const description = 'Dark and dry, with a light body and a long roasted end.'
    const beers = [
      aBeer({ popularity: 20 }),
      aBeer({ name: 'Dusk', popularity: 90 }),
      aBeer({ name: 'Noon', popularity: 19 }),
      aBeer({ name: 'Dawn', popularity: 90, description }),
    ]
    expect(checkData(dataWith([aBrewery({ beers })]), {})).toEqual([
      { level: 'warning', where: 'wales.yaml > Mill Lane', message: 'no description of Night Shift, Dusk' },
    ])
  })

  it('warns of descriptions that repeat another one', () => {
    const beers = ['Night Shift', 'Dusk'].map((name) =>
      aBeer({ name, description: `${name} is dark and dry, with a light body and a long roasted end.` }),
    )
    expect(checkData(dataWith([aBrewery({ beers })]), {})).toEqual([
      expect.objectContaining({ level: 'warning', where: 'wales.yaml > Mill Lane > Dusk' }),
    ])
  })

  it('warns of a check without its month', () => {
    const unclear = dataWith([aBrewery({ beers: [aBeer({ source: 'label' })] })])
    expect(checkData(unclear, {})).toEqual([expect.objectContaining({ level: 'warning' })])
    const clear = dataWith([aBrewery({ beers: [aBeer({ source: 'label', checked: '2026-11' })] })])
    expect(checkData(clear, {})).toEqual([])
  })

  it('accepts retired and one-off beers of a closed brewery', () => {
    const beers = [aBeer({ status: 'retired' }), aBeer({ name: 'Dusk', status: 'one-off' })]
    expect(checkData(dataWith([aBrewery({ closed: 2019, beers })]), {})).toEqual([])
  })

  it('asks when a brewery closed of which no beer is still brewed', () => {
    const beers = [aBeer({ status: 'retired' }), aBeer({ name: 'Dusk', status: 'one-off' })]
    const [problem, ...others] = checkData(dataWith([aBrewery({ beers })]), {})
    expect(problem).toMatchObject({ level: 'warning', message: expect.stringContaining('in which year?') })
    expect(others).toEqual([])
    expect(checkData(dataWith([aBrewery({ beers: [...beers, aBeer({ name: 'Dawn' })] })]), {})).toEqual([])
  })

  it('warns of a redundant alias and of an owner shared by two breweries', () => {
    const idle = dataWith([
      aBrewery({ aliases: ['Mill-Lane', 'Big Beer'] }),
      aBrewery({ name: 'Old Mill', aliases: ['Big Beer'] }),
    ])
    expect(checkData(idle, { beers: 0, breweries: 0 })).toEqual([
      { level: 'warning', where: 'wales.yaml > Mill Lane', message: 'the alias Mill-Lane is redundant' },
      { level: 'warning', where: 'wales.yaml > Old Mill', message: 'Big Beer also names wales.yaml > Mill Lane' },
    ])
  })

  const inTwoCountries = (second: Entry) =>
    dataWith([], {
      countries: new Map([
        ['singapore.yaml', CountryFile.parse({ country: 'Singapore', breweries: [aBrewery()] })],
        ['wales.yaml', CountryFile.parse({ country: 'Wales', breweries: [second] })],
      ]),
    })

  it('accepts breweries of the same name in two countries', () => {
    expect(errorsOf(inTwoCountries(aBrewery({ beers: [aBeer({ name: 'Dusk' })] })))).toEqual([])
  })

  it('reports a beer listed in two countries', () => {
    expect(errorsOf(inTwoCountries(aBrewery())).join()).toContain(
      'is also listed as singapore.yaml > Mill Lane > Night Shift',
    )
  })

  it.each([
    ['a name that YAML reads as a number', { name: 1664 }],
    ['an unknown field', { colour: 'black' }],
    ['an ABV over 70 %', { abv: 71 }],
  ])('rejects %s', (_, fields) => {
    expect(
      CountryFile.safeParse({ country: 'Wales', breweries: [{ ...aBrewery(), beers: [{ ...aBeer(), ...fields }] }] })
        .success,
    ).toBe(false)
  })

  it('finds no error in the shipped data', () => {
    expect(errorsOf(shipped, FLOORS)).toEqual([])
  })
})
