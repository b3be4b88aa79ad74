import { describe, expect, it } from 'vitest'
import { type CheckedData, checkData, FLOORS, type Floors, fillOf } from './check-data.ts'
import { CountryFile } from './data-format.ts'
import type { StyleRow } from './lexicon.ts'
import { loadShipped, readCountries } from './shipped.ts'

const said = { srmRange: [3, 40] as const, description: 'Roast and cocoa.' }
const stout: StyleRow = {
  name: 'Stout',
  family: 'Stout',
  aliases: [],
  abv: [4, 7],
  ibu: [20, 50],
  srm: 35,
  prior: 70,
  ...said,
}
const lager: StyleRow = {
  name: 'Pale Lager',
  family: 'Pale Lager',
  aliases: ['Lager'],
  abv: [4, 6],
  ibu: null,
  srm: 3,
  prior: null,
  ...said,
}

const shipped: CheckedData = { countries: readCountries(), ...loadShipped() }

interface Entry {
  name: string
  [field: string]: unknown
}

const aBeer = (fields: Partial<Entry> = {}): Entry => ({
  name: 'Night Shift',
  style: 'Stout',
  abv: 5,
  ibu: 30,
  ...fields,
})
const aBrewery = (fields: Partial<Entry> = {}): Entry => ({ name: 'Mill Lane', beers: [aBeer()], ...fields })

function dataWith(breweries: Entry[], more: Partial<CheckedData> & { file?: string } = {}): CheckedData {
  const { file = 'wales.yaml', ...rest } = more
  return {
    countries: new Map([[file, CountryFile.parse({ country: 'Wales', breweries })]]),
    styles: [stout, lager],
    lexicon: { breweries: [], words: [] },
    ...rest,
  }
}

function errorsOf(data: CheckedData, floors: Partial<Floors> = {}): string[] {
  return checkData(data, floors)
    .filter(({ level }) => level === 'error')
    .map(({ where, message }) => `${where}: ${message}`)
}

describe('checkData', () => {
  it('finds nothing wrong with good data', () => {
    expect(checkData(dataWith([aBrewery()]), { beers: 1, breweries: 1 })).toEqual([])
  })

  it.each<[defect: string, data: CheckedData, said: string]>([
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
    ['breweries out of order', dataWith([aBrewery(), aBrewery({ name: 'Abbey' })]), 'Abbey: stands after Mill Lane'],
    ['a brewery without beers', dataWith([aBrewery({ beers: [] })]), 'has no beers'],
    ['an unknown style', dataWith([aBrewery({ beers: [aBeer({ style: 'Stoutt' })] })]), 'Stoutt is not in styles.yaml'],
    [
      'a strength far from its style',
      dataWith([aBrewery({ beers: [aBeer({ abv: 52 })] })]),
      '52 % for the style Stout',
    ],
    ['stray spaces', dataWith([aBrewery({ name: ' Mill Lane' })]), 'stray spaces'],
    ['double spaces', dataWith([aBrewery({ beers: [aBeer({ name: 'Night  Shift' })] })]), 'stray spaces'],
    ['a decomposed accent', dataWith([aBrewery({ city: 'Que\u0301bec' })]), 'normal form C'],
    ['broken characters', dataWith([aBrewery({ city: 'MÃ¼nchen' })]), 'no name has'],
    ['a name without letters', dataWith([aBrewery({ beers: [aBeer({ name: '?!' })] })]), 'no letter'],
    ['a website without https', dataWith([aBrewery({ website: 'http://mill.example' })]), 'does not begin with https'],
    ['a file of another country', dataWith([aBrewery()], { file: 'belgium.yaml' }), 'is named wales.yaml'],
    [
      'an alias of two styles',
      dataWith([], { styles: [stout, { ...lager, aliases: ['stout'] }] }),
      'also names styles.yaml > Stout',
    ],
    ['a range upside down', dataWith([], { styles: [{ ...stout, abv: [7, 4] }] }), 'upside down'],
    [
      'a brewery twice in the lexicon',
      dataWith([], {
        lexicon: {
          breweries: ['Mill Lane', 'MILL LANE'].map((name) => ({ name, aliases: [], country: 'Wales' })),
          words: [],
        },
      }),
      'also names breweries.yaml > Mill Lane',
    ],
    ['two words as one', dataWith([], { lexicon: { breweries: [], words: ['brewed with'] } }), 'not a single word'],
  ])('catches %s', (_, data, said) => {
    expect(errorsOf(data).join('\n')).toContain(said)
  })

  it('wants a least number of entries and a least share of filled fields', () => {
    const data = dataWith([aBrewery({ beers: [aBeer(), aBeer({ name: 'Dusk', abv: undefined })] })])
    expect(errorsOf(data, { beers: 3, styles: 3, abv: 0.51, city: 0.1 })).toEqual([
      'beers/: beers: 2, at least 3 is needed',
      'beers/: styles: 2, at least 3 is needed',
      'beers/: abv: 0.5, at least 0.51 is needed',
      'beers/: city: 0, at least 0.1 is needed',
    ])
    expect(errorsOf(data, { beers: 2, styles: 2, abv: 0.5, city: 0 })).toEqual([])
  })

  it.each([
    ['is too short', 'Roasty.', '7 characters'],
    ['is no sentence', 'dark and dry with a light body and a long roasted end', 'not a whole sentence'],
    ['praises', 'The best stout of the town, dark and dry with a light body.', 'praises: best'],
  ])('refuses a description that %s', (_, description, said) => {
    expect(errorsOf(dataWith([aBrewery({ beers: [aBeer({ description })] })])).join()).toContain(said)
  })

  it('counts what was described by hand', () => {
    const description = 'Dark and dry, with a light body and a long roasted end.'
    expect(fillOf(dataWith([aBrewery({ beers: [aBeer({ description }), aBeer({ name: 'Dusk' })] })])).described).toBe(1)
  })

  it('warns of a strength or bitterness that is rare for the style', () => {
    const rare = dataWith([aBrewery({ beers: [aBeer({ abv: 9 }), aBeer({ name: 'Dusk', ibu: 120 })] })])
    expect(checkData(rare, { beers: 0, breweries: 0 }).map(({ level }) => level)).toEqual(['warning', 'warning'])
  })

  it('warns of an alias that adds nothing and of an owner shared by two breweries', () => {
    const idle = dataWith([
      aBrewery({ aliases: ['Mill-Lane', 'Big Beer'] }),
      aBrewery({ name: 'Old Mill', aliases: ['Big Beer'] }),
    ])
    expect(checkData(idle, { beers: 0, breweries: 0 })).toEqual([
      { level: 'warning', where: 'wales.yaml > Mill Lane', message: 'the alias Mill-Lane adds nothing' },
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

  it('tells breweries of like names in two countries apart', () => {
    expect(errorsOf(inTwoCountries(aBrewery({ beers: [aBeer({ name: 'Dusk' })] })))).toEqual([])
  })

  it('catches one beer listed in two countries', () => {
    expect(errorsOf(inTwoCountries(aBrewery())).join()).toContain(
      'is also listed as singapore.yaml > Mill Lane > Night Shift',
    )
  })

  it.each([
    ['a name that YAML reads as a number', { name: 1664 }],
    ['a field that nobody knows', { colour: 'black' }],
    ['a strength over 70 %', { abv: 71 }],
  ])('does not accept %s', (_, fields) => {
    expect(
      CountryFile.safeParse({ country: 'Wales', breweries: [{ ...aBrewery(), beers: [{ ...aBeer(), ...fields }] }] })
        .success,
    ).toBe(false)
  })

  it('finds no error in what ships', () => {
    expect(errorsOf(shipped, FLOORS)).toEqual([])
  })
})
