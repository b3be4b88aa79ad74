/** How a row opens the page of its beer: where that is, and the way back it leaves. */
import { useLocation, useSearchParams } from 'wouter'
import type { Beer } from '#contracts'
import { handoff } from '#web/handoff/handoff.ts'
import { resultsPath } from './beer-facts.ts'

export interface Opening {
  href: string
  onClick: () => void
  /** False for what somebody else read and the catalogue lacks: their link lets it be seen, not kept. */
  canKeep: boolean
}

export function useOpening(beer: Pick<Beer, 'id' | 'listed'>): Opening {
  const [path] = useLocation()
  const [search] = useSearchParams()
  // An unlisted beer on somebody's shared menu is told to whoever has the menu's link.
  const share = (!beer.listed && search.get('share')) || undefined
  return {
    href: resultsPath(beer.id, share),
    // A shared menu is read by what stands behind the question mark.
    onClick: () => handoff.comingFrom(search.size === 0 ? path : `${path}?${search}`),
    canKeep: share === undefined,
  }
}
