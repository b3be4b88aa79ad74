/** Sends one photo at a time, for a screen that waits for the outcome. */
import { useRef } from 'react'
import { useLocation } from 'wouter'
import type { ScanContext } from '#contracts'
import type { Outcome } from '#web/outbox/deliver.ts'
import { outbox } from '#web/outbox/outbox.ts'
import { useToast } from '#web/ui/toast.tsx'

/** Loaded while the camera starts or the device is idle, with the screens that follow a photo. */
const background = () => import('#web/scan-result/background/continue-in-background.ts')

interface Sending {
  scanId: string
  abort: AbortController
  outcome: Promise<Outcome>
}

export function useSending() {
  const awaited = useRef<Sending>(undefined)
  const toast = useToast()
  const [, navigate] = useLocation()

  return {
    /**
     * Sends a photo of the outbox. Returns undefined if the user meanwhile stopped waiting for it or took another one.
     * @throws the error of the outbox.
     */
    async send(scanId: string, context: ScanContext): Promise<Outcome | undefined> {
      const abort = new AbortController()
      const sending = { scanId, abort, outcome: outbox.send(scanId, context, abort.signal) }
      awaited.current = sending
      try {
        const outcome = await sending.outcome
        return awaited.current === sending ? outcome : undefined
      } catch (error) {
        if (awaited.current === sending) throw error
        return undefined
      }
    },
    /** Leaves the photo to the outbox: the result appears in the history and in a toast. */
    continueInBackground(): void {
      const left = awaited.current
      awaited.current = undefined
      if (!left) return
      background()
        .then(({ continueInBackground }) => continueInBackground(left.scanId, left.outcome, { toast, navigate }))
        // The photo is sent with or without the toasts.
        .catch((error: unknown) => console.warn('The result of this photo will only be in the history.', error))
    },
    cancel(): void {
      awaited.current?.abort.abort(new Error('cancelled by the user'))
      awaited.current = undefined
    },
  }
}
