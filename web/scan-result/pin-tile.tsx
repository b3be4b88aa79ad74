/** The picture of a beer in a list. With a photo at hand it carries the number of the beer's pin, and a tap shows the pin. */
import type { SightedBeer } from '#contracts'
import { BeerTile } from '#web/beer/beer-picture.tsx'
import { shownName } from './asked.ts'
import { t } from './texts.ts'

/** The pin of a row on the photo. */
export interface RowPin {
  place: number
  onShow: () => void
}

interface PinTileProps {
  beer: SightedBeer
  pin: RowPin | undefined
  className: string
}

export function PinTile({ beer, pin, className }: PinTileProps) {
  if (!pin) return <BeerTile beer={beer} className={className} />
  return (
    <button
      type="button"
      aria-label={t('menuRow.showPin', { place: pin.place, name: shownName(beer) })}
      onClick={pin.onShow}
      className="relative z-1 block min-w-11 self-start rounded-[14px] transition-transform active:scale-95"
    >
      <BeerTile beer={beer} className={className} />
      <span
        aria-hidden="true"
        className="absolute -right-1.5 -bottom-1.5 grid h-[1.5rem] min-w-[1.5rem] place-items-center rounded-full border-2 border-surface bg-amber px-1 font-bold text-[#2a1503] text-[0.75rem] leading-none"
      >
        {pin.place}
      </span>
    </button>
  )
}
