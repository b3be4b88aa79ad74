/** A scan: its progress and its result. */
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleHelp } from 'lucide-react'
import type { ComponentType } from 'react'
import { Link, useParams } from 'wouter'
import { getScan, SCAN_POLL_MS, type Scan } from '#contracts'
import { CallError, userMessage } from '#web/api/call-error.ts'
import { queryOf } from '#web/api/queries.ts'
import { useHandoff } from '#web/handoff/handoff.ts'
import { useGoBack } from '#web/handoff/way-back.ts'
import { useCaptures, useIsScan } from '#web/outbox/use-captures.ts'
import { ScanEngineNote } from '#web/scan-result/engine-note.tsx'
import { beersOf, foundText, kindOf, labelOf } from '#web/scan-result/scan-summary.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState, FailurePanel } from '#web/ui/message.tsx'
import { Card, Screen } from '#web/ui/screen.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'
import { whenText } from '#web/ui/when.ts'
import { FailedScan, WaitingCapture } from './captured-photo.tsx'
import { ScanProgress } from './scan-progress.tsx'
import { SingleResult } from './single-result.tsx'
import { StatusLine } from './status-line.tsx'
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
      {scan.status !== 'failed' && scan.status !== 'processing' && <SingleResult scan={scan} />}
    </>
  )
}

function Status({ scan }: { scan: Scan }) {
  if (scan.status === 'processing') return <ScanProgress scan={scan} />
  if (scan.status === 'failed') return <FailedScan scan={scan} />
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
