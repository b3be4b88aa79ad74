/**
 * Takes or accepts photos on the scan home, sends them, and shows the outcome by mode. Every photo goes through the
 * outbox first.
 */
import { useEffect, useReducer, useRef } from 'react'
import { useLocation } from 'wouter'
import { NAVIGATION_DELAY_MS } from '#contracts'
import { userMessage } from '#web/api/call-error.ts'
import { feedback } from '#web/device/feedback.ts'
import { readyToSend, UnusablePhoto } from '#web/device/photo.ts'
import { type CapturedImage, handoff } from '#web/handoff/handoff.ts'
import type { Outcome } from '#web/outbox/deliver.ts'
import { outbox } from '#web/outbox/outbox.ts'
import { handOver } from '#web/outbox/outcome-route.ts'
import { useIsShown } from '#web/ui/shown.ts'
import { type Notice, useToast } from '#web/ui/toast.tsx'
import { CONTEXTS, failureNotice, followUpOf, IDLE, type ListMode, type Mode, nextWork } from './capture-work.ts'
import { t } from './texts.ts'
import { useSending } from './use-sending.ts'

interface Overlays {
  onFridge: () => void
}

export function useCapture({ onFridge }: Overlays) {
  const [work, dispatch] = useReducer(nextWork, IDLE)
  const toast = useToast()
  const sending = useSending()
  const { isShown, goSoon } = useThisScreen()
  /** The photo whose outcome the screen waits for. */
  const awaited = useRef<string>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: this ends the wait when the screen is left, and only then.
  useEffect(() => {
    return () => {
      // In development, React leaves a screen once and shows it again at once.
      queueMicrotask(() => !isShown() && awaited.current !== undefined && stopWaiting())
    }
  }, [])

  /** Stops waiting: the result appears in the history and in a toast. */
  function stopWaiting(): void {
    awaited.current = undefined
    sending.continueInBackground()
    handoff.dropImage()
  }

  /** A photo that is pasted or dropped may come while the screen waits for another. */
  function startTaking(): void {
    if (awaited.current !== undefined) stopWaiting()
    dispatch({ kind: 'taking' })
  }

  /** Takes a photo with `take` and processes it by mode. */
  async function capture(mode: Mode, take: () => Promise<Blob | undefined>): Promise<void> {
    startTaking()
    const photo = await taken(take)
    if (!(photo instanceof Blob)) {
      dispatch({ kind: 'stopped' })
      toast(photo)
      return
    }
    feedback('captured')
    const { id, context } = await outbox.add(photo, CONTEXTS[mode])
    // The screen was left while the photo was taken: no screen sends it.
    if (!isShown()) return outbox.retry(id)
    await workOn(mode, handoff.leaveImage({ id, photo, context }))
  }

  async function workOn(mode: Mode, image: CapturedImage): Promise<void> {
    handoff.setPreviousPage('/')
    if (mode === 'single') {
      dispatch({ kind: 'leaving', image })
      const isOpening = await goSoon('/processing', { scanId: image.id })
      if (!isOpening) await outbox.retry(image.id)
      return
    }
    dispatch({ kind: 'sending', mode, image })
    awaited.current = image.id
    try {
      const outcome = await sending.send(image.id, CONTEXTS[mode])
      endWait(image)
      if (outcome) await show(outcome, mode)
    } catch (error) {
      if (isShown()) toast(failureNotice(error, mode))
    } finally {
      endWait(image)
      dispatch({ kind: 'ended', image })
    }
  }

  /** A photo that was sent after this one is still awaited. */
  function endWait({ id }: CapturedImage): void {
    if (awaited.current === id) awaited.current = undefined
  }

  async function show(outcome: Outcome, mode: ListMode): Promise<void> {
    const path = handOver(outcome)
    const next = followUpOf(outcome, mode)
    if (next.kind === 'leave') {
      if (next.isFound) feedback('found')
      if (path !== undefined) void goSoon(path)
      return
    }
    if (!isShown()) return
    if (next.kind === 'stay') return next.notice && toast(next.notice)
    feedback('found')
    if (next.kind === 'show fridge') return onFridge()
    toast(next.notice)
    if (path !== undefined) void goSoon(path)
    // The scan is in the history with or without this call, which only updates its rows.
    try {
      await (await import('./save-menu-rows.ts')).saveMenuRows(next.menu)
    } catch (error) {
      toast({ title: t('menuNotSaved.title'), tone: 'destructive', description: userMessage(error) })
    }
  }

  return {
    work,
    capture,
    /** Photos from the gallery, clipboard, a drop or another app. A single one goes to the processing screen. */
    async upload(files: readonly File[]): Promise<void> {
      const [only] = files
      if (only && files.length === 1) return capture('single', () => readyToSend(only))
      startTaking()
      toast(await sendLater(files))
      dispatch({ kind: 'stopped' })
    },
    continueInBackground(): void {
      stopWaiting()
      dispatch({ kind: 'stopped' })
    },
    /** Retries the last photo: with its id while the outbox has it, else as a new scan. */
    async retry(mode: Mode): Promise<void> {
      const image = handoff.get().capturedImage
      if (!image) return
      if (outbox.get(image.id)) return workOn(mode, image)
      return capture(mode, async () => image.photo)
    },
    cancel(): void {
      awaited.current = undefined
      sending.cancel()
      const image = handoff.get().capturedImage
      if (image) void outbox.cancel(image.id)
      handoff.dropImage()
      dispatch({ kind: 'stopped' })
    },
  }
}

/** Whether the screen is still shown, and a navigation that happens only if it is. */
function useThisScreen() {
  const isShown = useIsShown()
  const [, navigate] = useLocation()

  return {
    isShown,
    /** Returns false if the screen was left before. */
    async goSoon(path: string, state?: { scanId: string }): Promise<boolean> {
      await new Promise((resolve) => setTimeout(resolve, NAVIGATION_DELAY_MS))
      if (!isShown()) return false
      navigate(path, state ? { state } : {})
      return true
    },
  }
}

/** The photo, or a notice that says why there is none. */
async function taken(take: () => Promise<Blob | undefined>): Promise<Blob | Notice> {
  try {
    return (await take()) ?? { title: t('captureFailed.title'), description: t('captureFailed.description') }
  } catch (error) {
    if (!(error instanceof UnusablePhoto))
      return { title: t('captureFailed.title'), description: t('captureFailed.description') }
    return { title: t('unusablePhoto'), description: error.message }
  }
}

/** Sends several photos in the background. Unusable ones are listed with the reason. */
async function sendLater(files: readonly File[]): Promise<Notice> {
  const refused: string[] = []
  for (const file of files) {
    try {
      const { id } = await outbox.add(await readyToSend(file), 'auto')
      void outbox.retry(id)
    } catch (error) {
      if (!(error instanceof UnusablePhoto)) throw error
      refused.push(`${file.name}: ${error.message}`)
    }
  }
  return {
    title: t('waiting.title', { count: files.length - refused.length }),
    description: refused.length > 0 ? t('waiting.refused', { photos: refused.join(' ') }) : t('waiting.description'),
  }
}
