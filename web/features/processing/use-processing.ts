/** What happens to a captured image: its scene is detected, it is sent, and the answer leads to the next screen. */
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { NAVIGATION_DELAY_MS, PROCESSING_STEPS_PERCENT, SCENE_CONFIDENCE_MIN, type ScanContext } from '#contracts'
import { CallError, saidBy } from '#web/api/call-error.ts'
import { type DetectedScene, detectScene } from '#web/api/scene.ts'
import { resultsPath } from '#web/beer/beer-facts.ts'
import { useSetAside } from '#web/beer/set-aside.ts'
import { feedback } from '#web/device/feedback.ts'
import { type CapturedImage, handoff } from '#web/handoff/handoff.ts'
import type { Outcome } from '#web/outbox/deliver.ts'
import { outbox } from '#web/outbox/outbox.ts'
import { TEXTS } from './texts.ts'

const [START, SCENE_KNOWN, SENT, ANSWERED, DONE] = PROCESSING_STEPS_PERCENT

/** A few frames. */
const STEP_SEEN_MS = 50

export type Processing =
  | { kind: 'working'; percent: number }
  /** `isEmpty`: the photo was read, and nothing was found. */
  | { kind: 'ended'; title: string; line: string | null; canRetry: boolean; isEmpty?: boolean }

/** A scene nobody is sure of is left to the server to decide. */
function contextOf(scene: DetectedScene): ScanContext {
  return scene.isFallback || scene.confidence < SCENE_CONFIDENCE_MIN ? 'auto' : scene.context
}

export function useProcessing(image: CapturedImage | null) {
  const [state, setState] = useState<Processing>({ kind: 'working', percent: START })
  const [, navigate] = useLocation()
  const controller = useRef<AbortController>(undefined)
  const isShown = useRef(true)
  const isAside = useRef(false)
  const running = useRef<Promise<Outcome>>(undefined)
  const takeOver = useSetAside()

  async function run(captured: CapturedImage): Promise<void> {
    const abort = new AbortController()
    controller.current = abort
    const step = (percent: number) => isShown.current && setState({ kind: 'working', percent })
    try {
      step(START)
      const known = captured.context !== 'auto'
      const context = known ? captured.context : contextOf(await detectScene(captured.photo, abort.signal))
      step(SCENE_KNOWN)
      // The step before is seen first, while the photo is on its way.
      void stepSeen().then(() => !abort.signal.aborted && controller.current === abort && step(SENT))
      const sending = outbox.send(captured.id, context, abort.signal)
      running.current = sending
      if (isAside.current) takeOver(captured.id, sending)
      const outcome = await sending
      controller.current = undefined
      if (isAside.current) return
      step(ANSWERED)
      await stepSeen()
      const next = leave(outcome)
      if (!isShown.current) return
      if (next === undefined) return setState(nothing(outcome))
      feedback('found')
      setState({ kind: 'working', percent: DONE })
      setTimeout(() => isShown.current && navigate(next, { replace: true }), NAVIGATION_DELAY_MS)
    } catch (error) {
      if (controller.current === abort) controller.current = undefined
      if (abort.signal.aborted || !isShown.current || isAside.current) return
      const offline = error instanceof CallError && error.code === 'offline'
      const line = offline ? `${saidBy(error)} ${TEXTS.keptForLater}` : saidBy(error)
      setState({ kind: 'ended', title: TEXTS.failed, line, canRetry: true })
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
    }
  }, [])

  return {
    state: image ? state : ({ kind: 'ended', title: TEXTS.noImage, line: null, canRetry: false } satisfies Processing),
    retry: () => {
      if (image) void run(image)
    },
    /** Watched no more: its answer comes to the history, and a notice with it. */
    setAside: () => {
      isAside.current = true
      if (image && running.current) takeOver(image.id, running.current)
      handoff.dropImage()
    },
    /** Ends the scan here and on the server. */
    cancel: () => {
      controller.current?.abort(new Error('cancelled by the user'))
      if (image) void outbox.cancel(image.id)
      handoff.dropImage()
    },
  }
}

/** Long enough for a step of the progress to be seen. */
function stepSeen(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, STEP_SEEN_MS))
}

/** Leaves the outcome for the next screen and says where that is. */
function leave(outcome: Outcome): string | undefined {
  switch (outcome.kind) {
    case 'single': {
      handoff.leaveRead(outcome.answer)
      return resultsPath(outcome.answer.beer.id)
    }
    case 'group': {
      const { scanId, beers, context, title } = outcome
      handoff.leaveMenu({ scanId, beers, context, title, readAt: new Date().toISOString() })
      return '/menu-view'
    }
    case 'continues':
      return `/scan/${outcome.scanId}`
    case 'nothing':
      handoff.foundNothing()
      return undefined
  }
}

function nothing(outcome: Outcome): Processing {
  const isMenu = outcome.kind === 'nothing' && outcome.context === 'menu'
  return {
    kind: 'ended',
    title: isMenu ? TEXTS.noBeersInMenu : TEXTS.noBeer,
    line: TEXTS.closer,
    canRetry: false,
    isEmpty: true,
  }
}
