/** Sends one photo at a time, for a screen that waits for the outcome. */
import { useRef } from 'react'
import type { ScanContext } from '#contracts'
import type { Outcome } from '#web/outbox/deliver.ts'
import { outbox } from '#web/outbox/outbox.ts'
import { useContinueInBackground } from '#web/scan-result/background/continue-in-background.ts'

interface Sending {
  scanId: string
  abort: AbortController
  outcome: Promise<Outcome>
}

export function useSending() {
  const awaited = useRef<Sending>(undefined)
  const leaveToBackground = useContinueInBackground()

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
      if (awaited.current) leaveToBackground(awaited.current.scanId, awaited.current.outcome)
      awaited.current = undefined
    },
    cancel(): void {
      awaited.current?.abort.abort(new Error('cancelled by the user'))
      awaited.current = undefined
    },
  }
}
