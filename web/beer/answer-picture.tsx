/** The picture an answer was read from, with its pins and with what could not be read, while the picture is on this device. */
import { useState } from 'react'
import type { Position, SightedBeer } from '#contracts'
import type { CapturedImage } from '#web/handoff/handoff.ts'
import { pinsOf } from './pin-places.ts'
import { PinnedPicture } from './pinned-picture.tsx'
import { UnknownSpot } from './unknown-spot.tsx'
import type { Pins } from './use-pins.ts'

interface AnswerPictureProps {
  image: CapturedImage
  beers: readonly SightedBeer[]
  spots: readonly Position[]
  isFridge: boolean
  lead: Pins
  /** A spot is looked into, or no more. */
  onOpenChange?: (isOpen: boolean) => void
}

export function AnswerPicture({ image, beers, spots, isFridge, lead, onOpenChange }: AnswerPictureProps) {
  const [open, setOpen] = useState<number | null>(null)
  const [skipped, setSkipped] = useState<readonly string[]>([])
  const change = (index: number | null) => {
    setOpen(index)
    onOpenChange?.(index !== null)
  }
  const shown = spots.flatMap((at, index) => (skipped.includes(keyOf(at)) ? [] : [{ index, at }]))
  const spot = open === null ? undefined : spots[open]
  return (
    <>
      <PinnedPicture
        url={image.url}
        ratio={image.ratio}
        pins={pinsOf(beers, isFridge)}
        spots={shown}
        lead={lead}
        onSpot={(index) => change(index)}
      />
      {open !== null && spot && (
        <UnknownSpot
          key={keyOf(spot)}
          scanId={image.id}
          index={open}
          at={spot}
          photo={image.photo}
          onSkip={() => {
            setSkipped([...skipped, keyOf(spot)])
            change(null)
          }}
          onClose={() => change(null)}
        />
      )}
    </>
  )
}

const keyOf = ({ x, y }: Position) => `${x}/${y}`
