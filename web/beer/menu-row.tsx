/** One beer of a menu, fridge or group: with its price, 'View Details' and Save or Remove. */
import { Link, useLocation } from 'wouter'
import type { SightedBeer } from '#contracts'
import { handoff } from '#web/handoff/handoff.ts'
import { resultsPath } from './beer-facts.ts'
import { BeerRow } from './beer-row.tsx'
import type { FavoriteToggle } from './favorites.ts'
import { isPending } from './rating.tsx'

export const TEXTS = { details: 'View Details', save: 'Save', remove: 'Remove', pending: 'Loading...' } as const

interface MenuRowProps {
  beer: SightedBeer
  favorites: FavoriteToggle
  /** How many beers of the list still wait for their rating. */
  pending: number
}

export function MenuRow({ beer, favorites, pending }: MenuRowProps) {
  const [location] = useLocation()
  const saved = favorites.isSaved(beer.id)
  const facts = [beer.price, beer.size, beer.count > 1 ? `${beer.count} of them` : null].filter(Boolean).join(' · ')
  const shape =
    'flex min-h-11 flex-1 items-center justify-center rounded-b-[18px] px-3 text-[0.88rem] font-bold transition-colors hover:bg-ink/5 disabled:opacity-50'
  return (
    <BeerRow
      beer={beer}
      facts={facts || undefined}
      pending={pending}
      foot={
        <>
          <Link
            href={resultsPath(beer.id)}
            aria-label={`${TEXTS.details}: ${beer.name}`}
            onClick={() => handoff.comingFrom(location)}
            className={`${shape} text-ink-2`}
          >
            {TEXTS.details}
          </Link>
          <button
            type="button"
            aria-label={`${saved ? TEXTS.remove : isPending(beer) ? TEXTS.pending : TEXTS.save}: ${beer.name}`}
            disabled={favorites.isBusy(beer.id) || (!saved && isPending(beer))}
            onClick={() => void favorites.toggle(beer)}
            className={`${shape} ${saved ? 'text-ink-3' : 'text-accent-ink'}`}
          >
            {saved ? TEXTS.remove : isPending(beer) ? TEXTS.pending : TEXTS.save}
          </button>
        </>
      }
    />
  )
}

export interface Placed {
  beer: SightedBeer
  /** 1 for the first one of the photo. */
  place: number
  key: string
}

/** The beers with their place on the photo; one beer may stand on a menu twice. */
export function placed(beers: readonly SightedBeer[]): Placed[] {
  return beers.map((beer, index) => ({ beer, place: index + 1, key: `${beer.id}@${index + 1}` }))
}
