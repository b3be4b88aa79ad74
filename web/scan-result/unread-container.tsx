/** A container on the photo that could not be read: read its part of the photo again, search by name, or skip it. */
import type { Beer, Position } from '#contracts'
import type { CapturedImage } from '#web/handoff/handoff.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useIsShown } from '#web/ui/shown.ts'
import { ChooseBeer } from './choose-beer.tsx'
import { containerAt } from './label-crop.ts'
import { ReadPart } from './read-part.tsx'
import { t } from './texts.ts'
import type { UnlistedBeer } from './unlisted-beer-form.tsx'
import { useCorrection } from './use-correction.ts'

interface UnreadContainerProps {
  image: CapturedImage
  /** Index in the scan's `spots`. */
  index: number
  at: Position
  onSkip: () => void
  onClose: () => void
}

export function UnreadContainer({ image, index, at, onSkip, onClose }: UnreadContainerProps) {
  const correction = useCorrection(image.id)
  const isShown = useIsShown()

  async function choose(right: Beer | UnlistedBeer): Promise<boolean> {
    const named = 'id' in right ? { beerId: right.id } : { unlisted: right }
    const isNamed = (await correction.correct({ spot: index, shownAt: at, ...named }, right)) !== undefined
    // The user may have closed it meanwhile, and opened another container.
    if (isNamed && isShown()) onClose()
    return isNamed
  }

  return (
    <Sheet
      open
      onClose={onClose}
      title={t('unreadContainer.title')}
      note={t('unreadContainer.note')}
      footer={
        <Button variant="quiet" className="flex-1" onClick={onSkip}>
          {t('unreadContainer.skip')}
        </Button>
      }
    >
      <ReadPart image={image} part={containerAt(at, image.ratio)} isOpen isBusy={correction.isBusy} onChoose={choose} />
      <ChooseBeer
        legend={t('unreadContainer.title')}
        alternatives={[]}
        isBusy={correction.isBusy}
        onChoose={(right) => void choose(right)}
        onName={(unlisted) => void choose(unlisted)}
      />
    </Sheet>
  )
}
