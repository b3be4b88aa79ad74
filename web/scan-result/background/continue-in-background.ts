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
import { t } from './texts.ts'

export function useContinueInBackground(): (scanId: string, sending: Promise<Outcome>) => void {
  const toast = useToast()
  const [, navigate] = useLocation()
  return (scanId, sending) => {
    toast({
      title: t('started.title'),
      description: t('started.description'),
    })
    const show = (path: string) => ({ label: t('show'), run: () => navigate(path) })
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
        toast({
          title: t('failed'),
          description: userMessage(error),
          action: show(scanPath(scanId)),
        })
      },
    )
  }
}

function noticeOf(outcome: Outcome): Omit<Notice, 'action'> | undefined {
  switch (outcome.kind) {
    case 'single':
      return { title: outcome.answer.beer.name, description: t('inHistory') }
    case 'group':
      return {
        title: t('found', { count: outcome.beers.length }),
        description: t('inHistory'),
      }
    case 'barcode':
      return { title: t('barcode'), description: t('barcodeLine') }
    case 'nothing':
      return { title: t('nothing'), description: t('nothingLine') }
    case 'continues':
      return undefined
  }
}
