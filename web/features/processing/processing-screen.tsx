/** The wait after a capture: progress, rotating words, what the server is really doing, and a cancel that cancels. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, Redirect, useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { z } from 'zod/mini'
import { getScan, PROCESSING_MESSAGE_INTERVAL_MS, REDIRECT_DELAY_MS, SCAN_POLL_MS, ScanId } from '#contracts'
import { queryOf } from '#web/api/queries.ts'
import { handoff, useHandoff } from '#web/handoff/handoff.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyGlass } from '#web/ui/message.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { ScreenHeading, useScreenTitle } from '#web/ui/screen.tsx'
import { useRotation, useTicks } from '#web/ui/timing.ts'
import { TEXTS } from './texts.ts'
import { type Processing, useProcessing } from './use-processing.ts'

const CAMERA_PATH = '/camera'
const Reloaded = z.object({ scanId: ScanId })

export function ProcessingScreen() {
  const [image] = useState(() => handoff.get().capturedImage)
  const reloaded = Reloaded.safeParse(useHistoryState())
  // After a reload the image is no longer in memory; its scan goes on and has a page of its own.
  if (!image && reloaded.success) return <Redirect to={`/scan/${reloaded.data.scanId}`} replace />
  return <ProcessingImage />
}

function ProcessingImage() {
  const image = useHandoff().capturedImage
  const [shown] = useState(image)
  const { state, retry, cancel } = useProcessing(shown)
  const [, navigate] = useLocation()
  useScreenTitle(TEXTS.title)

  return (
    <main className="dusk column relative flex min-h-dvh flex-col overflow-hidden bg-ground px-6 pt-[max(2.5rem,env(safe-area-inset-top))] pb-32 text-ink">
      {shown && <FrozenPhoto url={shown.url} />}
      <div className="relative mt-auto">
        {state.kind === 'working' ? (
          <Working
            percent={state.percent}
            scanId={shown?.id}
            onCancel={() => {
              cancel()
              navigate(CAMERA_PATH, { replace: true })
            }}
          />
        ) : (
          <Ended state={state} onRetry={retry} />
        )}
      </div>
    </main>
  )
}

function FrozenPhoto({ url }: { url: string }) {
  return (
    <div className="relative mb-7 min-h-0 flex-1 overflow-hidden rounded-[28px] border border-line bg-black/40">
      <img src={url} alt="What you captured" className="absolute inset-0 size-full object-cover" />
      <div
        aria-hidden="true"
        className="absolute inset-x-0 top-0 h-1/4 animate-sweep bg-linear-to-b from-transparent via-amber/35 to-transparent"
      />
    </div>
  )
}

function Working({ percent, scanId, onCancel }: { percent: number; scanId: string | undefined; onCancel: () => void }) {
  const message = useRotation(TEXTS.messages, PROCESSING_MESSAGE_INTERVAL_MS)
  return (
    <>
      <ScreenHeading className="min-h-[2.2em] text-[1.9rem] leading-[1.1]">{message}</ScreenHeading>
      <p role="status" className="mt-1 mb-5 min-h-6 text-ink-2">
        {scanId && <Stage scanId={scanId} />}
      </p>
      <ProgressBar percent={percent} label={TEXTS.title} />
      <Button look="quiet" className="mt-6 w-full" onClick={onCancel}>
        {TEXTS.cancel}
      </Button>
    </>
  )
}

/** What the server is doing right now; a quick answer is not asked about. */
function Stage({ scanId }: { scanId: string }) {
  const isSlow = useTicks(SCAN_POLL_MS) > 0
  const { data } = useQuery({
    ...queryOf(getScan, { params: { id: scanId } }),
    refetchInterval: SCAN_POLL_MS,
    enabled: isSlow,
  })
  return data?.stage ?? null
}

/** Returns by itself, unless the user does something first. */
function Ended({ state, onRetry }: { state: Extract<Processing, { kind: 'ended' }>; onRetry: () => void }) {
  const [, navigate] = useLocation()
  const [isUsed, setUsed] = useState(false)
  useEffect(() => {
    if (isUsed) return
    const timer = setTimeout(() => navigate(CAMERA_PATH, { replace: true }), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isUsed, navigate])
  const use = () => setUsed(true)
  return (
    <div onPointerDown={use} onKeyDown={use} role="alert" className="animate-settle">
      <div className="mb-4 text-ink-3">
        <EmptyGlass />
      </div>
      <ScreenHeading className="text-[1.9rem] leading-[1.1]">{state.title}</ScreenHeading>
      {state.line && <p className="mt-2 text-ink-2">{state.line}</p>}
      <div className="mt-6 grid gap-2.5">
        {state.canRetry && <Button onClick={onRetry}>Try again</Button>}
        <Link href="/search" className={buttonClass('quiet')}>
          Search by name
        </Link>
        <Link href={CAMERA_PATH} replace className={buttonClass('quiet')}>
          Back to the camera
        </Link>
      </div>
    </div>
  )
}
