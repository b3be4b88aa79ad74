/** Brewing houses by name and place. */
import { z } from 'zod'
import { importSourceNamed } from '#catalogue'
import { askForJson, type DiscoverySource, type Network } from './discovery-source.ts'

const NAME = 'open-brewery-db'
const HOUSES = 10
/** Kinds that brew nothing, or nothing any more. */
const NO_HOUSE = new Set(['planning', 'closed', 'bar', 'beergarden', 'taproom', 'location'])
const text = z.string().trim().max(200).nullish()

const House = z.object({
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
      url.search = String(new URLSearchParams({ query, per_page: String(HOUSES) }))
      const { value } = await askForJson(network, url, signal)
      const rows = z.array(z.unknown()).parse(value)
      const breweries = rows.slice(0, HOUSES).flatMap((row) => {
        // A row that is none is left out; the others are as good as without it.
        const { success, data } = House.safeParse(row)
        if (!success || NO_HOUSE.has(data.brewery_type ?? '')) return []
        return {
          sourceId: data.id,
          name: data.name,
          otherNames: [],
          city: data.city || null,
          state: data.state_province || null,
          country: data.country || null,
          founded: null,
          website: data.website_url && /^https?:\/\//.test(data.website_url) ? data.website_url : null,
          description: null,
          placeDecides: true,
        }
      })
      return { beers: [], breweries }
    },
  }
}
