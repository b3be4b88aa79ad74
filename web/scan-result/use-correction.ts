/** Corrects or confirms a beer of a scan, and updates the history and the menu in memory. */
import { useQueryClient } from '@tanstack/react-query'
import { type Beer, correctScan, getScan, type InputOf, listMarks, listScans, type Scan } from '#contracts'
import { userMessage } from '#web/api/call-error.ts'
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

type Correction = InputOf<typeof correctScan>['body']

interface Correcting {
  isBusy: boolean
  /** Returns the corrected scan; undefined after a failure, which a toast reports. */
  correct: (correction: Correction, right: Pick<Beer, 'name'>) => Promise<Scan | undefined>
  /** Confirms a match without a toast. */
  confirm: (correction: Correction) => Promise<void>
}

export function useCorrection(scanId: string): Correcting {
  const queryClient = useQueryClient()
  const toast = useToast()
  const correction = useCall(correctScan)

  async function send(body: Correction): Promise<Scan | undefined> {
    try {
      const scan = await correction.mutateAsync({ params: { id: scanId }, body })
      queryClient.setQueryData(keyOf(getScan, { params: { id: scanId } }), scan)
      for (const list of [listScans, listMarks]) void queryClient.invalidateQueries({ queryKey: keyOf(list, {}) })
      handoff.correctMenu(scan.id, beersOf(scan))
      return scan
    } catch (error) {
      toast({ title: TEXTS.error, description: `${TEXTS.failed}. ${userMessage(error)}`, tone: 'destructive' })
      return undefined
    }
  }

  return {
    isBusy: correction.isPending,
    async correct(body, right) {
      const scan = await send(body)
      if (scan) toast({ title: TEXTS.corrected, description: TEXTS.correctedLine(right.name) })
      return scan
    },
    async confirm(body) {
      await send(body)
    },
  }
}
