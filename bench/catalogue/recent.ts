/** How many of the beers that people drank from 2020 to 2025 (`recent-beers.yaml`) the catalogue contains. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { foldText } from '#catalogue'
import type { Shipped } from '#catalogue/shipped'
import { isSameBeer, isSameBrewery } from '../photos/same-beer.ts'

const Expected = z.record(z.string(), z.array(z.string()).min(1))

/** A beer counts if brewery and name agree; an owner or a brand may stand for the brewery. */
export function findRecent({ beers, breweries }: Pick<Shipped, 'beers' | 'breweries'>): {
  found: number
  missing: string[]
} {
  const expected = Expected.parse(parse(readFileSync(new URL('./recent-beers.yaml', import.meta.url), 'utf8')))
  const beersByBrewery = new Map<string, typeof beers>()
  for (const beer of beers) beersByBrewery.set(beer.breweryKey, [...(beersByBrewery.get(beer.breweryKey) ?? []), beer])
  const listed = breweries.map(({ key, name, aliases, owner }) => {
    const brewery = [name, ...aliases, owner ?? ''].join(' ')
    return { brewery, range: (beersByBrewery.get(key) ?? []).map((beer) => ({ ...beer, brewery })) }
  })
  const known = Object.entries(expected).flatMap(([brewery, names]) => {
    const folded = foldText(brewery)
    const range = listed
      .filter(
        (one) =>
          isSameBrewery(brewery, one.brewery) ||
          // Names without a longer word, such as 'To Øl', and brands.
          foldText(one.brewery).includes(folded) ||
          one.range.some((beer) => foldText(beer.name).startsWith(`${folded} `)),
      )
      .flatMap((one) => one.range)
    return names.map((name) => ({
      text: `${name}, ${brewery}`,
      isListed: range.some(
        (beer) =>
          [beer.name, ...beer.aliases].some((other) => foldText(other) === foldText(name)) ||
          isSameBeer({ name, brewery }, [], beer),
      ),
    }))
  })
  return {
    found: known.filter(({ isListed }) => isListed).length,
    missing: known.filter(({ isListed }) => !isListed).map(({ text }) => text),
  }
}
