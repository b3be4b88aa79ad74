/**
 * Lets a scan finish after the user has left its screen. A toast reports the result once, unless a system notification
 * does (hidden page). A photo that waits to be sent again is only counted on the history button.
 */
import { useLocation } from 'wouter'
import { userMessage } from '#web/api/call-error.ts'
import { feedback } from '#web/device/feedback.ts'
import { scanPath } from '#web/handoff/paths.ts'
import type { Outcome } from '#web/outbox/deliver.ts'
import { outbox } from '#web/outbox/outbox.ts'
import { outcomeRoute } from '#web/outbox/outcome-route.ts'
import { endOfOutcome, showsSystemNotice } from '#web/outbox/scan-end.ts'
import { type Notice, useToast } from '#web/ui/toast.tsx'

const TEXTS = {
  started: { title: 'Still reading', description: 'The result will appear in your history.' },
  found: (count: number) => (count === 1 ? '1 beer found' : `${count} beers found`),
  inHistory: "It's in your history.",
  barcode: 'Barcode read',
  barcodeLine: 'Which beer is it?',
  nothing: 'No beer detected',
  nothingLine: 'We found nothing on your earlier photo.',
  failed: "Couldn't read a photo",
  show: 'Show',
} as const

export function useContinueInBackground(): (scanId: string, sending: Promise<Outcome>) => void {
  const toast = useToast()
  const [, navigate] = useLocation()
  return (scanId, sending) => {
    toast(TEXTS.started)
    const show = (path: string) => ({ label: TEXTS.show, run: () => navigate(path) })
    sending.then(
      (outcome) => {
        const notice = noticeOf(outcome)
        const route = outcomeRoute(outcome, 'gone')
        const end = endOfOutcome(scanId, outcome)
        if (!notice || (end && showsSystemNotice(end))) return
        if (outcome.kind !== 'nothing') feedback('found')
        toast(route === undefined ? notice : { ...notice, action: show(route) })
      },
      (error: unknown) => {
        const state = outbox.get(scanId)?.state
        if (state === 'waiting' || (state === 'failed' && showsSystemNotice({ kind: 'failed', scanId }))) return
        toast({ title: TEXTS.failed, description: userMessage(error), action: show(scanPath(scanId)) })
      },
    )
  }
}

function noticeOf(outcome: Outcome): Omit<Notice, 'action'> | undefined {
  switch (outcome.kind) {
    case 'single':
      return { title: outcome.answer.beer.name, description: TEXTS.inHistory }
    case 'group':
      return { title: TEXTS.found(outcome.beers.length), description: TEXTS.inHistory }
    case 'barcode':
      return { title: TEXTS.barcode, description: TEXTS.barcodeLine }
    case 'nothing':
      return { title: TEXTS.nothing, description: TEXTS.nothingLine }
    case 'continues':
      return undefined
  }
}
