import { expect, it } from 'vitest'
import { aShippedBeer, aShippedBrewery } from '#testing/shipped-entries.ts'
import { countCatalogue, countsPage, countsText } from './counts.ts'

const wales = aShippedBrewery({ key: 'wales/mill', name: 'Mill', country: 'Wales', closed: 2019 })
const malta = aShippedBrewery({
  key: 'malta/quay',
  name: 'Quay',
  country: 'Malta',
  owner: 'Test Group',
  storeBrand: true,
})
const oregon = aShippedBrewery({ key: 'oregon/ferry', name: 'Ferry', country: 'United States', state: 'Oregon' })
const beer = (name: string, of: typeof wales, given: Partial<Parameters<typeof aShippedBeer>[0]> = {}) =>
  aShippedBeer({ key: `${of.key}/${name}`, breweryKey: of.key, name, description: null, ...given })

const counts = countCatalogue({
  breweries: [malta, wales],
  beers: [
    beer('One', wales, { status: 'retired', source: 'label', popularity: 50, description: 'Dark.' }),
    beer('Two', wales, { status: 'retired', popularity: 9 }),
    beer('Three', malta, { source: 'second-source', popularity: 20 }),
  ],
  styles: [],
})

it('counts beers by source, status, popularity and country', () => {
  expect(counts.totals).toMatchObject({ beers: 3, breweries: 2, countries: 2, checked: 2, retired: 2, described: 1 })
  expect(counts.totals).toMatchObject({ closedBreweries: 1, ownedBreweries: 1, storeBrands: 1 })
  expect(Object.fromEntries(counts.bySource)).toMatchObject({ label: 1, 'second-source': 1, memory: 1, brewery: 0 })
  expect(Object.fromEntries(counts.byStatus)).toMatchObject({ current: 1, retired: 2, seasonal: 0 })
  expect(counts.byPopularity.map(({ name, beers, checked }) => [name, beers, checked])).toEqual([
    ['50 and more', 1, 1],
    ['20 to 49', 1, 1],
    ['10 to 19', 0, 0],
    ['0 to 9', 1, 0],
  ])
  expect(counts.byCountry).toEqual([
    { name: 'Wales', breweries: 1, beers: 2, checked: 1, retired: 2, described: 1 },
    { name: 'Malta', breweries: 1, beers: 1, checked: 1, retired: 0, described: 0 },
  ])
})

it('counts the breweries and beers of the United States by state', () => {
  const { byState } = countCatalogue({
    breweries: [wales, oregon],
    beers: [beer('Four', oregon), beer('One', wales)],
    styles: [],
  })
  expect(byState.map(({ name, breweries, beers }) => [name, breweries, beers])).toEqual([['Oregon', 1, 1]])
})

it('prints them', () => {
  expect(countsText(counts)).toContain('by source: brewery 0, label 1, register 0, second-source 1, memory 1')
  expect(countsText(counts)).toMatch(/Wales +1 breweries +2 beers, 50 % checked, 2 retired, 50 % described/)
})

it('writes them as a page', () => {
  const page = countsPage(counts)
  expect(page).toContain('| Wales | 1 | 2 | 1 | 2 | 1 |')
  expect(page).toContain('| `retired`: no longer brewed | 2 |')
})
