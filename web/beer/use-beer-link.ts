/** The link from a row to the page of its beer, which remembers the way back. */
import { useLocation, useSearchParams } from 'wouter'
import type { Beer } from '#contracts'
import { handoff } from '#web/handoff/handoff.ts'
import { resultsPath } from '#web/handoff/paths.ts'

export interface BeerLink {
  href: string
  onClick: () => void
  /** False for an unlisted beer of a shared scan: the link allows viewing it, not saving. */
  canSave: boolean
}

export function useBeerLink(beer: Pick<Beer, 'id' | 'listed'>): BeerLink {
  const [path] = useLocation()
  const [search] = useSearchParams()
  // An unlisted beer of someone else's menu is readable only with the token of that menu or table.
  const share = (!beer.listed && (search.get('share') ?? search.get('table'))) || undefined
  return {
    href: resultsPath(beer.id, share),
    // The query string is part of the way back: a shared menu needs its token.
    onClick: () => handoff.setPreviousPage(search.size === 0 ? path : `${path}?${search}`),
    canSave: share === undefined,
  }
}
