import { expect, it } from 'vitest'
import { loadShipped } from '../shipped/shipped.ts'
import { openDuplicateIndex } from './duplicate-index.ts'

const shipped = loadShipped()
const breweries = new Map(shipped.breweries.map((brewery) => [brewery.key, brewery]))
const described = ({ name, aliases, style, abv, breweryKey }: (typeof shipped.beers)[number]) => ({
  name,
  aliases,
  style,
  abv,
  brewery: breweries.get(breweryKey) ?? null,
})

it('finds shipped beers again, among all of them', () => {
  const index = openDuplicateIndex<string>(shipped)
  const beers = shipped.beers.filter((_, nth) => nth % 4 === 0)
  for (const beer of beers) index.add(beer.key, described(beer))
  expect(index.size).toBe(beers.length)
  const sample = beers.filter((_, nth) => nth % 6 === 0)
  const other = sample.filter((beer) => index.find(described(beer))?.key !== beer.key)
  // Some ship twice under two spellings; the first of them is found.
  expect(other.length).toBeLessThan(sample.length / 50)
}, 60_000)

it('finds by the brewery when the name was misspelled, and by the name when the brewery is called otherwise', () => {
  const index = openDuplicateIndex<number>(shipped)
  index.add(1, { name: 'Wandering Lantern', brewery: { name: 'Brauerei Zumhof' } })
  index.add(2, { name: 'Kellerbier', brewery: { name: 'Brauerei Zumhof' } })
  expect(index.find({ name: 'Wandring Lantern', brewery: { name: 'Zumhof' } })?.key).toBe(1)
  expect(index.find({ name: 'Zumhof Wandering Lantern', brewery: null })?.key).toBe(1)
  expect(index.find({ name: 'Wandering Lantern', brewery: { name: 'Finch' } })).toBeUndefined()
})

it('replaces what is entered under the same key, and forgets what is removed', () => {
  const index = openDuplicateIndex<number>(shipped)
  const lantern = { name: 'Lantern', brewery: { name: 'Alder' } }
  const beacon = { name: 'Beacon', brewery: { name: 'Alder' } }
  index.add(1, lantern)
  index.add(1, beacon)
  expect(index.find(lantern)).toBeUndefined()
  expect(index.find(beacon)?.key).toBe(1)
  index.remove(1)
  expect(index.find(beacon)).toBeUndefined()
  expect(index.size).toBe(0)
})

it('takes the first entered among equals', () => {
  const index = openDuplicateIndex<string>(shipped)
  const lantern = { name: 'Lantern', brewery: { name: 'Alder' } }
  index.add('first', lantern)
  index.add('second', lantern)
  expect(index.find(lantern)).toEqual({ key: 'first', score: 1 })
})

it('prefers the beer whose name repeats the same words', () => {
  const index = openDuplicateIndex<number>(shipped)
  const named = (name: string) => ({ name, brewery: { name: 'Alder' } })
  index.add(1, named('Lantern'))
  index.add(2, named('Lantern Lantern'))
  expect(index.find(named('Lantern Lantern'))).toEqual({ key: 2, score: 1 })
  expect(index.find(named('Lantern'))).toEqual({ key: 1, score: 1 })
  index.remove(2)
  expect(index.find(named('Lantern Lantern'))?.key).toBe(1)
})
