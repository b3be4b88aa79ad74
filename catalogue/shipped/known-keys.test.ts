import { describe, expect, it } from 'vitest'
import { CountryFile } from './data-format.ts'
import { checkKeys, formatKeys, type KnownKeys, keyChanges, parseKeys, readKnownKeys } from './known-keys.ts'
import { loadShipped } from './shipped.ts'

interface Named {
  name: string
  id?: string
}

/** Breweries with their beers. */
const wales = (...breweries: [brewery: Named, ...beers: Named[]][]) =>
  new Map([
    [
      'wales.yaml',
      CountryFile.parse({
        country: 'Wales',
        breweries: breweries.map(([brewery, ...beers]) => ({
          ...brewery,
          beers: beers.map((beer) => ({ ...beer, style: 'Stout' })),
        })),
      }),
    ],
  ])
const known: KnownKeys = new Map([
  ['wales/mill-lane', 'listed'],
  ['wales/mill-lane/dawn', 'listed'],
  ['wales/mill-lane/dusk', 'listed'],
  ['wales/mill-lane/noon', 'gone'],
])
const [mill, dawn, dusk] = [{ name: 'Mill Lane' }, { name: 'Dawn' }, { name: 'Dusk' }]

function errorsOf(countries: ReadonlyMap<string, CountryFile>, keys: KnownKeys = known): string[] {
  const errors: string[] = []
  checkKeys(countries, keys, (_, where, message) => errors.push(`${where}: ${message}`))
  return errors
}

describe('the file of keys', () => {
  it('keeps what is written, sorted, with the beers below their brewery', () => {
    const text = formatKeys(new Map([...known].reverse()))
    expect(text.split('\n').slice(1)).toEqual(['wales/mill-lane', '  dawn', '  dusk', '  noon gone', ''])
    expect(parseKeys(text)).toEqual(known)
    expect(parseKeys(text.replaceAll('\n', '\r\n'))).toEqual(known)
  })
})

describe('checkKeys', () => {
  it('reports nothing while every entry has its key', () => {
    expect(errorsOf(wales([mill, dawn, dusk]))).toEqual([])
  })

  it('says which id a renamed beer needs, and accepts it', () => {
    expect(errorsOf(wales([mill, { name: 'Daybreak' }, dusk]))).toEqual([
      expect.stringMatching(/no entry has the key wales\/mill-lane\/dawn.*> Daybreak\?\), write "id: dawn"/),
    ])
    expect(errorsOf(wales([mill, { name: 'Daybreak', id: 'dawn' }, dusk]))).toEqual([])
  })

  it('says it once for a renamed brewery, and accepts its id', () => {
    expect(errorsOf(wales([{ name: 'Lane & Sons' }, dawn, dusk]))).toEqual([
      expect.stringMatching(/> Lane & Sons\?\), write "id: mill-lane"/),
    ])
    expect(errorsOf(wales([{ name: 'Lane & Sons', id: 'mill-lane' }, dawn, dusk]))).toEqual([])
  })

  it('accepts a beer that moved to another brewery with its whole key', () => {
    const moved = { name: 'Dawn', id: 'wales/mill-lane/dawn' }
    const keys = new Map(known).set('wales/old-mill', 'listed')
    expect(errorsOf(wales([mill, dusk], [{ name: 'Old Mill' }, dawn]), keys).join()).toContain(`"id: ${moved.id}"`)
    expect(errorsOf(wales([mill, dusk], [{ name: 'Old Mill' }, moved]), keys)).toEqual([])
  })

  it('rejects a new entry without a key, one with the key of a removed entry, and the key of no brewery', () => {
    expect(errorsOf(wales([mill, dawn, dusk, { name: 'Eve' }]))).toEqual([
      'wales.yaml > Mill Lane > Eve: is new: run "npm run keys", and commit keys.txt with it',
    ])
    expect(errorsOf(wales([mill, dawn, dusk, { name: 'Noon' }])).join()).toContain('the key of a removed entry')
    expect(errorsOf(wales([mill, dawn, dusk, { name: 'Eve', id: 'wales/mil/eve' }])).join()).toContain('no brewery')
  })

  it('finds the new and the missing entries', () => {
    const { added, missing } = keyChanges(wales([mill, dusk, { name: 'Eve' }]), known)
    expect([...added.keys()]).toEqual(['wales/mill-lane/eve'])
    expect(missing).toEqual(['wales/mill-lane/dawn'])
  })

  it('knows the keys of the shipped data', () => {
    const { breweries, beers } = loadShipped()
    const keys = readKnownKeys()
    const listed = [...keys].flatMap(([key, state]) => (state === 'listed' ? [key] : []))
    expect(new Set([...breweries, ...beers].map(({ key }) => key))).toEqual(new Set(listed))
    expect(parseKeys(formatKeys(keys))).toEqual(keys)
  })
})

it.each([['Dawn'], ['wales/dawn'], ['-dawn'], ['wales//dawn'], ['']])('rejects the id "%s"', (id) => {
  expect(() => wales([mill, { name: 'Dawn', id }])).toThrow()
})
