/** The photo of a result with its pins, while the photo is still on this device. */
import { useState } from 'react'
import type { Position, SightedBeer } from '#contracts'
import type { CapturedImage } from '#web/handoff/handoff.ts'
import { PinnedPicture } from './pinned-picture.tsx'
import { type Pinned, pinsOf } from './pins.ts'
import { UnreadContainer } from './unread-container.tsx'
import type { Pins } from './use-pins.ts'

interface AnswerPictureProps {
  image: CapturedImage
  beers: readonly SightedBeer[]
  unread: readonly Position[]
  pinned: Pinned
  pinLinks: Pins
  /** Called when the sheet of an unread container opens or closes. */
  onOpenChange?: (isOpen: boolean) => void
}

export function AnswerPicture({ image, beers, unread, pinned, pinLinks, onOpenChange }: AnswerPictureProps) {
  const [open, setOpen] = useState<number | null>(null)
  const [skipped, setSkipped] = useState<readonly string[]>([])
  const change = (index: number | null) => {
    setOpen(index)
    onOpenChange?.(index !== null)
  }
  const shown = unread.flatMap((at, index) => (skipped.includes(keyOf(at)) ? [] : [{ index, at }]))
  const position = open === null ? undefined : unread[open]
  return (
    <>
      <PinnedPicture
        url={image.url}
        ratio={image.ratio}
        pins={pinsOf(beers, pinned)}
        unread={shown}
        pinLinks={pinLinks}
        onUnread={(index) => change(index)}
      />
      {open !== null && position && (
        <UnreadContainer
          key={keyOf(position)}
          image={image}
          index={open}
          at={position}
          onSkip={() => {
            setSkipped([...skipped, keyOf(position)])
            change(null)
          }}
          onClose={() => change(null)}
        />
      )}
    </>
  )
}

const keyOf = ({ x, y }: Position) => `${x}/${y}`
