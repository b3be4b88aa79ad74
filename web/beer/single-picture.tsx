/** For the beer of the last photo: where it was seen on the picture, and another way to read it. */
import { ImageIcon } from 'lucide-react'
import { useState } from 'react'
import type { Beer } from '#contracts'
import { useHandoff, usePictureOf } from '#web/handoff/handoff.ts'
import { Button } from '#web/ui/button.tsx'
import { OtherScene } from './other-scene.tsx'
import { PinnedPicture } from './pinned-picture.tsx'
import { usePins } from './use-pins.ts'

const TEXTS = { show: 'Show on your picture', hide: 'Hide the picture' } as const

/** Shows nothing for a beer that was not just photographed, or whose picture is gone. */
export function SinglePicture({ beer }: { beer: Pick<Beer, 'id' | 'name'> }) {
  const { currentBeer } = useHandoff()
  const sighting = currentBeer?.beer.id === beer.id ? currentBeer : null
  const image = usePictureOf(sighting?.scanId ?? undefined)
  const [isOpen, setOpen] = useState(false)
  const lead = usePins()
  if (!sighting || !image) return null
  const pins = sighting.position ? [{ place: 1, name: beer.name, at: sighting.position }] : []
  return (
    <section aria-label="Your picture" className="mt-4">
      <Button look="quiet" aria-expanded={isOpen} className="w-full" onClick={() => setOpen(!isOpen)}>
        <ImageIcon size={19} aria-hidden="true" />
        {isOpen ? TEXTS.hide : TEXTS.show}
      </Button>
      {isOpen && (
        <div className="mt-3">
          <PinnedPicture
            url={image.url}
            ratio={image.ratio}
            pins={pins}
            spots={[]}
            lead={lead}
            caption=""
            onSpot={() => undefined}
          />
        </div>
      )}
      <OtherScene image={image} readAs="single_beer" className="mt-3" />
    </section>
  )
}
