/** What was found in a fridge: the photo with a pin for each beer, and the beers under it. */
import { Heart as HeartShape } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import {
  FRIDGE_GRID_COLUMNS,
  FRIDGE_GRID_ORIGIN_PERCENT,
  FRIDGE_GRID_STEP_X_PERCENT,
  FRIDGE_GRID_STEP_Y_PERCENT,
  OVERLAY_DISMISS_MS,
  type Position,
  type SightedBeer,
} from '#contracts'
import { resultsPath } from '#web/beer/beer-facts.ts'
import { BeerTile } from '#web/beer/beer-picture.tsx'
import { ConfidenceBadge } from '#web/beer/confidence-badge.tsx'
import { useFavoriteToggle } from '#web/beer/favorites.ts'
import { Heart } from '#web/beer/heart.tsx'
import { placed } from '#web/beer/menu-row.tsx'
import { isPending } from '#web/beer/rating.tsx'
import { type Standing, useStandings } from '#web/beer/standing.ts'
import { StandingMark } from '#web/beer/standing-mark.tsx'
import { handoff, type MenuBeers } from '#web/handoff/handoff.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useDismissAfter } from '#web/ui/timing.ts'
import { TEXTS } from './texts.ts'

interface FridgeResultsProps {
  menu: MenuBeers
  photoUrl: string | undefined
  onClose: () => void
}

/** Where a beer stands on the photo; without a position it takes its place in a grid. */
export function pinOf(beer: Pick<SightedBeer, 'position'>, index: number): Position {
  if (beer.position) return beer.position
  return {
    x: FRIDGE_GRID_ORIGIN_PERCENT + FRIDGE_GRID_STEP_X_PERCENT * (index % FRIDGE_GRID_COLUMNS),
    y: FRIDGE_GRID_ORIGIN_PERCENT + FRIDGE_GRID_STEP_Y_PERCENT * Math.floor(index / FRIDGE_GRID_COLUMNS),
  }
}

export function FridgeResults({ menu, photoUrl, onClose }: FridgeResultsProps) {
  const favorites = useFavoriteToggle('heart')
  const standingOf = useStandings()
  const [isAdding, setAdding] = useState(false)
  const watch = useDismissAfter(OVERLAY_DISMISS_MS, onClose, !isAdding)
  const unsaved = menu.beers.filter((beer) => !favorites.isSaved(beer.id) && !isPending(beer))

  async function addAll(): Promise<void> {
    setAdding(true)
    await favorites.saveAll(unsaved)
    setAdding(false)
  }

  return (
    <Sheet
      open
      dusk
      onClose={onClose}
      title={TEXTS.fridgeTitle}
      note={TEXTS.detected(menu.beers.length)}
      watch={watch}
      footer={
        <>
          <Button className="flex-1" disabled={isAdding || unsaved.length === 0} onClick={() => void addAll()}>
            <HeartShape size={19} aria-hidden="true" />
            {TEXTS.addAll}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {TEXTS.close}
          </Button>
        </>
      }
    >
      {photoUrl && <PinnedPhoto url={photoUrl} beers={menu.beers} />}
      <ol className="grid grid-cols-2 gap-2.5">
        {placed(menu.beers).map(({ beer, place, key }) => (
          <li key={key} id={`found-${place}`} className="relative rounded-card border border-line bg-surface p-3">
            <div className="flex items-start justify-between">
              <BeerTile beer={beer} className="h-14 w-11.5" />
              <Heart beer={beer} favorites={favorites} className="relative -mt-1.5 -mr-1.5" />
            </div>
            <h3 className="mt-2 text-base leading-snug">
              <Link
                href={resultsPath(beer.id)}
                onClick={() => handoff.comingFrom('/')}
                className="after:absolute after:inset-0 after:rounded-card"
              >
                <span className="mr-1 text-accent-ink">{place}</span> <span>{beer.name}</span>
              </Link>
            </h3>
            <p className="truncate text-[0.8rem] text-ink-3">{beer.brewery ?? 'Brewery unknown'}</p>
            <p className="mt-1.5 flex flex-wrap items-center justify-between gap-x-2 gap-y-1.5">
              <span className="display text-[1.15rem] leading-none">
                {isPending(beer) ? <span className="text-sm text-ink-3">pouring…</span> : beer.rating.toFixed(1)}
              </span>
              {beer.confidence !== null && <ConfidenceBadge percent={beer.confidence} />}
            </p>
            <StandingLine standing={standingOf(beer.id)} />
            {beer.count > 1 && <p className="machine mt-2 text-ink-3">{beer.count} of them</p>}
          </li>
        ))}
      </ol>
    </Sheet>
  )
}

function StandingLine({ standing }: { standing: Standing | undefined }) {
  if (!standing) return null
  return (
    <p className="mt-1.5 text-[0.8rem] leading-snug font-semibold">
      <StandingMark standing={standing} />
    </p>
  )
}

function PinnedPhoto({ url, beers }: { url: string; beers: readonly SightedBeer[] }) {
  return (
    <div className="relative mb-3 overflow-hidden rounded-card border border-line">
      <img src={url} alt="The fridge you captured" className="block w-full" />
      {placed(beers).map(({ beer, place, key }) => {
        const { x, y } = pinOf(beer, place - 1)
        return (
          <a
            key={key}
            href={`#found-${place}`}
            aria-label={`${place}: ${beer.name}`}
            onClick={(event) => {
              event.preventDefault()
              document.getElementById(`found-${place}`)?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
            }}
            className="absolute grid size-11 -translate-x-1/2 -translate-y-1/2 place-items-center"
            style={{ left: `${x}%`, top: `${y}%` }}
          >
            <span className="grid size-7 place-items-center rounded-full border-2 border-stout bg-amber text-[0.8rem] font-bold text-[#2a1503] shadow-[0_4px_14px_#000a]">
              {place}
            </span>
          </a>
        )
      })}
    </div>
  )
}
