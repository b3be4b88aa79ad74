/** Searching as one types: trimmed, debounced, and kept in the history once it has settled. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import {
  listSearches,
  SEARCH_DEBOUNCE_MS,
  SEARCH_HISTORY_MIN_LENGTH,
  SEARCH_MIN_LENGTH,
  SEARCH_SETTLED_MS,
  SEARCH_STALE_MS,
  type SearchEntry,
  saveSearch,
  search,
} from '#contracts'
import { call } from '#web/api/call.ts'
import { keyOf, queryOf } from '#web/api/queries.ts'
import { useDebounced } from '#web/ui/timing.ts'

export function useSearch(text: string) {
  const query = useDebounced(text.trim(), SEARCH_DEBOUNCE_MS)
  const isActive = query.length >= SEARCH_MIN_LENGTH && text.trim().length >= SEARCH_MIN_LENGTH
  const result = useQuery({
    ...queryOf(search, { query: { q: query } }),
    enabled: isActive,
    staleTime: SEARCH_STALE_MS,
  })
  // Kept in sight of the cache while results hide the list: what was saved last decides what is saved next.
  const history = useSearchHistory()
  const count = result.data ? result.data.beers.length + result.data.breweries.length : undefined
  const keep = useKeepSearch(isActive ? query : '', count)
  return { query, isActive, result, keep, history }
}

function useSearchHistory() {
  return useQuery(queryOf(listSearches, {}))
}

/**
 * Saves a search once its answer is shown and it stood a while, or at once when a result is opened. What equals the
 * newest entry is not saved again.
 */
function useKeepSearch(query: string, count: number | undefined): () => void {
  const queryClient = useQueryClient()
  const keep = useCallback(() => {
    if (query.length < SEARCH_HISTORY_MIN_LENGTH || count === undefined) return
    const key = keyOf(listSearches, {})
    const [newest] = queryClient.getQueryData<SearchEntry[]>(key) ?? []
    if (newest && newest.query.toLowerCase() === query.toLowerCase()) return
    call(saveSearch, { body: { query, resultCount: count } }).then(
      (entry) => queryClient.setQueryData<SearchEntry[]>(key, (list = []) => [entry, ...list]),
      // A search that could not be kept harms nobody; the list says what is really stored.
      () => queryClient.invalidateQueries({ queryKey: key }),
    )
  }, [query, count, queryClient])

  useEffect(() => {
    if (count === undefined) return
    const timer = setTimeout(keep, SEARCH_SETTLED_MS)
    return () => clearTimeout(timer)
  }, [keep, count])
  return keep
}
