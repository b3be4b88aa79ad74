import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAnswer } from './answer.ts'

const long = (part: string) => part.repeat(200_000 / part.length)
const hostile = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(' ', '-', '( ', '"', '٣', '1e').map(long),
  fc.constantFrom(1e308, -1, 2 ** 53, '\0', '\ud800', '__proto__'),
)
/** The only beer of an answer with this row. */
const beerOf = (row: object) =>
  parseAnswer({ shows: 'menu', beers: [{ name: 'Marsh Lantern', ...row }] }, 'menu')?.beers[0]

const row = fc.record(
  { name: hostile, brewery: hostile, style: hostile, abv: hostile, ibu: hostile, price: hostile, estimated: hostile },
  { requiredKeys: [] },
)
const answer = fc.oneof(
  hostile,
  fc.record({ shows: hostile, title: hostile, text: fc.array(hostile), beers: fc.array(row) }),
)

describe('the name of a beer', () => {
  it.each([
    'Unknown',
    'unknown beer',
    'N/A',
    'n.a.',
    'None',
    'null',
    '(not visible)',
    'Unleserlich',
    'inconnue',
    'Neznámé',
    'Beer',
    'BIÈRE',
    'Bier.',
    'Øl',
    '啤酒',
    'Beer bottle',
    '"" - ...',
    '\u0000\u200b',
    'Lantern '.repeat(20),
  ])('is none that says nothing: %j', (name) => expect(beerOf({ name })).toBeUndefined())

  it.each(['Unknown Pleasures', 'Beer Geek Breakfast', 'None More Black', 'Lager', 'Bière de Garde', '1906'])(
    'may contain such words: %j',
    (name) => expect(beerOf({ name })?.name.value).toBe(name),
  )

  it('includes that of the brewery if the beer is called only beer', () => {
    expect(beerOf({ name: 'Birra', brewery: 'Reedbed' })?.name).toEqual({ value: 'Reedbed Birra', basis: 'printed' })
    expect(beerOf({ name: 'Birra', brewery: 'Reedbed', estimated: ['brewery'] })?.name.basis).toBe('estimated')
    expect(beerOf({ name: 'Birra', brewery: 'Bier' })).toBeUndefined()
    expect(beerOf({ name: 'Unknown', brewery: 'Reedbed' })).toBeUndefined()
  })

  it('loses line breaks and control characters', () => {
    expect(beerOf({ name: ' Marsh\n\tLantern\u0007\u2028' })?.name.value).toBe('Marsh Lantern')
  })

  it('is no placeholder in other fields either', () => {
    expect(beerOf({ brewery: 'unknown', style: 'N/A', section: 'None', size: 'null' })).toMatchObject({
      brewery: null,
      style: null,
      section: null,
      size: null,
    })
  })
})

describe('an answer of a provider', () => {
  it('of any form is used or refused, and what is used is short', () => {
    fc.assert(
      fc.property(answer, fc.constantFrom('single', 'group', 'menu'), (value, task) => {
        for (const { name, brewery, abv } of parseAnswer(value, task)?.beers ?? []) {
          expect(String(name.value).length).toBeLessThanOrEqual(200)
          expect(brewery?.value.length ?? 0).toBeLessThanOrEqual(200)
          expect(abv?.value ?? 0).toBeLessThanOrEqual(100)
        }
      }),
    )
  })

  it.each([undefined, null, 'all', '', { abv: true }, 7])(
    'without a list of estimates has estimated numbers: %j',
    (estimated) => {
      expect(beerOf({ brewery: 'Reedbed', abv: 5, ibu: 20, estimated })).toMatchObject({
        name: { basis: 'printed' },
        brewery: { basis: 'printed' },
        abv: { value: 5, basis: 'estimated' },
        ibu: { value: 20, basis: 'estimated' },
      })
    },
  )

  it.each([['abv'], ['ABV'], [['ABV']], [' Abv, style'], [[' abv ', 3]]])(
    'may list its estimates in any form: %j',
    (estimated) => {
      expect(beerOf({ abv: 5, ibu: 20, estimated })).toMatchObject({
        abv: { basis: 'estimated' },
        ibu: { basis: 'printed' },
      })
    },
  )

  it('with an empty list of estimates is printed', () => {
    expect(beerOf({ abv: 5, estimated: [] })?.abv).toEqual({ value: 5, basis: 'printed' })
  })

  it.each<[text: string, abv: number | null, ibu: number | null]>([
    ['5', 5, 5],
    ['4,5%', 4.5, null],
    ['ABV 5%', 5, null],
    ['alc. 5.2 % vol.', 5.2, null],
    ['5,2 Vol.-%', 5.2, null],
    ['6.3% ABV', 6.3, null],
    ['<0.5%', 0.5, null],
    ['0,0 %', 0, null],
    ['40 IBU', null, 40],
    ['IBU: 40', null, 40],
    ['12°P', null, null],
    ['12° Plato', null, null],
    ['12 EBC', null, null],
    ['-5', null, null],
    ['5.0-5.5', null, null],
    ['strong', null, null],
  ])('has in the text %j the ABV %s and the IBU %s', (text, abv, ibu) => {
    const beer = beerOf({ abv: text, ibu: text, estimated: [] })
    expect([beer?.abv?.value ?? null, beer?.ibu?.value ?? null]).toEqual([abv, ibu])
  })

  it.each([
    [
      { rating: '84', confidence: '90 %', count: '2' },
      { rating: 84, confidence: 0.9, count: 2 },
    ],
    [
      { rating: 84.5, confidence: '0.925', count: '3 bottles' },
      { rating: 84.5, confidence: 0.925, count: 3 },
    ],
    [
      { rating: '84 IBU', confidence: 'high', count: '-4' },
      { rating: null, confidence: 0.6, count: 1 },
    ],
  ])('may have its other numbers as texts: %j', (row, expected) => expect(beerOf(row)).toMatchObject(expected))
})
