/** Open Food Facts: beers with barcodes, by the words on their packaging. */
import { type ImportedBeer, importSourceNamed } from '#catalogue/import'
import { type DiscoverySource, fetchJson, type Network } from './discovery-source.ts'

const NAME = 'open-food-facts'
const PRODUCTS_MAX = 20
const FIELDS = 'code,product_name,brands,categories_tags,alcohol_100g,nutriments,manufacturing_places'

export const OPEN_FOOD_FACTS = { name: NAME, address: 'https://world.openfoodfacts.org' }

export function openFoodFacts(network: Network): DiscoverySource {
  const source = importSourceNamed(NAME)
  if (!source) throw new Error('the Open Food Facts parser is missing')
  return {
    name: NAME,
    licence: source.licence,
    async find(query, signal) {
      const url = new URL('/cgi/search.pl', network.address)
      url.search = String(
        new URLSearchParams({
          search_terms: query,
          search_simple: '1',
          action: 'process',
          json: '1',
          page_size: String(PRODUCTS_MAX),
          tagtype_0: 'categories',
          tag_contains_0: 'contains',
          tag_0: 'en:beers',
          fields: FIELDS,
        }),
      )
      const { bytes } = await fetchJson(network, url, signal)
      const beers: ImportedBeer[] = []
      const file = {
        path: 'response.json',
        async *bytes() {
          yield bytes
        },
      }
      for await (const item of source.parse([file])) if (item.kind === 'beer') beers.push(item.beer)
      return { beers: beers.slice(0, PRODUCTS_MAX), breweries: [] }
    },
  }
}
