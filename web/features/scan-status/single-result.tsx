/** What a scan of one beer found: the beer, a choice where it is in doubt, or nothing. */
import { Link, useLocation } from 'wouter'
import type { Scan } from '#contracts'
import { BeerRow } from '#web/beer/beer-row.tsx'
import { handoff, usePictureOf } from '#web/handoff/handoff.ts'
import { resultsPath } from '#web/handoff/paths.ts'
import { AnswerPicture } from '#web/scan-result/answer-picture.tsx'
import { BarcodeChoice, isUnknownBarcode } from '#web/scan-result/barcode-choice.tsx'
import { sureBreweryOf } from '#web/scan-result/brewery-range.tsx'
import { ConfidenceBadge } from '#web/scan-result/confidence-badge.tsx'
import { type Doubtful, DoubtfulChoice, isDoubtful, readOutcome } from '#web/scan-result/doubtful-choice.tsx'
import { LabelPicture } from '#web/scan-result/label-picture.tsx'
import { NotThisBeer } from '#web/scan-result/not-this-beer.tsx'
import { otherDrinkText } from '#web/scan-result/other-drink/other-drink.ts'
import { ReadEvidence } from '#web/scan-result/read-evidence.tsx'
import { ReprocessAs } from '#web/scan-result/reprocess-as.tsx'
import { beersOf } from '#web/scan-result/scan-summary.ts'
import { usePins } from '#web/scan-result/use-pins.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/message.tsx'
import { useIsShown } from '#web/ui/shown.ts'
import { t } from './texts.ts'

export function SingleResult({ scan }: { scan: Scan }) {
  const [, navigate] = useLocation()
  const isShown = useIsShown()
  const [beer] = beersOf(scan)
  const picture = usePictureOf(scan.id)
  const pinLinks = usePins()
  if (isUnknownBarcode(scan)) {
    return (
      <BarcodeChoice
        scanId={scan.id}
        onChosen={(beer) => {
          if (!isShown()) return
          handoff.leaveBeer({ beer, scanId: scan.id, confidence: null, alternatives: [], readText: [] })
          navigate(resultsPath(beer.id), { replace: true })
        }}
      />
    )
  }
  if (!beer) {
    return scan.status === 'completed' ? (
      <EmptyState
        title={t('empty')}
        action={
          <Link href="/camera" className={buttonClass('primary')}>
            {t('tryAgain')}
          </Link>
        }
      >
        {scan.otherDrink && otherDrinkText(scan.otherDrink)}
      </EmptyState>
    ) : null
  }
  const own = picture && (
    <div className="mt-4">
      <AnswerPicture image={picture} beers={[beer]} unread={scan.spots} pinned="single" pinLinks={pinLinks} />
      <ReprocessAs image={picture} processedAs="single_beer" className="mt-3" />
    </div>
  )
  const { outcome, confidence, readText, position, box } = beer
  const { id: scanId, alternatives, fieldConfidence } = scan
  const read = { beer, scanId, outcome, confidence, fieldConfidence, alternatives, readText, position, box }
  if (scan.status === 'completed' && isDoubtful(read)) {
    return (
      <>
        <p className="mt-4 px-1 text-ink-2">{doubtText(read)}</p>
        <div className="mt-2 flex flex-wrap items-start gap-4 px-1">
          <LabelPicture scanId={scan.id} label={beer} />
          <ReadEvidence readText={readText} fieldConfidence={scan.fieldConfidence} className="flex-[1_1_9rem]" />
        </div>
        <DoubtfulChoice read={read} />
        {own}
      </>
    )
  }
  return (
    <>
      {own}
      <ul className="mt-4">
        <BeerRow
          id={pinLinks.rowId(1)}
          beer={beer}
          facts={beer.confidence === null ? undefined : <ConfidenceBadge percent={beer.confidence} />}
        />
      </ul>
      {scan.status === 'completed' && (
        <div className="mt-3">
          <NotThisBeer scanId={scan.id} item={0} beer={beer} label={beer} />
        </div>
      )}
    </>
  )
}

function doubtText(read: Doubtful): string {
  if (readOutcome(read) === 'new') return t('newBeer')
  const brewery = sureBreweryOf(read)
  if (!brewery) return t('doubtful')
  return t(brewery.isStoreBrand ? 'storeBrandOnly' : 'breweryOnly', { brewery: brewery.name })
}
