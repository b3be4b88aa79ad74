/** Searches the catalogue and, for queries of four or more characters without a result, the discovery sources. */
import { type DiscoveryOutcome, SEARCH_DISCOVERY_MIN_LENGTH, type SearchAnswer, searchLength } from '#contracts'
import type { searchStore } from './search-store.ts'

/** Searches outside the catalogue; `app.ts` passes the implementation in. */
export interface Discovery {
  /** Resolves to the ids of what was found, best first, once they are in the catalogue. */
  discover(query: string, userId: number): Promise<{ outcome: DiscoveryOutcome; beers: number[]; breweries: number[] }>
}

export function searchService(store: ReturnType<typeof searchStore>, discovery: Discovery) {
  return {
    of: (userId: number) => ({
      /** `onDiscovery`: called before it waits for other servers. */
      async find(query: string, onDiscovery = () => {}): Promise<SearchAnswer> {
        const own = store.visibleTo(userId)
        const answer = await own.find(query)
        if (!isEmpty(answer) || searchLength(query) < SEARCH_DISCOVERY_MIN_LENGTH) return answer
        onDiscovery()
        const discovered = await discovery.discover(query, userId)
        if (discovered.outcome !== 'found') return { ...answer, discovery: discovered.outcome }
        const now = await own.find(query)
        return { ...(isEmpty(now) ? await own.rows(discovered) : now), discovery: discovered.outcome }
      },
    }),
  }
}

function isEmpty({ beers, breweries }: SearchAnswer): boolean {
  return beers.length + breweries.length === 0
}
