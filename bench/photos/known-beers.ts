/** The shipped catalogue as readers get it, and which labelled beers it contains: compared by name, independently of the matcher. */
import type { CatalogueChanges } from '#catalogue'
import { loadShipped, type Shipped } from '#catalogue/shipped'
import type { TrueBeer } from './photo-set.ts'
import { isListedAs } from './same-beer.ts'
import type { Knows } from './score.ts'

export interface NamedShipped {
  name: string
  brewery: string | null
  aliases: string[]
}

export interface ShippedRows {
  shipped: Shipped
  rows: CatalogueChanges
  /** Returns name and brewery of a beer. */
  nameOf(beerId: number): NamedShipped | undefined
  knows: Knows
}

export function shippedRows(): ShippedRows {
  const shipped = loadShipped()
  const breweryIds = new Map(shipped.breweries.map(({ key }, index) => [key, index + 1]))
  const breweries = shipped.breweries.map(({ name, aliases, country }, index) => ({
    id: index + 1,
    name,
    aliases,
    country,
  }))
  const beers = shipped.beers.map(({ breweryKey, name, aliases, style, abv, ibu, popularity }, index) => ({
    id: index + 1,
    breweryId: breweryIds.get(breweryKey) ?? null,
    name,
    aliases,
    style,
    abv,
    ibu,
    popularity,
  }))
  const named = beers.map(({ id, breweryId, name, aliases, style }) => {
    const brewery = breweryId === null ? undefined : breweries[breweryId - 1]
    return { id, name, aliases, style, brewery: brewery?.name ?? null, breweryAliases: brewery?.aliases ?? [] }
  })
  // Cached: the same labels are looked up many times.
  const known = new Map<TrueBeer, boolean>()
  return {
    shipped,
    rows: { version: 1, breweries, beers, removedBeers: [], removedBreweries: [] },
    nameOf: (beerId) => named[beerId - 1],
    knows: (truth, otherNames) => {
      const answer =
        known.get(truth) ??
        named.some((beer) => {
          const brewery = [beer.brewery, ...beer.breweryAliases].join(' ')
          return isListedAs(truth, otherNames, { ...beer, brewery })
        })
      known.set(truth, answer)
      return answer
    },
  }
}
