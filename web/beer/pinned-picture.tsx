/** The answer on one's own picture: a numbered pin for each beer, a question mark for each spot that could not be read. */
import { type MouseEvent, useMemo } from 'react'
import type { Position } from '#contracts'
import { PINNED, Zoomable } from '#web/ui/zoomable.tsx'
import { nearestPin, type Pin } from './pin-places.ts'
import type { Pins } from './use-pins.ts'

const TEXTS = {
  label: (pins: number) => (pins === 1 ? 'Your picture, 1 pin' : `Your picture, ${pins} pins`),
  alt: 'What you captured',
  caption: 'Tap a pin to find its row.',
  unread: (count: number) =>
    count === 1 ? 'One could not be read: tap its question mark.' : `${count} could not be read: tap a question mark.`,
  spot: (number: number) => `Spot ${number} that could not be read`,
} as const

interface PinnedPictureProps {
  url: string
  ratio: number | undefined
  pins: readonly Pin[]
  /** Spots that could not be read; the index of `onSpot` is theirs. */
  spots: readonly { index: number; at: Position }[]
  lead: Pins
  /** Beside the zoom buttons, while there is no spot to tell of. */
  caption?: string
  onSpot: (index: number) => void
}

export function PinnedPicture({ url, ratio, pins, spots, lead, caption = TEXTS.caption, onSpot }: PinnedPictureProps) {
  const { chosen } = lead
  // Each choice of a row looks at its pin anew, also the second one of the same row.
  const target = useMemo(
    () => (chosen?.from === 'row' ? (pins.find(({ place }) => place === chosen.place)?.at ?? null) : null),
    [chosen, pins],
  )

  /** A finger means the nearest pin; a key means the one it is pressed on. */
  function meant(event: MouseEvent<HTMLElement>, pin: Pin): Pin {
    const picture = event.currentTarget.offsetParent?.getBoundingClientRect()
    if (event.detail === 0 || !picture || picture.width === 0) return pin
    return nearestPin(pins, { x: event.clientX, y: event.clientY }, picture) ?? pin
  }

  return (
    <Zoomable
      src={url}
      ratio={ratio}
      alt={TEXTS.alt}
      label={TEXTS.label(pins.length)}
      target={target}
      caption={spots.length > 0 ? TEXTS.unread(spots.length) : caption}
    >
      {pins.map((pin) => (
        <a
          key={pin.place}
          id={lead.pinId(pin.place)}
          href={`#${lead.rowId(pin.place)}`}
          aria-label={`${pin.place}: ${pin.name}`}
          onClick={(event) => {
            event.preventDefault()
            lead.toRow(meant(event, pin).place)
          }}
          className={`${SPOT} ${chosen?.place === pin.place ? 'z-10' : ''}`}
          style={{ left: `${pin.at.x}%`, top: `${pin.at.y}%`, ...PINNED }}
        >
          <span
            className={`grid place-items-center rounded-full border-2 font-bold shadow-[0_4px_14px_#000a] ${pins.length > DENSE_FROM && chosen?.place !== pin.place ? DENSE : 'size-7 text-[0.8rem]'} ${
              chosen?.place === pin.place
                ? 'scale-125 border-foam bg-amber text-[#2a1503] outline-3 outline-stout'
                : 'border-stout bg-amber text-[#2a1503]'
            }`}
          >
            {pin.place}
          </span>
          {chosen?.place === pin.place && (
            <span
              aria-hidden="true"
              className={`pointer-events-none absolute top-full mt-1 max-w-44 truncate rounded-full bg-stout/90 px-2.5 py-1 text-[0.75rem] font-semibold text-foam ${sideOf(pin.at)}`}
            >
              {pin.name}
            </span>
          )}
        </a>
      ))}
      {spots.map(({ index, at }, number) => (
        <button
          key={`${at.x}/${at.y}`}
          type="button"
          aria-label={TEXTS.spot(number + 1)}
          onClick={() => onSpot(index)}
          className={SPOT}
          style={{ left: `${at.x}%`, top: `${at.y}%`, ...PINNED }}
        >
          <span className="grid size-7 place-items-center rounded-full border-2 border-dashed border-foam bg-stout/80 text-[0.85rem] font-bold text-foam">
            ?
          </span>
        </button>
      ))}
    </Zoomable>
  )
}

/** So many pins hide what they stand on: they are dots until there is room for their numbers. */
const DENSE_FROM = 14
const DENSE = 'size-3.5 text-[0px] group-data-close/zoom:size-7 group-data-close/zoom:text-[0.8rem]'

const SPOT = 'absolute grid size-11 place-items-center rounded-full'

/** The name stays on the picture. */
function sideOf({ x }: Position): string {
  if (x < 30) return 'left-0'
  return x > 70 ? 'right-0' : 'left-1/2 -translate-x-1/2'
}
