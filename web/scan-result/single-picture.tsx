/** The photo of the beer that was just scanned, with its pin, and the option to scan it as another scene. */
import { ImageIcon } from 'lucide-react'
import { useState } from 'react'
import type { Beer } from '#contracts'
import { useHandoff, usePictureOf } from '#web/handoff/handoff.ts'
import { Button } from '#web/ui/button.tsx'
import { shownName } from './asked.ts'
import { PinnedPicture } from './pinned-picture.tsx'
import { ReprocessAs } from './reprocess-as.tsx'
import { t } from './texts.ts'
import { usePins } from './use-pins.ts'

/** Renders nothing if the beer was not just scanned or its photo is gone. */
export function SinglePicture({ beer }: { beer: Beer }) {
  const { currentBeer } = useHandoff()
  const sighting = currentBeer?.beer.id === beer.id ? currentBeer : null
  const image = usePictureOf(sighting?.scanId ?? undefined)
  const [isOpen, setOpen] = useState(false)
  const pinLinks = usePins()
  if (!sighting || !image) return null
  const pins = sighting.position ? [{ place: 1, name: shownName({ ...sighting, ...beer }), at: sighting.position }] : []
  return (
    <section aria-label={t('singlePicture.yourPicture')} className="mt-4">
      <Button variant="quiet" aria-expanded={isOpen} className="w-full" onClick={() => setOpen(!isOpen)}>
        <ImageIcon size={19} aria-hidden="true" />
        {isOpen ? t('singlePicture.hide') : t('singlePicture.show')}
      </Button>
      {isOpen && (
        <div className="mt-3">
          <PinnedPicture
            url={image.url}
            ratio={image.ratio}
            pins={pins}
            unread={[]}
            pinLinks={pinLinks}
            caption=""
            onUnread={() => undefined}
          />
        </div>
      )}
      <ReprocessAs image={image} processedAs="single_beer" className="mt-3" />
    </section>
  )
}
