/** Entries of the shipped catalogue with defaults: a test names only what it is about. */
import type { Shipped } from '#catalogue/shipped'

type ShippedBrewery = Shipped['breweries'][number]
type ShippedBeer = Shipped['beers'][number]

export function aShippedBrewery(given: Partial<ShippedBrewery> & { key: string; name: string }): ShippedBrewery {
  return {
    aliases: [],
    city: null,
    state: null,
    country: 'Testland',
    founded: null,
    closed: null,
    owner: null,
    storeBrand: false,
    standing: null,
    website: null,
    ...given,
  }
}

export function aShippedBeer(
  given: Partial<ShippedBeer> & { key: string; breweryKey: string; name: string },
): ShippedBeer {
  return {
    aliases: [],
    style: 'Test Style',
    abv: 5,
    ibu: null,
    popularity: 30,
    status: 'current',
    introduced: null,
    retired: null,
    source: 'memory',
    checked: null,
    standing: null,
    abvByMarket: null,
    description: 'A beer.',
    ...given,
  }
}
