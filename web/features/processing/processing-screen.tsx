/** The wait after a capture: progress, rotating messages, the stage on the server, and a real cancel. */
import { useEffect, useEffectEvent, useState } from 'react'
import { Link, Redirect } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { z } from 'zod/mini'
import { PROCESSING_MESSAGE_INTERVAL_MS, REDIRECT_DELAY_MS, ScanId } from '#contracts'
import { type CapturedImage, handoff, useHandoff } from '#web/handoff/handoff.ts'
import { scanPath } from '#web/handoff/paths.ts'
import { useToCamera } from '#web/handoff/way-back.ts'
import { outbox } from '#web/outbox/outbox.ts'
import { CropPhoto } from '#web/scan-result/crop-photo.tsx'
import { ReprocessAs, sceneOf } from '#web/scan-result/reprocess-as.tsx'
import { FirstRows, foundSoFar, StageLine, useRunningScan } from '#web/scan-result/scan-wait.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyGlass } from '#web/ui/message.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { ScreenHeading, useScreenTitle } from '#web/ui/screen.tsx'
import { useRotation } from '#web/ui/timing.ts'
import { t } from './texts.ts'
import { type Processing, useProcessing } from './use-processing.ts'

const CAMERA_PATH = '/camera'
const HistoryState = z.object({ scanId: ScanId })

export function ProcessingScreen() {
  const entry = HistoryState.safeParse(useHistoryState())
  const scanId = entry.data?.scanId
  // Processing the same photo as another scene is another scan on this path.
  return <ScanOfEntry key={scanId} scanId={scanId} />
}

function ScanOfEntry({ scanId }: { scanId: string | undefined }) {
  const [isElsewhere] = useState(() => scanId !== undefined && !isToBeSent(scanId))
  if (isElsewhere && scanId !== undefined) return <Redirect to={scanPath(scanId)} replace />
  return <ProcessingImage />
}

/** After a reload the photo is no longer in memory; after Back, its scan may have ended. The scan has a page of its own. */
function isToBeSent(scanId: string): boolean {
  return handoff.get().capturedImage?.id === scanId && outbox.get(scanId) !== undefined
}

function ProcessingImage() {
  const image = useHandoff().capturedImage
  const [shown] = useState(image)
  const { state, retry, continueInBackground, cancel } = useProcessing(shown)
  const toCamera = useToCamera()
  useScreenTitle(t('title'))

  return (
    <main className="dusk overflow-hidden bg-ground text-ink">
      <div className="column flex min-h-dvh flex-col px-6 pt-[max(2.5rem,env(safe-area-inset-top))] above-tabs">
        {shown && <FrozenPhoto url={shown.url} isRead={state.kind === 'working'} />}
        <div className="mt-auto">
          {state.kind === 'working' ? (
            <Working
              percent={state.percent}
              scanId={shown?.id}
              onCancel={() => {
                cancel()
                toCamera({ isGone: true })
              }}
              onBackground={() => {
                continueInBackground()
                toCamera()
              }}
            />
          ) : (
            <Ended state={state} image={shown} onRetry={retry} />
          )}
        </div>
      </div>
    </main>
  )
}

function FrozenPhoto({ url, isRead }: { url: string; isRead: boolean }) {
  return (
    <div className="relative mb-7 min-h-28 flex-1 overflow-hidden rounded-[28px] border border-line bg-black/40">
      <img src={url} alt={t('yourShot')} className="absolute inset-0 size-full object-cover" />
      {isRead && (
        <div
          aria-hidden="true"
          className="absolute inset-x-0 top-0 h-1/4 animate-sweep bg-linear-to-b from-transparent via-amber/35 to-transparent"
        />
      )}
    </div>
  )
}

interface WorkingProps {
  percent: number
  scanId: string | undefined
  onCancel: () => void
  onBackground: () => void
}

function Working({ percent, scanId, onCancel, onBackground }: WorkingProps) {
  const message = useRotation(t('messages').split('\n'), PROCESSING_MESSAGE_INTERVAL_MS)
  const wait = useRunningScan(scanId)
  return (
    <>
      <ScreenHeading className="min-h-[2.2em] text-[1.9rem] leading-[1.1]">{message}</ScreenHeading>
      <StageLine {...wait} className="mt-1 mb-5" />
      <ProgressBar percent={percent} label={t('title')} />
      <FirstRows beers={foundSoFar(wait.scan)} className="mt-4" />
      <div className="mt-6 flex flex-wrap gap-2.5">
        <Button variant="quiet" className="flex-1" onClick={onBackground}>
          {t('continueInBackground')}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </>
  )
}

interface EndedProps {
  state: Extract<Processing, { kind: 'ended' }>
  image: CapturedImage | null
  onRetry: () => void
}

/** Navigates back after a delay, unless the user interacts first. */
function Ended({ state, image, onRetry }: EndedProps) {
  const toCamera = useToCamera()
  const leave = useEffectEvent(toCamera)
  const [isUsed, setUsed] = useState(false)
  const [isCropping, setCropping] = useState(false)
  useEffect(() => {
    if (isUsed) return
    const timer = setTimeout(() => leave(), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isUsed])
  const use = () => setUsed(true)
  return (
    <div onPointerDown={use} onKeyDown={use} role="alert" className="animate-settle">
      {!image && (
        <div className="mb-4 text-ink-3">
          <EmptyGlass />
        </div>
      )}
      <ScreenHeading className="text-[1.9rem] leading-[1.1]">{state.title}</ScreenHeading>
      {state.line && <p className="mt-2 text-ink-2">{state.line}</p>}
      {image && state.isEmpty && (
        <ReprocessAs
          image={image}
          processedAs={image.context === 'auto' ? null : sceneOf(image.context)}
          className="mt-4"
        />
      )}
      <div className="mt-6 grid gap-2.5">
        {state.canRetry && <Button onClick={onRetry}>{t('tryAgain')}</Button>}
        <Link
          href={CAMERA_PATH}
          onClick={(event) => {
            event.preventDefault()
            toCamera()
          }}
          className={buttonClass(state.canRetry ? 'quiet' : 'primary')}
        >
          {t('backToTheCamera')}
        </Link>
        {image && state.isEmpty && (
          <Button variant="quiet" aria-haspopup="dialog" onClick={() => setCropping(true)}>
            {t('crop')}
          </Button>
        )}
        <Link href="/search" className={buttonClass('quiet')}>
          {t('searchByName')}
        </Link>
      </div>
      {image && isCropping && <CropPhoto image={image} onClose={() => setCropping(false)} />}
    </div>
  )
}
