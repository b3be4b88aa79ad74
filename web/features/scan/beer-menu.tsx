/** The beers of the last menu, without leaving the camera. */

import { useAcquaintances } from '#web/beer/acquaintance.ts'
import { useFavoriteToggle } from '#web/beer/favorites.ts'
import { MenuRow, placed } from '#web/beer/menu-row.tsx'
import { isPending } from '#web/beer/rating.tsx'
import type { MenuBeers } from '#web/handoff/handoff.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { TEXTS } from './texts.ts'

export function BeerMenu({ menu, onClose }: { menu: MenuBeers; onClose: () => void }) {
  const favorites = useFavoriteToggle('menu')
  const acquaintanceWith = useAcquaintances()
  const pending = menu.beers.filter(isPending).length
  return (
    <Sheet open dusk onClose={onClose} title={TEXTS.browserTitle} note={menu.title ?? `${menu.beers.length} beers`}>
      <ul className="pt-2">
        {placed(menu.beers).map(({ beer, place, key }) => (
          <MenuRow
            key={key}
            beer={beer}
            favorites={favorites}
            pending={pending}
            acquaintance={acquaintanceWith(beer.id)}
            sighting={{ scanId: menu.scanId, item: place - 1 }}
          />
        ))}
      </ul>
    </Sheet>
  )
}
