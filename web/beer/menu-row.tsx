/** One beer of a menu, fridge or group: with its price, its pin, 'View Details', Save or Remove and a way to correct it. */
import { MapPin } from 'lucide-react'
import { Link } from 'wouter'
import type { SightedBeer } from '#contracts'
import type { Acquaintance } from './acquaintance.ts'
import { AcquaintanceMark, AcquaintancePlace } from './acquaintance-mark.tsx'
import { BeerRow } from './beer-row.tsx'
import { RowGuesses } from './engine-note.tsx'
import type { FavoriteToggle } from './favorites.ts'
import { NotThisBeer } from './not-this-beer.tsx'
import { isPending } from './rating.tsx'
import { useOpening } from './use-opening.ts'

export const TEXTS = {
  details: 'View Details',
  save: 'Save',
  remove: 'Remove',
  pending: 'Loading...',
  choose: 'Choose',
  isSaved: 'Saved',
  showPin: (place: number, name: string) => `Show ${place} on your picture: ${name}`,
} as const

interface MenuRowProps {
  beer: SightedBeer
  favorites: FavoriteToggle
  /** How many beers of the list still wait for their rating. */
  pending: number
  /** Whether the user had or saved it; undefined while that is not known. */
  acquaintance?: Acquaintance | undefined
  /** In place of the buttons, while several are chosen. */
  choice?: { isChosen: boolean; onChoose: (isChosen: boolean) => void } | undefined
  /** Stands out among the others. */
  isPicked?: boolean
  /** Where its pin leads to. */
  id?: string | undefined
  /** Leads to its pin on the picture. */
  pin?: { place: number; onShow: () => void } | undefined
  /** The scan it was seen on and its index there, where it can be corrected. */
  sighting?: { scanId: string; item: number } | undefined
}

export function MenuRow({
  beer,
  favorites,
  pending,
  acquaintance,
  choice,
  isPicked = false,
  id,
  pin,
  sighting,
}: MenuRowProps) {
  const { href, onClick, canKeep } = useOpening(beer)
  const saved = favorites.isSaved(beer.id)
  const facts = [beer.price, beer.size, beer.count > 1 ? `${beer.count} of them` : null].filter(Boolean).join(' · ')
  const shape =
    'flex min-h-11 flex-1 items-center justify-center px-3 text-[0.88rem] font-bold transition-colors hover:bg-ink/5 disabled:opacity-50'
  return (
    <BeerRow
      id={id}
      beer={beer}
      facts={facts || undefined}
      pending={pending}
      isPicked={isPicked}
      note={
        <>
          {acquaintance ? <AcquaintanceMark acquaintance={acquaintance} /> : <AcquaintancePlace />}
          <RowGuesses estimates={beer.estimates} />
        </>
      }
      foot={
        choice ? (
          <label className={`${shape} cursor-pointer gap-2.5 text-ink-2`}>
            <input
              type="checkbox"
              aria-label={`${TEXTS.choose}: ${beer.name}`}
              checked={choice.isChosen}
              disabled={saved || isPending(beer) || !canKeep}
              onChange={(event) => choice.onChoose(event.target.checked)}
              className="size-5 accent-amber"
            />
            {saved ? TEXTS.isSaved : isPending(beer) ? TEXTS.pending : TEXTS.choose}
          </label>
        ) : (
          <>
            {pin && (
              <button
                type="button"
                aria-label={TEXTS.showPin(pin.place, beer.name)}
                onClick={pin.onShow}
                className="flex min-h-11 min-w-13 items-center justify-center gap-0.5 px-2 font-bold text-accent-ink text-[0.88rem] transition-colors hover:bg-ink/5"
              >
                <MapPin size={17} aria-hidden="true" />
                {pin.place}
              </button>
            )}
            <Link
              href={href}
              aria-label={`${TEXTS.details}: ${beer.name}`}
              onClick={onClick}
              className={`${shape} text-ink-2`}
            >
              {TEXTS.details}
            </Link>
            {canKeep && (
              <button
                type="button"
                aria-label={`${saved ? TEXTS.remove : isPending(beer) ? TEXTS.pending : TEXTS.save}: ${beer.name}`}
                aria-disabled={favorites.isBusy(beer.id)}
                disabled={!saved && isPending(beer)}
                onClick={() => void favorites.toggle(beer)}
                className={`${shape} ${saved ? 'text-ink-3' : 'text-accent-ink'}`}
              >
                {saved ? TEXTS.remove : isPending(beer) ? TEXTS.pending : TEXTS.save}
              </button>
            )}
            {sighting && <NotThisBeer look="icon" {...sighting} beer={beer} />}
          </>
        )
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

/** The beers with their place on the photo. A row keeps its key when it turns out to be another beer. */
export function placed(beers: readonly SightedBeer[]): Placed[] {
  return beers.map((beer, index) => ({ beer, place: index + 1, key: `place ${index + 1}` }))
}
