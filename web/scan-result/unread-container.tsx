/** A container on the photo that could not be read: read its part of the photo again, search by name, or skip it. */
import type { Beer, Position } from '#contracts'
import type { CapturedImage } from '#web/handoff/handoff.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { ChooseBeer } from './choose-beer.tsx'
import { containerAt } from './label-crop.ts'
import { ReadPart } from './read-part.tsx'
import { useCorrection } from './use-correction.ts'

const TEXTS = {
  title: 'Which beer is this?',
  note: "We spotted it on your photo but couldn't read it.",
  skip: 'Skip it',
} as const

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

  async function choose(right: Beer): Promise<boolean> {
    const isNamed = (await correction.correct({ spot: index, beerId: right.id }, right)) !== undefined
    if (isNamed) onClose()
    return isNamed
  }

  return (
    <Sheet
      open
      onClose={onClose}
      title={TEXTS.title}
      note={TEXTS.note}
      footer={
        <Button variant="quiet" className="flex-1" onClick={onSkip}>
          {TEXTS.skip}
        </Button>
      }
    >
      <ReadPart image={image} part={containerAt(at, image.ratio)} isOpen isBusy={correction.isBusy} onChoose={choose} />
      <ChooseBeer
        legend={TEXTS.title}
        alternatives={[]}
        isBusy={correction.isBusy}
        onChoose={(right) => void choose(right)}
      />
    </Sheet>
  )
}
