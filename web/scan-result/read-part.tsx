/** Reads a part of the photo again, which the user marks, and offers what is found there. */
import { Crop, ScanSearch } from 'lucide-react'
import { useState } from 'react'
import { type Beer, DOUBTFUL_CANDIDATES_SHOWN, type LabelBox } from '#contracts'
import type { CapturedImage } from '#web/handoff/handoff.ts'
import { Button, busyFieldset } from '#web/ui/button.tsx'
import { Candidate } from './choose-beer.tsx'
import { CropArea } from './crop-area.tsx'
import { t } from './texts.ts'
import { usePartReading } from './use-part-reading.ts'

interface ReadPartProps {
  image: CapturedImage
  /** The part that is marked first. */
  part: LabelBox
  /** Shows the photo at once, and not behind a button. */
  isOpen?: boolean
  isBusy: boolean
  /** Returns whether the beer was taken over. */
  onChoose: (beer: Beer) => Promise<boolean>
}

export function ReadPart({ image, part, isOpen: isOpenAtFirst = false, isBusy, onChoose }: ReadPartProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const [box, setBox] = useState(part)
  const { isReading, message, found, read, forget } = usePartReading()

  async function choose(beer: Beer): Promise<void> {
    if (await onChoose(beer)) await forget()
  }

  if (!isOpen) {
    return (
      <Button variant="quiet" className="mb-3 w-full" onClick={() => setOpen(true)}>
        <Crop size={19} aria-hidden="true" />
        {t('readPart.open')}
      </Button>
    )
  }
  return (
    <div className="mt-1 mb-3 grid gap-2">
      <CropArea url={image.url} box={box} onChange={setBox} />
      <Button variant="quiet" isBusy={isReading || isBusy} onClick={() => void read(image.photo, box)}>
        <ScanSearch size={19} aria-hidden="true" />
        {isReading ? t('readPart.reading') : t('readPart.read')}
      </Button>
      <p role="status" className="min-h-5 text-center text-ink-2 text-sm">
        {message}
      </p>
      {found.length > 0 && (
        <fieldset {...busyFieldset(isBusy)}>
          <ul aria-label={t('readPart.found')}>
            {found.slice(0, DOUBTFUL_CANDIDATES_SHOWN).map((candidate) => (
              <Candidate key={candidate.beer.id} {...candidate} onChoose={() => void choose(candidate.beer)} />
            ))}
          </ul>
        </fieldset>
      )}
    </div>
  )
}
