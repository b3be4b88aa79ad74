/**
 * Lets a scan finish after the user has left its screen. A toast reports the result once, unless a system notification
 * does (hidden page). A photo that waits to be sent again is only counted on the history button.
 */
import { outcomeOf, type SingleAnswer } from '#contracts'
import { userMessage } from '#web/api/call-error.ts'
import { feedback } from '#web/device/feedback.ts'
import { scanPath } from '#web/handoff/paths.ts'
import type { Outcome } from '#web/outbox/deliver.ts'
import { outbox } from '#web/outbox/outbox.ts'
import { outcomeRoute } from '#web/outbox/outcome-route.ts'
import { endOf, showsSystemNotice } from '#web/outbox/scan-end.ts'
import type { Notice } from '#web/ui/toast.tsx'
import { shownName } from '../asked.ts'
import { t } from './texts.ts'

interface Ways {
  toast: (notice: Notice) => void
  navigate: (path: string) => void
}

export function continueInBackground(scanId: string, sending: Promise<Outcome>, { toast, navigate }: Ways): void {
  // The outbox is closed once its user is signed out.
  if (outbox.get(scanId)) toast({ title: t('started.title'), description: t('started.description') })
  const show = (path: string) => ({ label: t('show'), run: () => navigate(path) })
  sending.then(
    (outcome) => {
      const notice = noticeOf(outcome)
      const route = outcomeRoute(outcome, 'gone')
      const end = endOf(scanId, outcome)
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

function titleOf({ beer, ...answer }: SingleAnswer): string {
  const read = { ...answer, ...beer }
  return outcomeOf(read) === 'ask' ? t('which') : shownName(read)
}

function noticeOf(outcome: Outcome): Omit<Notice, 'action'> | undefined {
  switch (outcome.kind) {
    case 'single':
      return { title: titleOf(outcome.answer), description: t('inHistory') }
    case 'group':
      return {
        title: t('found', { count: outcome.beers.length }),
        description: t('inHistory'),
      }
    case 'barcode':
      return { title: t('barcode'), description: t('which') }
    case 'nothing':
      return { title: t('nothing'), description: t('nothingLine') }
    case 'continues':
      return undefined
  }
}
