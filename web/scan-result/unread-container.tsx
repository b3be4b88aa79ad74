/** A container on the photo that could not be read: read its crop again, search by name, or skip it. */
import { ScanSearch } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Alternative, Beer, Position } from '#contracts'
import { userMessage } from '#web/api/call-error.ts'
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
  note: "We spotted it on your photo but couldn't read it.",
  part: 'Detail of your photo',
  again: 'Try reading it again',
  reading: 'Reading…',
  skip: 'Skip it',
  nothing: 'Still no luck. Search for it by name, or skip it.',
  later: 'This is taking a while. The result will appear in your history.',
  read: 'Is it one of these? Tap it to add it to the list.',
} as const

interface UnreadContainerProps {
  scanId: string
  /** Index in the scan's `spots`. */
  index: number
  at: Position
  photo: Blob
  onSkip: () => void
  onClose: () => void
}

/** The result of scanning the crop. */
interface SecondReading {
  scanId: string
  message: string
  found: Alternative[]
}

export function UnreadContainer({ scanId, index, at, photo, onSkip, onClose }: UnreadContainerProps) {
  const correction = useCorrection(scanId)
  const [crop, setCrop] = useState<Blob>()
  const [problem, setProblem] = useState<string | null>(null)
  const [isReading, setReading] = useState(false)
  const [second, setSecond] = useState<SecondReading | null>(null)
  const abort = useRef<AbortController>(undefined)

  useEffect(() => {
    let isWanted = true
    partOf(photo, at).then(
      (blob) => isWanted && setCrop(blob),
      (error: unknown) => {
        if (!(error instanceof UnusablePhoto)) throw error
        if (isWanted) setProblem(error.message)
      },
    )
    return () => {
      isWanted = false
      abort.current?.abort(new Error('the sheet was closed'))
    }
  }, [photo, at])

  async function scanCrop(blob: Blob): Promise<void> {
    setReading(true)
    setProblem(null)
    const controller = new AbortController()
    abort.current = controller
    const { id } = await outbox.add(blob, 'single_beer')
    try {
      const outcome = await outbox.send(id, 'single_beer', controller.signal)
      const found = candidatesOf(outcome)
      setSecond({ scanId: id, message: messageOf(outcome), found })
      // An empty crop is not worth an entry in the history.
      if (outcome.kind === 'nothing') await cancelScan(id)
    } catch (error) {
      if (controller.signal.aborted) await outbox.cancel(id)
      else setProblem(userMessage(error))
    } finally {
      if (!controller.signal.aborted) setReading(false)
    }
  }

  async function choose(right: Beer): Promise<void> {
    if (!(await correction.correct({ spot: index, beerId: right.id }, right))) return
    onClose()
    // The beer is part of the first scan now: one photo is one entry in the history.
    if (second && second.found.length > 0) await cancelScan(second.scanId)
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
      <div className="mt-1 mb-3 flex items-center gap-4">
        <div className="h-32 w-20 shrink-0 overflow-hidden rounded-2xl border border-line bg-black/40">
          {crop && <BlobImage blob={crop} alt={TEXTS.part} className="size-full object-cover" />}
        </div>
        <div className="min-w-0 flex-1">
          <Button
            variant="quiet"
            className="w-full"
            disabled={!crop || isReading || second !== null}
            onClick={() => crop && void scanCrop(crop)}
          >
            <ScanSearch size={19} aria-hidden="true" />
            {isReading ? TEXTS.reading : TEXTS.again}
          </Button>
          <p role="status" className="mt-2 min-h-10 text-sm text-ink-2">
            {problem ?? second?.message}
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

function candidatesOf(outcome: Outcome): Alternative[] {
  if (outcome.kind === 'single') {
    const { beer, confidence, alternatives } = outcome.answer
    return [{ beer, confidence }, ...alternatives]
  }
  if (outcome.kind !== 'group') return []
  return outcome.beers.map((beer) => ({ beer, confidence: beer.confidence ?? 0 }))
}

function messageOf(outcome: Outcome): string {
  if (outcome.kind === 'continues') return TEXTS.later
  return outcome.kind === 'nothing' ? TEXTS.nothing : TEXTS.read
}
