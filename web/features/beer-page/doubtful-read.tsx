/** An answer that the user has to settle: the label on the photo and the choice, before one beer is shown alone. */
import { useLocation } from 'wouter'
import type { Alternative, Beer } from '#contracts'
import { type CurrentBeer, handoff } from '#web/handoff/handoff.ts'
import { resultsPath } from '#web/handoff/paths.ts'
import { usePreviousPage } from '#web/handoff/way-back.ts'
import { sureBreweryOf } from '#web/scan-result/brewery-range.tsx'
import { type Doubtful, DoubtfulChoice, readOutcome } from '#web/scan-result/doubtful-choice.tsx'
import { ScanEngineNoteById } from '#web/scan-result/engine-note.tsx'
import { LabelPicture } from '#web/scan-result/label-picture.tsx'
import { ReadEvidence } from '#web/scan-result/read-evidence.tsx'
import { SinglePicture } from '#web/scan-result/single-picture.tsx'
import { BackButton, ScreenHeading, useScreenTitle } from '#web/ui/screen.tsx'
import { useIsShown } from '#web/ui/shown.ts'
import { t } from './texts.ts'

export function DoubtfulRead({ read }: { read: CurrentBeer & Doubtful }) {
  const { scanId, beer, readText, fieldConfidence } = read
  const goBack = usePreviousPage()
  const [, navigate] = useLocation()
  const isShown = useIsShown()
  const texts = doubtTexts(read)
  useScreenTitle(texts.title)

  /** The user's choice replaces the uncertain match. */
  function settle(right: Beer, alternatives: Alternative[]): void {
    if (!isShown()) return
    const { position, box } = read
    handoff.leaveBeer({ beer: right, scanId, confidence: null, position, box, alternatives, readText })
    navigate(resultsPath(right.id), { replace: true })
  }

  return (
    <main className="lamplit page overflow-x-clip pt-[max(0.6rem,env(safe-area-inset-top))] above-tabs text-ink">
      <div className="-ml-2">
        <BackButton label={t('back')} go={goBack} />
      </div>
      <ScreenHeading className="mt-1 px-1 text-[1.85rem] leading-[1.06]">{texts.title}</ScreenHeading>
      <p className="mt-1.5 px-1 text-ink-2">{texts.lead}</p>
      <div className="mt-4 flex flex-wrap items-start gap-4 px-1">
        <LabelPicture scanId={scanId} label={read} />
        <ReadEvidence readText={readText} fieldConfidence={fieldConfidence ?? null} className="flex-[1_1_9rem]" />
      </div>
      <ScanEngineNoteById scanId={scanId} beerId={beer.id} />
      <DoubtfulChoice read={read} onSettled={settle} />
      <SinglePicture beer={beer} />
    </main>
  )
}

function doubtTexts(read: CurrentBeer & Doubtful): { title: string; lead: string } {
  if (readOutcome(read) === 'new') return { title: t('newBeer.title'), lead: t('newBeer.lead') }
  const brewery = sureBreweryOf(read)
  if (!brewery) return { title: t('doubt.title'), lead: t('doubt.lead') }
  const { name, isStoreBrand } = brewery
  return isStoreBrand
    ? { title: t('storeBrandOnly.title', { brewery: name }), lead: t('storeBrandOnly.lead') }
    : { title: t('breweryOnly.title', { brewery: name }), lead: t('breweryOnly.lead') }
}
