import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { aShippedBeer, aShippedBrewery } from '#testing/shipped-entries.ts'
import { fileOf, parseAll } from '../import/parse.fixture.ts'
import { importSourceNamed } from '../import/sources.ts'
import type { StyleRow } from '../lexicon/lexicon.ts'
import type { Serving } from './data-format.ts'
import { dumpFiles } from './dump.ts'

const STOUT: StyleRow = {
  name: 'Stout',
  family: 'Stout',
  aliases: [],
  abv: [4, 7],
  ibu: null,
  srm: 31.6,
  srmRange: [25, 40],
  description: 'Roast.',
}
const SERVING: Serving = { style: 'Stout', glass: 'nonic pint', celsius: [8, 11], pairings: ['oysters', 'stew'] }

const shipped = {
  breweries: [
    aShippedBrewery({ key: 'wales/mill', name: 'Mill, "Lane"', aliases: ['The Mill', 'Mill'], closed: 2019 }),
  ],
  beers: [
    aShippedBeer({
      key: 'wales/mill/dusk',
      breweryKey: 'wales/mill',
      name: 'Dusk',
      style: 'Stout',
      ibu: null,
      source: 'label',
      checked: '2026-11',
      abvByMarket: { GB: 4.6, DE: 4.9 },
      description: 'Dark,\nand dry.',
    }),
  ],
  styles: [STOUT],
  servings: [SERVING],
}
const files = dumpFiles(shipped, '2.0.0')
const fileNamed = (name: string) => files.get(name) ?? expect.fail(`no ${name}`)
const rowsOf = (name: string): Record<string, string>[] => parse(fileNamed(name), { columns: true })

it('holds all data as JSON, with format, version and licence', () => {
  const { format, version, licence, breweries, beers, styles } = JSON.parse(fileNamed('catalogue.json'))
  expect({ format, licence }).toEqual({ format: 'beergoggles-catalogue-1', licence: 'CC0-1.0' })
  expect(version).toMatch(/^2\.0\.0\+[0-9a-f]{12}$/)
  expect({ breweries, beers }).toEqual({ breweries: shipped.breweries, beers: shipped.beers })
  const serving = { glass: 'nonic pint', celsius: [8, 11], pairings: ['oysters', 'stew'] }
  expect(styles).toEqual([{ ...shipped.styles[0], serving }])
})

it('has another version for other data, and the same for the same', () => {
  const versionOf = (text: string | undefined) => JSON.parse(text ?? '').version
  const version = versionOf(files.get('catalogue.json'))
  expect(versionOf(dumpFiles(shipped, '2.0.0').get('catalogue.json'))).toBe(version)
  expect(versionOf(dumpFiles({ ...shipped, beers: [] }, '2.0.0').get('catalogue.json'))).not.toBe(version)
})

it('holds tables as CSV', () => {
  expect(rowsOf('breweries.csv')).toMatchObject([
    { key: 'wales/mill', name: 'Mill, "Lane"', aliases: 'The Mill | Mill', closed: '2019', owner: '' },
  ])
  expect(rowsOf('beers.csv')).toMatchObject([
    {
      key: 'wales/mill/dusk',
      brewery: 'Mill, "Lane"',
      abv: '5',
      ibu: '',
      abvByMarket: 'GB 4.6 | DE 4.9',
      source: 'label',
      checked: '2026-11',
      description: 'Dark,\nand dry.',
    },
  ])
  expect(rowsOf('styles.csv')).toMatchObject([
    { name: 'Stout', abvFrom: '4', abvTo: '7', ibuFrom: '', glass: 'nonic pint', pairings: 'oysters | stew' },
  ])
})

it('holds the styles as BeerJSON that the importer reads', async () => {
  const text = fileNamed('styles.beerjson.json')
  expect(JSON.parse(text).beerjson.styles[0]).toMatchObject({
    name: 'Stout',
    category: 'Stout',
    style_guide: 'BeerGoggles',
    type: 'beer',
    alcohol_by_volume: { minimum: { unit: '%', value: 4 }, maximum: { unit: '%', value: 7 } },
  })
  const source = importSourceNamed('beerjson-styles') ?? expect.fail('no importer')
  const { items } = await parseAll(source.parse, fileOf('styles.beerjson.json', text))
  expect(items).toMatchObject([{ kind: 'style', style: { name: 'Stout', category: 'Stout', srm: 32.5 } }])
})
