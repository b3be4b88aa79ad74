/** The beers of the last menu, over the camera. */

import { useFavoriteToggle } from '#web/beer/favorites.ts'
import { useTastingActs } from '#web/beer/tasting-acts.tsx'
import { useTastingStatuses } from '#web/beer/tasting-status.tsx'
import type { MenuBeers } from '#web/handoff/handoff.ts'
import { MenuRow, placed } from '#web/scan-result/menu-row.tsx'
import { PendingRatings } from '#web/scan-result/pending-ratings.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

interface BeerMenuProps {
  title: string
  note: string
  menu: MenuBeers
  onClose: () => void
}

export function BeerMenu({ title, note, menu, onClose }: BeerMenuProps) {
  const favorites = useFavoriteToggle('menu')
  const acts = useTastingActs()
  const tastingStatusOf = useTastingStatuses()
  return (
    <Sheet open dusk onClose={onClose} title={title} note={note}>
      <PendingRatings beers={menu.beers} />
      <ul className="pt-2">
        {placed(menu.beers).map(({ beer, place, key }) => (
          <MenuRow
            key={key}
            beer={beer}
            favorites={favorites}
            acts={acts}
            tastingStatus={tastingStatusOf(beer.id)}
            sighting={{ scanId: menu.scanId, item: place - 1 }}
          />
        ))}
      </ul>
    </Sheet>
  )
}
