/** The catalogue first; from four letters that find nothing, whoever else may know. */
import { SEARCH_DISCOVERY_MIN_LENGTH, type SearchAnswer } from '#contracts'
import type { Discovery } from '../discovery/discovery.ts'
import type { searchStore } from './search-store.ts'

export function searchService(store: ReturnType<typeof searchStore>, discovery: Discovery) {
  return {
    of: (userId: number) => ({
      async find(query: string): Promise<SearchAnswer> {
        const own = store.visibleTo(userId)
        const answer = await own.find(query)
        if (!isEmpty(answer) || query.trim().length < SEARCH_DISCOVERY_MIN_LENGTH) return answer
        const looked = await discovery.look(query)
        if (looked.outcome !== 'found') return { ...answer, discovery: looked.outcome }
        const now = await own.find(query)
        return { ...(isEmpty(now) ? await own.rows(looked) : now), discovery: looked.outcome }
      },
    }),
  }
}

function isEmpty({ beers, breweries }: SearchAnswer): boolean {
  return beers.length + breweries.length === 0
}
