/** A beer of a menu, fridge or group: facts, pin, View Details, Save or Remove, and correction. */
import { MapPin } from 'lucide-react'
import { Link } from 'wouter'
import type { SightedBeer } from '#contracts'
import { BeerRow } from '#web/beer/beer-row.tsx'
import type { FavoriteToggle } from '#web/beer/favorites.ts'
import { isPending } from '#web/beer/rating.tsx'
import { TastingMark, TastingMarkSpace, type TastingStatus } from '#web/beer/tasting-status.tsx'
import { useBeerLink } from '#web/beer/use-beer-link.ts'
import { isAsked } from './asked.ts'
import { RowEstimates } from './engine-note.tsx'
import { NotThisBeer, WhichOne, WhichOneMark } from './not-this-beer.tsx'

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
  /** Number of beers in the list whose rating is pending. */
  pending: number
  /** Undefined while loading. */
  tastingStatus?: TastingStatus | undefined
  /** Replaces the buttons with a checkbox while several beers are selected. */
  choice?: { isChosen: boolean; onChoose: (isChosen: boolean) => void } | undefined
  /** Highlighted. */
  isPicked?: boolean
  /** The target of its pin. */
  id?: string | undefined
  /** Shows its pin on the photo. */
  pin?: { place: number; onShow: () => void } | undefined
  /** The scan and the index in it, if the beer can be corrected. */
  sighting?: { scanId: string; item: number } | undefined
}

export function MenuRow({
  beer,
  favorites,
  pending,
  tastingStatus,
  choice,
  isPicked = false,
  id,
  pin,
  sighting,
}: MenuRowProps) {
  const { href, onClick, canSave: mayKeep } = useBeerLink(beer)
  const asked = isAsked(beer)
  // What is saved must be what was scanned.
  const canSave = mayKeep && !asked
  const saved = favorites.isSaved(beer.id)
  const facts = [beer.price, beer.size, beer.count > 1 ? `×${beer.count}` : null].filter(Boolean).join(' · ')
  const shape =
    'flex min-h-11 flex-1 items-center justify-center px-3 text-[0.88rem] font-bold transition-colors hover:bg-ink/5 disabled:opacity-50'
  return (
    <BeerRow
      id={id}
      beer={beer}
      facts={facts || undefined}
      pending={pending}
      rating={asked ? <AskedMark beer={beer} sighting={sighting} /> : undefined}
      isPicked={isPicked}
      note={
        <>
          {tastingStatus ? <TastingMark tastingStatus={tastingStatus} /> : <TastingMarkSpace />}
          <RowEstimates estimates={beer.estimates} />
        </>
      }
      foot={
        choice ? (
          <label className={`${shape} cursor-pointer gap-2.5 text-ink-2`}>
            <input
              type="checkbox"
              aria-label={`${TEXTS.choose}: ${beer.name}`}
              checked={choice.isChosen}
              disabled={saved || isPending(beer) || !canSave}
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
            {canSave && (
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
            {sighting && !asked && <NotThisBeer variant="icon" {...sighting} beer={beer} label={beer} />}
          </>
        )
      }
    />
  )
}

function AskedMark({ beer, sighting }: Pick<MenuRowProps, 'beer' | 'sighting'>) {
  return sighting ? <WhichOne {...sighting} beer={beer} className="ml-auto" /> : <WhichOneMark className="ml-auto" />
}

export interface Placed {
  beer: SightedBeer
  /** From 1, in the order of the photo. */
  place: number
  key: string
}

/** Numbers the beers in the order of the photo. The key stays the same when a beer is corrected. */
export function placed(beers: readonly SightedBeer[]): Placed[] {
  return beers.map((beer, index) => ({ beer, place: index + 1, key: `place ${index + 1}` }))
}
