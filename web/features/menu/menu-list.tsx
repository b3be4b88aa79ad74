/** The beers of a menu, in printed order or best first. */
import { ArrowDownWideNarrow, ListOrdered } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { estimatedRatingSeconds, type SightedBeer } from '#contracts'
import { useFavoriteToggle } from '#web/beer/favorites.ts'
import { MenuRow, placed } from '#web/beer/menu-row.tsx'
import { isPending } from '#web/beer/rating.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { TEXTS } from './texts.ts'

interface MenuListProps {
  title: string
  above: ReactNode
  beers: readonly SightedBeer[]
  /** '6 of 8 found', where it is known how many there were to find. */
  found?: string | null | undefined
  /** True where the order is that of a printed page. */
  isPrinted: boolean
  onBack: () => void
  /** Icons beside the one that sorts. */
  actions?: ReactNode
  /** Above the list. */
  note?: ReactNode
  /** Shown instead of the list while there is none. */
  instead?: ReactNode
}

export function MenuList({ title, above, beers, found, isPrinted, onBack, actions, note, instead }: MenuListProps) {
  const [byRating, setByRating] = useState(false)
  const favorites = useFavoriteToggle('menu')
  const pending = beers.filter(isPending).length
  const rows = placed(beers)
  if (byRating) rows.sort((a, b) => b.beer.rating - a.beer.rating || a.place - b.place)
  const order = byRating ? TEXTS.byRating : isPrinted ? TEXTS.asPrinted : TEXTS.asFound
  const sortLabel = byRating ? TEXTS.sortAsPrinted : TEXTS.sortByRating

  return (
    <Screen
      title={title}
      above={above}
      below={beers.length > 0 ? `${found ?? TEXTS.count(beers.length)}, ${order}` : undefined}
      back={{ label: 'Back', go: onBack }}
      actions={
        <>
          {beers.length > 1 && (
            <IconButton label={sortLabel} onClick={() => setByRating((before) => !before)}>
              {byRating ? <ListOrdered size={22} /> : <ArrowDownWideNarrow size={22} />}
            </IconButton>
          )}
          {actions}
        </>
      }
    >
      {note}
      {pending > 0 && (
        <p role="status" className="mb-3 rounded-2xl border border-amber/30 bg-amber/10 px-4 py-2.5 text-sm text-ink-2">
          {TEXTS.estimate(estimatedRatingSeconds(pending))}
        </p>
      )}
      {instead || (
        <ul>
          {rows.map(({ beer, key }, index) => (
            <SectionedRow
              key={key}
              section={!byRating && beer.section !== rows[index - 1]?.beer.section ? beer.section : null}
            >
              <MenuRow beer={beer} favorites={favorites} pending={pending} />
            </SectionedRow>
          ))}
        </ul>
      )}
    </Screen>
  )
}

/** The heading the menu prints above its next beers. */
function SectionedRow({ section, children }: { section: string | null; children: ReactNode }) {
  return (
    <>
      {section && <li className="machine mt-5 mb-2.5 px-1 text-ink-3">{section}</li>}
      {children}
    </>
  )
}
