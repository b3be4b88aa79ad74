/** The link from a row to the page of its beer, which remembers the way back. */
import type { MouseEvent } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { outcomeOf } from '#contracts'
import { handoff, isWholeBeer, type OpenedBeer } from '#web/handoff/handoff.ts'
import { resultsPath } from '#web/handoff/paths.ts'
import { movePicture } from '#web/ui/moving-picture.ts'

export interface BeerLink {
  href: string
  onClick: (event: MouseEvent<HTMLElement>) => void
  /** False for an unlisted beer of a shared scan: the link allows viewing it, not saving. */
  canSave: boolean
}

export function useBeerLink(beer: OpenedBeer): BeerLink {
  const [path] = useLocation()
  const [search] = useSearchParams()
  const openBeer = useOpenBeer()
  const isUnlisted = isWholeBeer(beer) && !beer.listed
  // An unlisted beer of someone else's menu is readable only with the token of that menu or table.
  const share = (isUnlisted && (search.get('share') ?? search.get('table'))) || undefined
  const href = resultsPath(beer.id, share)
  return {
    href,
    onClick(event) {
      // The query string is part of the way back: a shared menu needs its token.
      const query = String(search)
      handoff.setPreviousPage(query ? `${path}?${query}` : path)
      openBeer(event, beer, href)
    },
    canSave: share === undefined,
  }
}

/** For the click on a link to a beer: its page shows at once what the row shows, and the row's picture moves there. */
export function useOpenBeer() {
  const [, navigate] = useLocation()
  return (event: MouseEvent<HTMLElement>, beer: OpenedBeer, href = resultsPath(beer.id)): void => {
    dropQuestionAbout(beer)
    handoff.leaveOpenedBeer(beer)
    movePicture(event, () => navigate(href))
  }
}

/** The link leads to the beer itself, not to the photo of which it may be the beer. */
function dropQuestionAbout({ id }: OpenedBeer): void {
  const { currentBeer } = handoff.get()
  if (currentBeer?.beer.id !== id) return
  if (outcomeOf({ ...currentBeer, listed: currentBeer.beer.listed }) !== 'sure') handoff.leaveBeer(null)
}
