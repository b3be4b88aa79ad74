/** The discovery sources an operator can enable by name; `name=address` uses a mirror. */
import { AI_SOURCE } from './ai-source.ts'
import type { DiscoverySource, Network } from './discovery-source.ts'
import { OPEN_BREWERY_DB, openBreweryDb } from './open-brewery-db.ts'
import { OPEN_FOOD_FACTS, openFoodFacts } from './open-food-facts.ts'

const KNOWN: readonly { name: string; address: string; open: (network: Network) => DiscoverySource }[] = [
  { ...OPEN_FOOD_FACTS, open: openFoodFacts },
  { ...OPEN_BREWERY_DB, open: openBreweryDb },
]

export const DISCOVERY_SOURCES: readonly string[] = [...KNOWN.map(({ name }) => name), AI_SOURCE]

/** An enabled source; `address` is set for a mirror. */
export interface AllowedSource {
  name: string
  address: string | undefined
}

export function openSources(allowed: readonly AllowedSource[], fetch: typeof globalThis.fetch): DiscoverySource[] {
  return allowed.flatMap(({ name, address }) => {
    const known = KNOWN.find((source) => source.name === name)
    return known ? [known.open({ fetch, address: address ?? known.address })] : []
  })
}
