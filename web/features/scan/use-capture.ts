/** What a picture taken or chosen on the scan home sets off, by mode. Every picture goes through the outbox first. */
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { NAVIGATION_DELAY_MS, type ScanContext, saveMenu } from '#contracts'
import { call } from '#web/api/call.ts'
import { CallError, saidBy } from '#web/api/call-error.ts'
import { resultsPath } from '#web/beer/beer-facts.ts'
import { useSetAside } from '#web/beer/set-aside.ts'
import { feedback } from '#web/device/feedback.ts'
import { readyToSend, UnusablePhoto } from '#web/device/photo.ts'
import { type CapturedImage, handoff } from '#web/handoff/handoff.ts'
import type { Outcome } from '#web/outbox/deliver.ts'
import { outbox } from '#web/outbox/outbox.ts'
import { type Notice, useToast } from '#web/ui/toast.tsx'
import { TEXTS } from './texts.ts'

export type Mode = 'single' | 'fridge' | 'menu'

export type Work =
  | { kind: 'idle' }
  /** A picture is being taken or made ready. */
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
  const onItsWay = useRef<{ scanId: string; sending: Promise<Outcome> }>(undefined)
  const takeOver = useSetAside()

  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  function go(path: string, state?: { scanId: string }): void {
    setTimeout(() => isShown.current && navigate(path, state ? { state } : {}), NAVIGATION_DELAY_MS)
  }

  /** Takes a picture by `take` and does with it what the mode wants. */
  async function capture(mode: Mode, take: () => Promise<Blob | undefined>): Promise<void> {
    setWork({ kind: 'taking' })
    let refusal: string | undefined
    const photo = await take().catch((error: unknown) => {
      if (error instanceof UnusablePhoto) refusal = error.message
      return undefined
    })
    if (!photo) {
      setWork({ kind: 'idle' })
      toast(refusal ? { title: TEXTS.photoRefused, description: refusal } : TEXTS.captureFailed)
      return
    }
    feedback('captured')
    const { id, context } = await outbox.add(photo, CONTEXTS[mode])
    const image = handoff.leaveImage({ id, photo, context })
    await workOn(mode, image)
  }

  async function workOn(mode: Mode, image: CapturedImage): Promise<void> {
    handoff.comingFrom('/')
    if (mode === 'single') return go('/processing', { scanId: image.id })
    setWork({ kind: mode === 'fridge' ? 'identifying' : 'parsing', image })
    const abort = new AbortController()
    controller.current = abort
    try {
      const sending = outbox.send(image.id, CONTEXTS[mode], abort.signal)
      onItsWay.current = { scanId: image.id, sending }
      const outcome = await sending
      if (controller.current === abort) await leave(outcome, mode)
    } catch (error) {
      if (controller.current === abort && !abort.signal.aborted && isShown.current) toast(failureNotice(error, mode))
    } finally {
      if (controller.current === abort && isShown.current) setWork({ kind: 'idle' })
    }
  }

  async function leave(outcome: Outcome, mode: Mode): Promise<void> {
    if (outcome.kind === 'nothing') {
      handoff.foundNothing()
      if (mode === 'menu' && isShown.current) toast(TEXTS.noBeersFound)
    } else if (outcome.kind === 'single') {
      feedback('found')
      handoff.leaveRead(outcome.answer)
      go(resultsPath(outcome.answer.beer.id))
    } else if (outcome.kind === 'continues') {
      go(`/scan/${outcome.scanId}`)
    } else {
      const { scanId, beers, context, title } = outcome
      handoff.leaveMenu({ scanId, beers, context, title, readAt: new Date().toISOString() })
      if (!isShown.current) return
      feedback('found')
      if (mode === 'fridge') return onFridge()
      toast(TEXTS.menuParsed(beers.length))
      go('/menu-view')
      // The scan stands in the history with or without it: only how it is kept there went wrong.
      await keepMenu(outcome).catch((error: unknown) => toast({ ...TEXTS.menuNotSaved, description: saidBy(error) }))
    }
  }

  return {
    work,
    capture,
    /** Pictures from the gallery, the clipboard, a drop or another app: one is looked at on the processing screen. */
    async upload(files: readonly File[]): Promise<void> {
      const [only] = files
      if (only && files.length === 1) return capture('single', () => readyToSend(only))
      setWork({ kind: 'taking' })
      toast(await sendLater(files))
      setWork({ kind: 'idle' })
    },
    /** The picture that is being looked at is watched no more: its answer comes to the history, and a notice with it. */
    setAside(): void {
      controller.current = undefined
      if (onItsWay.current) takeOver(onItsWay.current.scanId, onItsWay.current.sending)
      handoff.dropImage()
      setWork({ kind: 'idle' })
    },
    /** The kept picture once more: under its id while it has not ended, else as another scan. */
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

/** Puts many pictures in line; those that cannot be sent are named with the reason. */
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
  return TEXTS.inLine(files.length - refused.length, refused)
}

/** The scan itself is in the history already; saving brings its rows into the state the user saw. */
async function keepMenu({ scanId, beers }: Extract<Outcome, { kind: 'group' }>): Promise<void> {
  const [first] = beers
  if (!first) return
  const menuData = beers.map(({ id, price, section }) => ({ id, price, section }))
  await call(saveMenu, { body: { beerId: first.id, menuData, scanId } })
}

function failureNotice(error: unknown, mode: Mode) {
  const said = saidBy(error)
  if (said.toLowerCase().includes('quota exceeded')) return TEXTS.quota
  if (mode === 'menu') return TEXTS.menuFailed
  // A server that gives no message of its own leaves the reason open.
  const isUnsaid = error instanceof CallError && error.code === 'unknown'
  return { title: TEXTS.identificationFailed, description: isUnsaid ? TEXTS.identifyFailed : said }
}
