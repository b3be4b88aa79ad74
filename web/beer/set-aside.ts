/**
 * A photo whose reading nobody watches any more: it goes on, its answer comes to the history, and a notice says so with a
 * way there, once: of a hidden page the system's notice does. What waits to be sent again says nothing: it is counted
 * beside the history until it is sent.
 */
import { useLocation } from 'wouter'
import { saidBy } from '#web/api/call-error.ts'
import { feedback } from '#web/device/feedback.ts'
import type { Outcome } from '#web/outbox/deliver.ts'
import { outbox } from '#web/outbox/outbox.ts'
import { endingOfOutcome, isToldOutside } from '#web/outbox/tell-of-end.ts'
import { type Notice, useToast } from '#web/ui/toast.tsx'
import { resultsPath } from './beer-facts.ts'

const TEXTS = {
  aside: { title: 'Reading goes on', description: 'The answer comes to your history.' },
  found: (count: number) => (count === 1 ? '1 beer found' : `${count} beers found`),
  inHistory: 'It is in your history.',
  nothing: 'No beer detected',
  nothingLine: 'The photo you set aside shows none.',
  failed: 'A photo could not be read',
  show: 'Show',
} as const

/** Takes over a photo that is on its way. */
export function useSetAside(): (scanId: string, sending: Promise<Outcome>) => void {
  const toast = useToast()
  const [, navigate] = useLocation()
  return (scanId, sending) => {
    toast(TEXTS.aside)
    const show = (path: string) => ({ label: TEXTS.show, run: () => navigate(path) })
    sending.then(
      (outcome) => {
        const notice = noticeOf(outcome, show)
        const ending = endingOfOutcome(scanId, outcome)
        if (!notice || (ending && isToldOutside(ending))) return
        if (outcome.kind !== 'nothing') feedback('found')
        toast(notice)
      },
      (error: unknown) => {
        const state = outbox.get(scanId)?.state
        if (state === 'waiting' || (state === 'failed' && isToldOutside({ kind: 'failed', scanId }))) return
        toast({ title: TEXTS.failed, description: saidBy(error), action: show(`/scan/${scanId}`) })
      },
    )
  }
}

function noticeOf(outcome: Outcome, show: (path: string) => NonNullable<Notice['action']>): Notice | undefined {
  switch (outcome.kind) {
    case 'single': {
      const { beer } = outcome.answer
      return { title: beer.name, description: TEXTS.inHistory, action: show(resultsPath(beer.id)) }
    }
    case 'group': {
      const path = outcome.context === 'menu' ? `/menu/${outcome.scanId}` : `/scan/${outcome.scanId}`
      return { title: TEXTS.found(outcome.beers.length), description: TEXTS.inHistory, action: show(path) }
    }
    case 'nothing':
      return { title: TEXTS.nothing, description: TEXTS.nothingLine }
    case 'continues':
      return undefined
  }
}
