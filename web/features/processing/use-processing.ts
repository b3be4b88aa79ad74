/** Processes a captured photo: detects its scene, sends it and routes the outcome. */
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { NAVIGATION_DELAY_MS, PROCESSING_STEPS_PERCENT, SCENE_CONFIDENCE_MIN, type ScanContext } from '#contracts'
import { isOffline, userMessage } from '#web/api/call-error.ts'
import { type DetectedScene, detectScene } from '#web/api/scene.ts'
import { feedback } from '#web/device/feedback.ts'
import { type CapturedImage, handoff } from '#web/handoff/handoff.ts'
import { scanPath } from '#web/handoff/paths.ts'
import type { Outcome } from '#web/outbox/deliver.ts'
import { outbox } from '#web/outbox/outbox.ts'
import { handOver } from '#web/outbox/outcome-route.ts'
import { continueInBackground } from '#web/scan-result/background/continue-in-background.ts'
import { otherDrinkText } from '#web/scan-result/other-drink/other-drink.ts'
import { useToast } from '#web/ui/toast.tsx'
import { t } from './texts.ts'

const [START, SCENE_KNOWN, SENT, ANSWERED, DONE] = PROCESSING_STEPS_PERCENT

/** A few frames. */
const STEP_SEEN_MS = 50

export type Processing =
  | { kind: 'working'; percent: number }
  /** `isEmpty`: processed without finding a beer. */
  | { kind: 'ended'; title: string; line: string | null; canRetry: boolean; isEmpty?: boolean }

/** The server decides when the scene is uncertain. */
function contextOf(scene: DetectedScene): ScanContext {
  return scene.isFallback || scene.confidence < SCENE_CONFIDENCE_MIN ? 'auto' : scene.context
}

export function useProcessing(image: CapturedImage | null) {
  const [state, setState] = useState<Processing>({ kind: 'working', percent: START })
  const [, navigate] = useLocation()
  const controller = useRef<AbortController>(undefined)
  const isShown = useRef(true)
  const isInBackground = useRef(false)
  const running = useRef<Promise<Outcome>>(undefined)
  const toast = useToast()
  const leaveToBackground = (scanId: string, sending: Promise<Outcome>) =>
    continueInBackground(scanId, sending, { toast, navigate })

  async function run(captured: CapturedImage): Promise<void> {
    const abort = new AbortController()
    controller.current = abort
    const step = (percent: number) => isShown.current && setState({ kind: 'working', percent })
    try {
      step(START)
      const known = captured.context !== 'auto'
      const context = known ? captured.context : contextOf(await detectScene(captured.photo, abort.signal))
      step(SCENE_KNOWN)
      // Lets the previous step render while the photo is uploading.
      void stepSeen().then(() => !abort.signal.aborted && controller.current === abort && step(SENT))
      const sending = outbox.send(captured.id, context, abort.signal)
      running.current = sending
      if (isInBackground.current) leaveToBackground(captured.id, sending)
      const outcome = await sending
      controller.current = undefined
      if (isInBackground.current) return
      step(ANSWERED)
      await stepSeen()
      const next = handOver(outcome)
      if (!isShown.current) return
      if (next === undefined) return setState(emptyState(outcome))
      feedback('found')
      setState({ kind: 'working', percent: DONE })
      setTimeout(() => isShown.current && navigate(next, { replace: true }), NAVIGATION_DELAY_MS)
    } catch (error) {
      if (controller.current === abort) controller.current = undefined
      if (abort.signal.aborted || !isShown.current || isInBackground.current) return
      const ending = isOffline(error)
        ? { title: t('savedForLater'), line: t('sentLater') }
        : { title: t('failed'), line: userMessage(error) }
      setState({ kind: 'ended', ...ending, canRetry: true })
    }
  }

  const started = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one image is processed once, when the screen opens.
  useEffect(() => {
    isShown.current = true
    if (image && !started.current) {
      started.current = true
      void run(image)
    }
    return () => {
      isShown.current = false
      // In development, React leaves a screen once and shows it again at once.
      queueMicrotask(() => !isShown.current && isWaiting() && goOnInBackground())
    }
  }, [])

  function isWaiting(): boolean {
    return controller.current !== undefined && !controller.current.signal.aborted && !isInBackground.current
  }

  /** Stops waiting: the result appears in the history and in a toast. */
  function goOnInBackground(): void {
    isInBackground.current = true
    if (image && running.current) leaveToBackground(image.id, running.current)
    handoff.dropImage()
  }

  return {
    state: image ? state : ({ kind: 'ended', title: t('noImage'), line: null, canRetry: false } satisfies Processing),
    retry: () => {
      if (!image) return
      if (outbox.get(image.id)) void run(image)
      // It was sent without this screen, such as when the network came back, or deleted in another tab.
      else navigate(scanPath(image.id), { replace: true })
    },
    continueInBackground: goOnInBackground,
    /** Cancels the scan here and on the server. */
    cancel: () => {
      controller.current?.abort(new Error('cancelled by the user'))
      if (image) void outbox.cancel(image.id)
      handoff.dropImage()
    },
  }
}

/** Long enough for a progress step to be visible. */
function stepSeen(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, STEP_SEEN_MS))
}

function emptyState(outcome: Outcome): Processing {
  const isMenu = outcome.kind === 'nothing' && outcome.context === 'menu'
  return {
    kind: 'ended',
    title: isMenu ? t('noBeersInMenu') : t('noBeer'),
    line: outcome.kind === 'nothing' && outcome.otherDrink ? otherDrinkText(outcome.otherDrink) : t('closer'),
    canRetry: false,
    isEmpty: true,
  }
}
