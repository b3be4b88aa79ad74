/** The user's photo with a numbered pin for each beer and a question mark for each unread container. */
import { type CSSProperties, type MouseEvent, useMemo } from 'react'
import type { Position } from '#contracts'
import { PINNED, PINNED_BEFORE, Zoomable } from '#web/ui/zoomable.tsx'
import { nearestPin, type Pin } from './pins.ts'
import { t } from './texts.ts'
import type { Pins } from './use-pins.ts'

interface PinnedPictureProps {
  url: string
  ratio: number | undefined
  pins: readonly Pin[]
  /** Positions of unread containers; `onUnread` is called with their index. */
  unread: readonly { index: number; at: Position }[]
  pinLinks: Pins
  /** Shown beside the zoom buttons unless there are unread containers. */
  caption?: string
  onUnread: (index: number) => void
}

export function PinnedPicture({
  url,
  ratio,
  pins,
  unread,
  pinLinks,
  caption = t('pinnedPicture.caption'),
  onUnread,
}: PinnedPictureProps) {
  const { chosen } = pinLinks
  // A new object for each choice, so that choosing the same row again recentres its pin.
  const target = useMemo(
    () => (chosen?.from === 'row' ? (pins.find(({ place }) => place === chosen.place)?.at ?? null) : null),
    [chosen, pins],
  )

  /** A tap selects the nearest pin, because pins overlap; a key press selects the focused one. */
  function targetOf(event: MouseEvent<HTMLElement>, pin: Pin): Pin {
    const picture = event.currentTarget.offsetParent?.getBoundingClientRect()
    if (event.detail === 0 || !picture || picture.width === 0) return pin
    return nearestPin(pins, { x: event.clientX, y: event.clientY }, picture) ?? pin
  }

  return (
    <Zoomable
      src={url}
      ratio={ratio}
      alt={t('pinnedPicture.alt')}
      label={t('pinnedPicture.label', { pins: pins.length })}
      target={target}
      caption={unread.length > 0 ? t('pinnedPicture.unread', { count: unread.length }) : caption}
    >
      {pins.map((pin) => (
        <a
          key={pin.place}
          id={pinLinks.pinId(pin.place)}
          href={`#${pinLinks.rowId(pin.place)}`}
          aria-label={`${pin.place}: ${pin.name}`}
          onClick={(event) => {
            event.preventDefault()
            pinLinks.toRow(targetOf(event, pin).place)
          }}
          className={`${SPOT} ${pin.besideX === undefined ? '' : 'justify-items-end'} ${chosen?.place === pin.place ? 'z-10' : ''}`}
          style={placeOf(pin)}
        >
          <span
            className={`grid place-items-center rounded-full border-2 bg-amber font-bold text-[#2a1503] ${
              chosen?.place === pin.place ? 'scale-125 border-foam outline-3 outline-stout' : 'border-stout'
            } ${pins.length > DENSE_FROM && chosen?.place !== pin.place ? DENSE : pin.besideX === undefined ? ON_BEER : BESIDE_TEXT}`}
          >
            {pin.place}
          </span>
          {chosen?.place === pin.place && pin.besideX === undefined && (
            <span
              aria-hidden="true"
              className={`pointer-events-none absolute top-full mt-1 max-w-44 truncate rounded-full bg-stout/90 px-2.5 py-1 text-[0.75rem] font-semibold text-foam ${sideOf(pin.at)}`}
            >
              {pin.name}
            </span>
          )}
        </a>
      ))}
      {unread.map(({ index, at }, number) => (
        <button
          key={`${at.x}/${at.y}`}
          type="button"
          aria-label={t('pinnedPicture.spot', { number: number + 1 })}
          onClick={() => onUnread(index)}
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

/** Centred on its beer, or ending beside the text, also zoomed in; inside the photo where the text begins at its edge. */
function placeOf({ at, besideX }: Pin): CSSProperties {
  if (besideX === undefined) return { left: `${at.x}%`, top: `${at.y}%`, ...PINNED }
  return { left: `max(${besideX}%, 32px / var(--zoom))`, top: `${at.y}%`, ...PINNED_BEFORE }
}

const ON_BEER = 'size-7 text-[min(0.8rem,16px)] leading-none shadow-[0_4px_14px_#000a]'
/** Low enough for the rows of a menu. */
const BESIDE_TEXT = 'size-5.5 origin-right text-[min(0.7rem,13px)] leading-none'

/** From this many pins, their numbers would cover the photo: they are dots until the user zooms in. */
const DENSE_FROM = 14
const DENSE = 'size-3.5 text-[0px] group-data-close/zoom:size-7 group-data-close/zoom:text-[0.8rem]'

const SPOT = 'absolute grid size-11 place-items-center rounded-full'

/** Keeps the name inside the photo. */
function sideOf({ x }: Position): string {
  if (x < 30) return 'left-0'
  return x > 70 ? 'right-0' : 'left-1/2 -translate-x-1/2'
}
