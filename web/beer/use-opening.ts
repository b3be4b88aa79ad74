/** What a row leaves for the page of its beer: the way back, and the beer itself where the server tells it to its owner alone. */
import { useLocation, useSearch } from 'wouter'
import type { Beer } from '#contracts'
import { handoff, useHandoff } from '#web/handoff/handoff.ts'

export function useOpening(beer: Beer): () => void {
  const [path] = useLocation()
  const search = useSearch()
  const { currentBeer } = useHandoff()
  return () => {
    // A shared menu is read by what stands behind the question mark.
    handoff.comingFrom(search === '' ? path : `${path}?${search}`)
    // An unlisted beer on somebody's shared menu is known from that menu alone.
    if (beer.listed || currentBeer?.beer.id === beer.id) return
    handoff.leaveBeer({ beer, scanId: null, confidence: null, alternatives: [], readText: [] })
  }
}
