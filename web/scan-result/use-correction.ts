/** Corrects or confirms a beer of a scan, and updates the history and the menu in memory. */
import { useQueryClient } from '@tanstack/react-query'
import { type Beer, correctScan, getScan, type InputOf, listMarks, listScans, type Scan } from '#contracts'
import { CallError, userMessage } from '#web/api/call-error.ts'
import { keyOf, queryOf, useCall } from '#web/api/queries.ts'
import { refreshOwnPictures } from '#web/beer/own-pictures.ts'
import { handoff, usePictureOf } from '#web/handoff/handoff.ts'
import { useToast } from '#web/ui/toast.tsx'
import { beersOf } from './scan-summary.ts'
import { t } from './texts.ts'

type Correction = InputOf<typeof correctScan>['body']

interface Correcting {
  isBusy: boolean
  /**
   * Returns the corrected scan; undefined after a failure, which a toast reports. `undo` is asked once, whether and how this correction
   * can be taken back: the toast of the success then offers it.
   */
  correct: (
    correction: Correction,
    right: Pick<Beer, 'name'>,
    undo?: (corrected: Scan) => (() => void) | undefined,
  ) => Promise<Scan | undefined>
  /** Confirms a match without a toast. */
  confirm: (correction: Correction) => Promise<void>
}

export function useCorrection(scanId: string): Correcting {
  const queryClient = useQueryClient()
  const toast = useToast()
  const correction = useCall(correctScan)
  const image = usePictureOf(scanId)

  async function send(body: Correction): Promise<Scan | undefined> {
    try {
      const scan = await correction.mutateAsync({ params: { id: scanId }, body })
      const key = keyOf(getScan, { params: { id: scanId } })
      // The answer to an earlier question would have the wrong beer.
      await queryClient.cancelQueries({ queryKey: key })
      queryClient.setQueryData(key, scan)
      for (const list of [listScans, listMarks]) void queryClient.invalidateQueries({ queryKey: keyOf(list, {}) })
      handoff.correctMenu(scan.id, beersOf(scan))
      void keepPicture(scan, body)
      return scan
    } catch (error) {
      if (error instanceof CallError && error.code === 'conflict') void reload()
      toast({
        title: t('useCorrection.error'),
        description: `${t('useCorrection.failed')}. ${userMessage(error)}`,
        tone: 'destructive',
      })
      return undefined
    }
  }

  /** The list has changed, in another tab or by a further page: the user tries again on what it is by now. */
  async function reload(): Promise<void> {
    try {
      const scan = await queryClient.fetchQuery(queryOf(getScan, { params: { id: scanId } }))
      handoff.correctMenu(scan.id, beersOf(scan))
    } catch (error) {
      console.warn('The scan could not be loaded again.', error)
    }
  }

  /** The server has moved a picture that belonged to the wrong beer. Where there was none, the label on the photo becomes one. */
  async function keepPicture(scan: Scan, body: Correction): Promise<void> {
    try {
      const { keepNamedLabel } = await import('./keep-labels.ts')
      await refreshOwnPictures(queryClient)
      if (image && 'item' in body) await keepNamedLabel(image, scan, body.item, queryClient)
    } catch (error) {
      console.warn('The picture could not be kept.', error)
    }
  }

  return {
    isBusy: correction.isPending,
    async correct(body, right, undo) {
      const scan = await send(body)
      const run = scan && undo?.(scan)
      if (scan)
        toast({
          title: t('useCorrection.corrected'),
          description: t('useCorrection.correctedLine', { name: right.name }),
          ...(run && { action: { label: t('useCorrection.undo'), run } }),
        })
      return scan
    },
    async confirm(body) {
      await send(body)
    },
  }
}
