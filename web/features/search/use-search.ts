/** Search as you type: trimmed, debounced, and saved to the history once it has settled. */
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
  searchLength,
} from '#contracts'
import { call } from '#web/api/call.ts'
import { keyOf, queryOf } from '#web/api/queries.ts'
import { useDebounced } from '#web/ui/timing.ts'

export function useSearch(text: string) {
  const query = useDebounced(text.trim(), SEARCH_DEBOUNCE_MS)
  const isActive = searchLength(query) >= SEARCH_MIN_LENGTH && searchLength(text) >= SEARCH_MIN_LENGTH
  const result = useQuery({
    ...queryOf(search, { query: { q: query } }),
    enabled: isActive,
    staleTime: SEARCH_STALE_MS,
    // The server may look for beers in other sources.
    meta: { asksElsewhere: true },
  })
  // Queried even while results hide the list: the newest entry decides whether a search is saved.
  const history = useSearchHistory()
  // As many as the summary of the results says.
  const count = result.data && (result.data.beers.length || result.data.breweries.length)
  const save = useSaveSearch(isActive ? query : '', count)
  return { query, isActive, result, save, history }
}

function useSearchHistory() {
  return useQuery(queryOf(listSearches, {}))
}

/**
 * Saves a search once its results have been shown for a while, or at once when the returned function is called. A search
 * equal to the newest entry is not saved again.
 */
function useSaveSearch(query: string, count: number | undefined): () => void {
  const queryClient = useQueryClient()
  const save = useCallback(() => {
    if (searchLength(query) < SEARCH_HISTORY_MIN_LENGTH || count === undefined) return
    const key = keyOf(listSearches, {})
    const [newest] = queryClient.getQueryData<SearchEntry[]>(key) ?? []
    if (newest && newest.query.toLowerCase() === query.toLowerCase()) return
    call(saveSearch, { body: { query, resultCount: count } }).then(
      (entry) =>
        queryClient.setQueryData<SearchEntry[]>(key, (list = []) => [
          entry,
          ...list.filter(({ id }) => id !== entry.id),
        ]),
      // A search that was not saved does no harm; the refetched list shows what is stored.
      () => queryClient.invalidateQueries({ queryKey: key }),
    )
  }, [query, count, queryClient])

  useEffect(() => {
    if (count === undefined) return
    const timer = setTimeout(save, SEARCH_SETTLED_MS)
    return () => clearTimeout(timer)
  }, [save, count])
  return save
}
