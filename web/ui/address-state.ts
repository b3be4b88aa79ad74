/** The state of a screen that lives in its address: it comes back with Back, a reload and a shared link. */
import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'

/** The parameters of the address, and a function that replaces the values of some. */
export function useAddressState(): [URLSearchParams, (changes: Record<string, readonly string[]>) => void] {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const params = useMemo(() => new URLSearchParams(search), [search])

  function set(changes: Record<string, readonly string[]>): void {
    const next = new URLSearchParams(search)
    for (const [name, values] of Object.entries(changes)) {
      next.delete(name)
      for (const value of values) next.append(name, value)
    }
    const address = next.size === 0 ? path : `${path}?${next}`
    navigate(address, { replace: true, state: history.state })
  }

  return [params, set]
}
