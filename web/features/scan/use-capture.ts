/**
 * Takes or accepts photos on the scan home, sends them, and shows the outcome by mode. Every photo goes through the
 * outbox first.
 */
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { NAVIGATION_DELAY_MS, type ScanContext, saveMenu } from '#contracts'
import { call } from '#web/api/call.ts'
import { CallError, userMessage } from '#web/api/call-error.ts'
import { feedback } from '#web/device/feedback.ts'
import { readyToSend, UnusablePhoto } from '#web/device/photo.ts'
import { type CapturedImage, handoff } from '#web/handoff/handoff.ts'
import type { Outcome } from '#web/outbox/deliver.ts'
import { outbox } from '#web/outbox/outbox.ts'
import { handOver } from '#web/outbox/outcome-route.ts'
import { useContinueInBackground } from '#web/scan-result/continue-in-background.ts'
import { type Notice, useToast } from '#web/ui/toast.tsx'
import { TEXTS } from './texts.ts'

export type Mode = 'single' | 'fridge' | 'menu'

export type Work =
  | { kind: 'idle' }
  /** A photo is being taken or prepared. */
  | { kind: 'taking' }
  | { kind: 'identifying'; image: CapturedImage }
  | { kind: 'parsing'; image: CapturedImage }

const CONTEXTS: Record<Mode, ScanContext> = { single: 'auto', fridge: 'fridge', menu: 'menu' }

interface Overlays {
  onFridge: () => void
}

export function useCapture({ onFridge }: Overlays) {
  const [work, setWork] = useState<Work>({ kind: 'idle' })
  const [, navigate] = useLocation()
  const toast = useToast()
  const isShown = useRef(true)
  const controller = useRef<AbortController>(undefined)
  const pending = useRef<{ scanId: string; sending: Promise<Outcome> }>(undefined)
  const leaveToBackground = useContinueInBackground()

  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  function go(path: string, state?: { scanId: string }): void {
    setTimeout(() => isShown.current && navigate(path, state ? { state } : {}), NAVIGATION_DELAY_MS)
  }

  /** Takes a photo with `take` and processes it by mode. */
  async function capture(mode: Mode, take: () => Promise<Blob | undefined>): Promise<void> {
    setWork({ kind: 'taking' })
    let problem: string | undefined
    const photo = await take().catch((error: unknown) => {
      if (error instanceof UnusablePhoto) problem = error.message
      return undefined
    })
    if (!photo) {
      setWork({ kind: 'idle' })
      toast(problem ? { title: TEXTS.unusablePhoto, description: problem } : TEXTS.captureFailed)
      return
    }
    feedback('captured')
    const { id, context } = await outbox.add(photo, CONTEXTS[mode])
    const image = handoff.leaveImage({ id, photo, context })
    await workOn(mode, image)
  }

  async function workOn(mode: Mode, image: CapturedImage): Promise<void> {
    handoff.setPreviousPage('/')
    if (mode === 'single') return go('/processing', { scanId: image.id })
    setWork({ kind: mode === 'fridge' ? 'identifying' : 'parsing', image })
    const abort = new AbortController()
    controller.current = abort
    try {
      const sending = outbox.send(image.id, CONTEXTS[mode], abort.signal)
      pending.current = { scanId: image.id, sending }
      const outcome = await sending
      if (controller.current === abort) await finish(outcome, mode)
    } catch (error) {
      if (controller.current === abort && !abort.signal.aborted && isShown.current) toast(failureNotice(error, mode))
    } finally {
      if (controller.current === abort && isShown.current) setWork({ kind: 'idle' })
    }
  }

  async function finish(outcome: Outcome, mode: Mode): Promise<void> {
    const route = handOver(outcome)
    if (route === undefined) {
      if (mode === 'menu' && isShown.current) toast(TEXTS.noBeersFound)
      return
    }
    if (outcome.kind === 'continues') return go(route)
    if (outcome.kind === 'single') {
      feedback('found')
      return go(route)
    }
    if (!isShown.current) return
    feedback('found')
    if (mode === 'fridge') return onFridge()
    if (outcome.kind !== 'group') return
    toast(TEXTS.menuParsed(outcome.beers.length))
    go(route)
    // The scan is in the history with or without this call, which only updates its rows.
    await saveMenuRows(outcome).catch((error: unknown) =>
      toast({ ...TEXTS.menuNotSaved, description: userMessage(error) }),
    )
  }

  return {
    work,
    capture,
    /** Photos from the gallery, clipboard, a drop or another app. A single one goes to the processing screen. */
    async upload(files: readonly File[]): Promise<void> {
      const [only] = files
      if (only && files.length === 1) return capture('single', () => readyToSend(only))
      setWork({ kind: 'taking' })
      toast(await sendLater(files))
      setWork({ kind: 'idle' })
    },
    /** Stops waiting: the result appears in the history and in a toast. */
    continueInBackground(): void {
      controller.current = undefined
      if (pending.current) leaveToBackground(pending.current.scanId, pending.current.sending)
      handoff.dropImage()
      setWork({ kind: 'idle' })
    },
    /** Retries the last photo: with its id while the outbox has it, else as a new scan. */
    async retry(mode: Mode): Promise<void> {
      const image = handoff.get().capturedImage
      if (!image) return
      if (outbox.get(image.id)) return workOn(mode, image)
      return capture(mode, async () => image.photo)
    },
    cancel(): void {
      controller.current?.abort(new Error('cancelled by the user'))
      controller.current = undefined
      const image = handoff.get().capturedImage
      if (image) void outbox.cancel(image.id)
      handoff.dropImage()
      setWork({ kind: 'idle' })
    },
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
  return TEXTS.waiting(files.length - refused.length, refused)
}

/** Stores the rows as the user saw them; the scan itself is already in the history. */
async function saveMenuRows({ scanId, beers }: Extract<Outcome, { kind: 'group' }>): Promise<void> {
  const [first] = beers
  if (!first) return
  const menuData = beers.map(({ id, price, section }) => ({ id, price, section }))
  await call(saveMenu, { body: { beerId: first.id, menuData, scanId } })
}

function failureNotice(error: unknown, mode: Mode) {
  const message = userMessage(error)
  if (message.toLowerCase().includes('quota exceeded')) return TEXTS.quota
  if (mode === 'menu') return TEXTS.menuFailed
  // Without a message from the server the reason is unknown.
  const isUnknown = error instanceof CallError && error.code === 'unknown'
  return { title: TEXTS.identificationFailed, description: isUnknown ? TEXTS.identifyFailed : message }
}
