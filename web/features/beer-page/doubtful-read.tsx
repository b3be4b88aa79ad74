/** An uncertain match: the closest candidates beside the label, before one beer is shown alone. */
import { useLocation } from 'wouter'
import type { Alternative, Beer } from '#contracts'
import { type CurrentBeer, handoff, useHandoff, usePictureOf } from '#web/handoff/handoff.ts'
import { resultsPath } from '#web/handoff/paths.ts'
import { type Doubtful, DoubtfulChoice } from '#web/scan-result/doubtful-choice.tsx'
import { ReadEvidence } from '#web/scan-result/read-evidence.tsx'
import { SinglePicture } from '#web/scan-result/single-picture.tsx'
import { BackButton, ScreenHeading, useScreenTitle } from '#web/ui/screen.tsx'
import { TEXTS } from './texts.ts'

export function DoubtfulRead({ read }: { read: CurrentBeer & Doubtful }) {
  const { scanId, beer, readText, fieldConfidence } = read
  const { previousPage } = useHandoff()
  const [, navigate] = useLocation()
  useScreenTitle(TEXTS.doubt.title)

  /** The user's choice replaces the uncertain match. */
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

/** Zoom factor of the label. */
const LABEL_ZOOM = 1.9

/** The label on the photo; the whole photo if its position is unknown, or a note if the photo is gone. */
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
