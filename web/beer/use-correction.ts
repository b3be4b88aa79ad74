/** Tells the server which beer it really was; the history, and the list in the user's hand, say so from then on. */
import { useQueryClient } from '@tanstack/react-query'
import { type Beer, correctScan, getScan, type InputOf, listHad, listScans, type Scan } from '#contracts'
import { saidBy } from '#web/api/call-error.ts'
import { keyOf, useCall } from '#web/api/queries.ts'
import { handoff } from '#web/handoff/handoff.ts'
import { useToast } from '#web/ui/toast.tsx'
import { beersOf } from './scan-summary.ts'

const TEXTS = {
  corrected: 'Scan corrected',
  correctedLine: (name: string) => `Your history now says ${name}.`,
  error: 'Error',
  failed: 'Failed to correct scan',
} as const

interface Correcting {
  isBusy: boolean
  /** The scan as it is now; undefined when it could not be corrected, which is said. */
  correct: (correction: InputOf<typeof correctScan>['body'], right: Pick<Beer, 'name'>) => Promise<Scan | undefined>
}

export function useCorrection(scanId: string): Correcting {
  const queryClient = useQueryClient()
  const toast = useToast()
  const correction = useCall(correctScan)
  return {
    isBusy: correction.isPending,
    async correct(body, right) {
      try {
        const scan = await correction.mutateAsync({ params: { id: scanId }, body })
        queryClient.setQueryData(keyOf(getScan, { params: { id: scanId } }), scan)
        for (const told of [listScans, listHad]) void queryClient.invalidateQueries({ queryKey: keyOf(told, {}) })
        handoff.correctMenu(scan.id, beersOf(scan))
        toast({ title: TEXTS.corrected, description: TEXTS.correctedLine(right.name) })
        return scan
      } catch (error) {
        toast({ title: TEXTS.error, description: `${TEXTS.failed}. ${saidBy(error)}`, tone: 'destructive' })
        return undefined
      }
    },
  }
}
