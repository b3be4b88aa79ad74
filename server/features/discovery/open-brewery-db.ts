/** Open Brewery DB: breweries by name and place. */
import { z } from 'zod'
import { canonicalCountry, canonicalState } from '#catalogue/identity'
import { importSourceNamed, NON_BREWING_TYPES, UNKNOWN_BREWERY_FACTS } from '#catalogue/import'
import { type DiscoverySource, fetchJson, type Network } from './discovery-source.ts'

const NAME = 'open-brewery-db'
const BREWERIES_MAX = 10
const text = z.string().trim().max(200).nullish()

const Brewery = z.object({
  id: z.string().min(1).max(100),
  name: z.string().trim().min(2).max(120),
  brewery_type: text,
  city: text,
  state_province: text,
  country: text,
  website_url: text,
})

export const OPEN_BREWERY_DB = { name: NAME, address: 'https://api.openbrewerydb.org' }

export function openBreweryDb(network: Network): DiscoverySource {
  return {
    name: NAME,
    licence: importSourceNamed(NAME)?.licence ?? null,
    async find(query, signal) {
      const url = new URL('/v1/breweries/search', network.address)
      url.search = String(new URLSearchParams({ query, per_page: String(BREWERIES_MAX) }))
      const { value } = await fetchJson(network, url, signal)
      const rows = z.array(z.unknown()).parse(value)
      const breweries = rows.slice(0, BREWERIES_MAX).flatMap((row) => {
        // Invalid rows are skipped, the others are used.
        const { success, data } = Brewery.safeParse(row)
        if (!success || NON_BREWING_TYPES.has(data.brewery_type ?? '')) return []
        const country = canonicalCountry(data.country || null)
        return {
          ...UNKNOWN_BREWERY_FACTS,
          sourceId: data.id,
          name: data.name,
          city: data.city || null,
          state: canonicalState(data.state_province || null, country),
          country,
          website: data.website_url && /^https?:\/\//.test(data.website_url) ? data.website_url : null,
          distinctByTown: true,
        }
      })
      return { beers: [], breweries }
    },
  }
}
