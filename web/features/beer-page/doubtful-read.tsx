/**
 * A label that was read without certainty: what it reads most like, beside the label itself, before any one beer stands
 * alone.
 */
import { useLocation } from 'wouter'
import type { Alternative, Beer } from '#contracts'
import { resultsPath } from '#web/beer/beer-facts.ts'
import { type Doubtful, DoubtfulChoice } from '#web/beer/doubtful-choice.tsx'
import { ReadEvidence } from '#web/beer/read-evidence.tsx'
import { SinglePicture } from '#web/beer/single-picture.tsx'
import { type CurrentBeer, handoff, useHandoff, usePictureOf } from '#web/handoff/handoff.ts'
import { BackButton, ScreenHeading, useScreenTitle } from '#web/ui/screen.tsx'
import { TEXTS } from './texts.ts'

export function DoubtfulRead({ read }: { read: CurrentBeer & Doubtful }) {
  const { scanId, beer, readText, fieldConfidence } = read
  const { previousPage } = useHandoff()
  const [, navigate] = useLocation()
  useScreenTitle(TEXTS.doubt.title)

  /** From now on the user has said what it is. */
  function settle(right: Beer, alternatives: Alternative[]): void {
    const position = read.position ?? null
    handoff.leaveBeer({ beer: right, scanId, confidence: null, position, alternatives, readText })
    navigate(resultsPath(right.id), { replace: true })
  }

  return (
    <main className="column min-h-dvh overflow-x-clip bg-ground px-5.5 pt-[max(0.6rem,env(safe-area-inset-top))] pb-32 text-ink">
      <div className="-ml-3">
        <BackButton label="Back" go={() => navigate(previousPage ?? '/')} />
      </div>
      <ScreenHeading className="mt-1 text-[1.85rem] leading-[1.06]">{TEXTS.doubt.title}</ScreenHeading>
      <p className="mt-1.5 text-ink-2">{TEXTS.doubt.lead}</p>
      <div className="mt-4 flex flex-wrap items-start gap-4">
        <LabelOnPicture read={read} />
        <ReadEvidence readText={readText} fieldConfidence={fieldConfidence ?? null} className="flex-[1_1_9rem]" />
      </div>
      <DoubtfulChoice read={read} onSettled={settle} />
      <SinglePicture beer={beer} />
    </main>
  )
}

/** How much larger than the whole picture the label is shown. */
const LABEL_ZOOM = 1.9

/** The part of the picture that was read; all of it where the place is not known, and said where it is gone. */
function LabelOnPicture({ read: { scanId, position } }: { read: CurrentBeer }) {
  const image = usePictureOf(scanId ?? undefined)
  if (!image) return <p className="w-full text-ink-3 text-sm">{TEXTS.doubt.noPicture}</p>
  return (
    <div
      className="w-36 shrink-0 overflow-hidden rounded-2xl border border-line bg-black/40"
      style={{ aspectRatio: image.ratio ?? 0.75 }}
    >
      <img
        src={image.url}
        alt={position ? TEXTS.doubt.label : TEXTS.doubt.picture}
        className="size-full object-cover"
        style={position ? { scale: LABEL_ZOOM, transformOrigin: `${position.x}% ${position.y}%` } : undefined}
      />
    </div>
  )
}
