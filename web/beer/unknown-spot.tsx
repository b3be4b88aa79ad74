/** A container on the picture that could not be read: read its part again, find it by name, or leave it. */
import { ScanSearch } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Alternative, Beer, Position } from '#contracts'
import { saidBy } from '#web/api/call-error.ts'
import { partOf, UnusablePhoto } from '#web/device/photo.ts'
import { cancelScan, type Outcome } from '#web/outbox/deliver.ts'
import { outbox } from '#web/outbox/outbox.ts'
import { BlobImage } from '#web/ui/blob-image.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { ChooseBeer } from './choose-beer.tsx'
import { useCorrection } from './use-correction.ts'

const TEXTS = {
  title: 'Which beer is this?',
  note: 'It was seen on your picture but could not be read.',
  part: 'The part of your picture',
  again: 'Read this part again',
  reading: 'Reading this part…',
  skip: 'Skip it',
  nothing: 'Still nothing to read here. Search for it by name, or skip it.',
  later: 'This takes longer. What is found comes to your history.',
  read: 'It reads like this. Choose it to put it on the list.',
} as const

interface UnknownSpotProps {
  scanId: string
  /** Index among the spots of the scan. */
  index: number
  at: Position
  /** The whole picture. */
  photo: Blob
  onSkip: () => void
  onClose: () => void
}

/** What reading the part by itself came to. */
interface SecondLook {
  scanId: string
  said: string
  found: Alternative[]
}

export function UnknownSpot({ scanId, index, at, photo, onSkip, onClose }: UnknownSpotProps) {
  const correction = useCorrection(scanId)
  const [part, setPart] = useState<Blob>()
  const [problem, setProblem] = useState<string | null>(null)
  const [isReading, setReading] = useState(false)
  const [second, setSecond] = useState<SecondLook | null>(null)
  const abort = useRef<AbortController>(undefined)

  useEffect(() => {
    let isWanted = true
    partOf(photo, at).then(
      (cut) => isWanted && setPart(cut),
      (error: unknown) => {
        if (!(error instanceof UnusablePhoto)) throw error
        if (isWanted) setProblem(error.message)
      },
    )
    return () => {
      isWanted = false
      abort.current?.abort(new Error('the spot was left'))
    }
  }, [photo, at])

  async function readAgain(cut: Blob): Promise<void> {
    setReading(true)
    setProblem(null)
    const controller = new AbortController()
    abort.current = controller
    const { id } = await outbox.add(cut, 'single_beer')
    try {
      const outcome = await outbox.send(id, 'single_beer', controller.signal)
      const found = foundBy(outcome)
      setSecond({ scanId: id, said: saidOf(outcome), found })
      // The part of a picture that shows nothing is no photo of the history.
      if (outcome.kind === 'nothing') await cancelScan(id)
    } catch (error) {
      if (controller.signal.aborted) await outbox.cancel(id)
      else setProblem(saidBy(error))
    } finally {
      if (!controller.signal.aborted) setReading(false)
    }
  }

  async function choose(right: Beer): Promise<void> {
    if (!(await correction.correct({ spot: index, beerId: right.id }, right))) return
    onClose()
    // The beer stands on the list now: one photo is one entry of the history.
    if (second && second.found.length > 0) await cancelScan(second.scanId)
  }

  return (
    <Sheet
      open
      onClose={onClose}
      title={TEXTS.title}
      note={TEXTS.note}
      footer={
        <Button look="quiet" className="flex-1" onClick={onSkip}>
          {TEXTS.skip}
        </Button>
      }
    >
      <div className="mt-1 mb-3 flex items-center gap-4">
        <div className="h-32 w-20 shrink-0 overflow-hidden rounded-2xl border border-line bg-black/40">
          {part && <BlobImage blob={part} alt={TEXTS.part} className="size-full object-cover" />}
        </div>
        <div className="min-w-0 flex-1">
          <Button
            look="quiet"
            className="w-full"
            disabled={!part || isReading || second !== null}
            onClick={() => part && void readAgain(part)}
          >
            <ScanSearch size={19} aria-hidden="true" />
            {isReading ? TEXTS.reading : TEXTS.again}
          </Button>
          <p role="status" className="mt-2 min-h-10 text-sm text-ink-2">
            {problem ?? second?.said}
          </p>
        </div>
      </div>
      <ChooseBeer
        legend={TEXTS.title}
        alternatives={second?.found ?? []}
        isBusy={correction.isBusy}
        onChoose={(right) => void choose(right)}
      />
    </Sheet>
  )
}

function foundBy(outcome: Outcome): Alternative[] {
  if (outcome.kind === 'single') {
    const { beer, confidence, alternatives } = outcome.answer
    return [{ beer, confidence }, ...alternatives]
  }
  if (outcome.kind !== 'group') return []
  return outcome.beers.map((beer) => ({ beer, confidence: beer.confidence ?? 0 }))
}

function saidOf(outcome: Outcome): string {
  if (outcome.kind === 'continues') return TEXTS.later
  return outcome.kind === 'nothing' ? TEXTS.nothing : TEXTS.read
}
