/** The state of a screen that lives in its address: it comes back with Back, a reload and a shared link. */
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { SEARCH_DEBOUNCE_MS } from '#contracts'
import { useDebounced } from './timing.ts'

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
    const query = String(next)
    navigate(query ? `${path}?${query}` : path, { replace: true, state: history.state })
  }

  return [params, set]
}

/** The text of a box. Once the user pauses, it is in the address, too: browsers limit how often a page may change it. */
export function useAddressText(name: string): [string, (text: string) => void] {
  const [params, set] = useAddressState()
  const inAddress = params.get(name) ?? ''
  const [text, setText] = useState(inAddress)
  const written = useRef(inAddress)
  // Another entry of the history, or the tab that starts anew.
  useEffect(() => {
    if (inAddress !== written.current) setText(inAddress)
    written.current = inAddress
  }, [inAddress])
  const settled = useDebounced(text.trim(), SEARCH_DEBOUNCE_MS)
  const write = useEffectEvent((value: string) => {
    if (value === inAddress || value !== text.trim()) return
    written.current = value
    set({ [name]: value === '' ? [] : [value] })
  })
  useEffect(() => write(settled), [settled])
  return [text, setText]
}
