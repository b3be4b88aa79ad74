/** A scan: its progress and its result. */
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleHelp, CloudOff, LoaderCircle } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { deleteScan, getScan, SCAN_POLL_MS, SCAN_RUNNING_MAX_MS, type Scan } from '#contracts'
import { CallError, userMessage } from '#web/api/call-error.ts'
import { failureText } from '#web/api/errors/error-text.ts'
import { queryOf, useCall } from '#web/api/queries.ts'
import { BeerRow } from '#web/beer/beer-row.tsx'
import { handoff, useHandoff, usePictureOf } from '#web/handoff/handoff.ts'
import { resultsPath, scanPath } from '#web/handoff/paths.ts'
import { useGoBack } from '#web/handoff/way-back.ts'
import { percentText } from '#web/language/formats.ts'
import type { Capture } from '#web/outbox/capture.ts'
import { outbox } from '#web/outbox/outbox.ts'
import { useCaptures, useIsScan } from '#web/outbox/use-captures.ts'
import { AnswerPicture } from '#web/scan-result/answer-picture.tsx'
import { BarcodeChoice, isUnknownBarcode } from '#web/scan-result/barcode-choice.tsx'
import { sureBreweryOf } from '#web/scan-result/brewery-range.tsx'
import { ConfidenceBadge } from '#web/scan-result/confidence-badge.tsx'
import { type Doubtful, DoubtfulChoice, isDoubtful, readOutcome } from '#web/scan-result/doubtful-choice.tsx'
import { ScanEngineNote } from '#web/scan-result/engine-note.tsx'
import { LabelPicture } from '#web/scan-result/label-picture.tsx'
import { NotThisBeer } from '#web/scan-result/not-this-beer.tsx'
import { otherDrinkText } from '#web/scan-result/other-drink/other-drink.ts'
import { ReadEvidence } from '#web/scan-result/read-evidence.tsx'
import { ReprocessAs } from '#web/scan-result/reprocess-as.tsx'
import { beersOf, foundText, kindOf, labelOf } from '#web/scan-result/scan-summary.ts'
import { FirstRows, foundSoFar } from '#web/scan-result/scan-wait.tsx'
import { stageText } from '#web/scan-result/stage-text.ts'
import { useDeletePhoto } from '#web/scan-result/use-delete-photo.ts'
import { usePins } from '#web/scan-result/use-pins.ts'
import { BlobImage } from '#web/ui/blob-image.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState, FailurePanel } from '#web/ui/message.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Card, Screen } from '#web/ui/screen.tsx'
import { useIsShown } from '#web/ui/shown.ts'
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'
import { useTicks } from '#web/ui/timing.ts'
import { useToast } from '#web/ui/toast.tsx'
import { whenText } from '#web/ui/when.ts'
import { t } from './texts.ts'

/** The list of a scan with several beers. */
export type BeerList = ComponentType<{ title: string; above: string; scan: Scan; onBack: () => void }>

export function ScanStatusScreen({ Beers }: { Beers: BeerList }) {
  const { scanId = '' } = useParams<{ scanId: string }>()
  const back = useGoBack('/history')
  const capture = useCaptures().find((one) => one.id === scanId)
  const isScan = useIsScan(scanId)
  const { openedScans } = useHandoff()
  const {
    data: scan,
    error,
    isPending: isLoading,
    refetch,
  } = useQuery({
    ...queryOf(getScan, { params: { id: scanId } }),
    placeholderData: openedScans.get(scanId),
    enabled: isScan,
    refetchInterval: ({ state }) =>
      state.data?.status === 'processing' || (capture && capture.state !== 'failed') ? SCAN_POLL_MS : false,
  })
  const frame = { back: { go: back } }

  const isSentAgain = scan?.status === 'failed' && capture?.state === 'waiting'
  if (scan && !isSentAgain) {
    const texts = { title: titleOf(scan), above: `${labelOf(scan)} · ${whenText(scan.scannedAt)}` }
    if (scan.status === 'completed' && kindOf(scan) !== 'single' && beersOf(scan).length > 0) {
      return <Beers {...texts} scan={scan} onBack={back} />
    }
    return (
      <Screen {...frame} {...texts}>
        <ScanBody scan={scan} />
      </Screen>
    )
  }
  if (capture) return <WaitingCapture frame={frame} capture={capture} />
  if (isLoading) {
    return (
      <Screen {...frame} title={t('loadingScan')} above={<Skeleton className="h-3 w-36" />}>
        <Skeleton className="mb-4 h-6 w-24" />
        <SkeletonRows count={2} />
      </Screen>
    )
  }
  // A malformed id (400) cannot be a scan either.
  if (error instanceof CallError && (error.status === 404 || error.status === 400)) {
    return (
      <Screen {...frame} title={t('notFound')}>
        <EmptyState
          action={
            <Link href="/search" className={buttonClass()}>
              {t('backToSearch')}
            </Link>
          }
        >
          {t('notFoundLine')}
        </EmptyState>
      </Screen>
    )
  }
  return (
    <Screen {...frame} title={t('unknown')}>
      <FailurePanel title={t('fetchFailed')} message={userMessage(error)} retry={() => void refetch()} />
    </Screen>
  )
}

function titleOf(scan: Scan): string {
  if (scan.status === 'processing') return t('processing')
  if (scan.status === 'completed') return t('completed')
  return scan.status === 'failed' ? t('failed') : t('unknown')
}

function ScanBody({ scan }: { scan: Scan }) {
  return (
    <>
      <Status scan={scan} />
      <ScanEngineNote scan={scan} {...(scan.beerId !== null && { beerId: scan.beerId })} />
      {scan.status !== 'failed' && scan.status !== 'processing' && <Results scan={scan} />}
    </>
  )
}

function Status({ scan }: { scan: Scan }) {
  if (scan.status === 'processing') return <Progress scan={scan} />
  if (scan.status === 'failed') return <Failed scan={scan} />
  if (scan.status !== 'completed') {
    return (
      <Card className="grid gap-4 p-5">
        <StatusLine icon={<CircleHelp className="text-ink-3" />}>{t('unknownLine')}</StatusLine>
        <Link href="/search" className={buttonClass('quiet', 'w-full')}>
          {t('backToSearch')}
        </Link>
      </Card>
    )
  }
  const found = foundText(scan)
  return found ? <StatusLine icon={<CircleCheck className="text-good" />}>{found}</StatusLine> : null
}

function Failed({ scan }: { scan: Scan }) {
  const failure = failureText(scan)
  const capture = useCaptures().find(({ id }) => id === scan.id)
  return (
    <Card className="overflow-hidden border-danger/40">
      {capture && <CapturePhoto photo={capture.photo} alt="" />}
      <div className="grid justify-items-start gap-3 p-5">
        <StatusLine icon={<CircleAlert className="text-danger" />}>{t('failedLine')}</StatusLine>
        {failure && <p className="text-sm text-ink-3">{failure}</p>}
        {capture && (
          <Button className="w-full" onClick={() => void outbox.retry(capture.id)}>
            {t('sendThisPhotoAgain')}
          </Button>
        )}
        <Link href="/camera" className={buttonClass(capture ? 'quiet' : 'primary', 'w-full')}>
          {t('tryAgain')}
        </Link>
      </div>
    </Card>
  )
}

function StatusLine({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="flex items-start gap-2.5 px-1 text-ink-2">
      <span aria-hidden="true" className="shrink-0">
        {icon}
      </span>
      {children}
    </p>
  )
}

function Progress({ scan }: { scan: Scan }) {
  const { progressCurrent: current, progressTotal: total } = scan
  const [, navigate] = useLocation()
  const cancelling = useCall(deleteScan)
  const toast = useToast()
  const seconds = useSecondsSince(scan.scannedAt)

  async function cancel(): Promise<void> {
    try {
      if (outbox.get(scan.id)) await outbox.cancel(scan.id)
      else await cancelling.mutateAsync({ params: { id: scan.id } })
      // Not from another page that the user has opened meanwhile. The scan may have ended, and this card with it.
      if (location.pathname === scanPath(scan.id)) navigate('/camera', { replace: true })
    } catch (error) {
      toast({ title: t('cancelFailed'), description: userMessage(error), tone: 'destructive' })
    }
  }

  const picture = usePictureOf(scan.id)
  const percent = total > 0 ? (current / total) * 100 : 0
  return (
    <Card className="p-5">
      {picture && (
        <img src={picture.url} alt="" className="mb-5 max-h-[34dvh] w-full rounded-[14px] bg-raised object-contain" />
      )}
      <div role="status" className="flex items-center gap-3">
        <LoaderCircle aria-hidden="true" className="shrink-0 animate-spin text-accent-ink" />
        <div>
          <p className="font-semibold">{progressText(scan)}</p>
          <p className="text-sm text-ink-3">{scan.stage ? stageText(scan.stage) : t('expected')}</p>
        </div>
        <span className="display ml-auto text-xl">{percentText(percent / 100)}</span>
      </div>
      <div className="mt-4">
        <ProgressBar percent={percent} label={t('processing')} />
      </div>
      <p className="mt-3 flex flex-wrap items-baseline justify-between gap-x-3 text-sm text-ink-3">
        <span>{scan.stage && t('expected')}</span>
        {seconds !== null && <span className="machine ml-auto whitespace-nowrap">{t('seconds', { seconds })}</span>}
      </p>
      <FirstRows beers={foundSoFar(scan)} className="mt-4" />
      <Button variant="quiet" className="mt-4 w-full" isBusy={cancelling.isPending} onClick={() => void cancel()}>
        {t('cancel')}
      </Button>
    </Card>
  )
}

/** Counts beers, never lines of text: until containers or menu items are known, only the stage says how far the scan is. */
function progressText(scan: Scan): string {
  if (scan.stage === null && scan.progressTotal === 0) return t('waitingTurn')
  const found = foundSoFar(scan).reduce((sum, { count }) => sum + count, 0)
  const isCounted = scan.detected !== null
  const current = isCounted ? found : scan.progressCurrent
  const total = isCounted ? Math.max(found, scan.detected ?? 0) : scan.stage ? 0 : scan.progressTotal
  return total === 0 ? t('reading') : t('progress', { current, total })
}

/** Null after the longest possible run: the scan must have been restarted since. */
function useSecondsSince(startedAt: string): number | null {
  useTicks(1_000)
  const passed = Date.now() - Date.parse(startedAt)
  return passed > SCAN_RUNNING_MAX_MS ? null : Math.max(0, Math.floor(passed / 1_000))
}

/** Nothing, or the one beer. */
function Results({ scan }: { scan: Scan }) {
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
          <NotThisBeer scanId={scan.id} item={0} beer={beer} label={beer} alternatives={scan.alternatives} />
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

function CapturePhoto({ photo, alt }: { photo: Blob; alt: string }) {
  return <BlobImage blob={photo} alt={alt} className="block max-h-72 w-full bg-raised object-contain" />
}

/** A photo that has not reached the server, or is sent again. */
function WaitingCapture({ frame, capture }: { frame: { back: { go: () => void } }; capture: Capture }) {
  const { id, photo, problem } = capture
  const deletePhoto = useDeletePhoto()

  function onDelete(): void {
    deletePhoto(id)
    frame.back.go()
  }

  return (
    <Screen {...frame} title={t('waiting')} below={t('waitingLine')}>
      <Card className="overflow-hidden">
        <CapturePhoto photo={photo} alt={t('theWaitingPhoto')} />
        <div className="grid gap-3 p-5">
          <StatusLine icon={<CloudOff className="text-accent-ink" />}>{problem ?? t('expected')}</StatusLine>
          <Button onClick={() => void outbox.retry(id)}>{t('sendNow')}</Button>
          <Button variant="quiet" onClick={onDelete}>
            {t('deleteThisPhoto')}
          </Button>
        </div>
      </Card>
    </Screen>
  )
}
