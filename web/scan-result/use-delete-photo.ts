/** Deletes a photo that may exist on this device alone, with undo. */
import { deleteScan, listScans } from '#contracts'
import { addressOf, call } from '#web/api/call.ts'
import { keyOf } from '#web/api/queries.ts'
import { outbox } from '#web/outbox/outbox.ts'
import { useRemovals } from '#web/undo/removals.ts'
import { t } from './texts.ts'

/** Identifies the removal of a scan, or of the capture that becomes it. */
export const addressOfScan = ({ id }: { id: string }) => addressOf(deleteScan, { params: { id } })

/** Takes the id of the capture, which is also that of its scan. */
export function useDeletePhoto(): (id: string) => void {
  const removals = useRemovals()
  return (id) =>
    removals.remove({
      address: addressOfScan({ id }),
      async send(options) {
        // It may have been sent in the undo period.
        if (outbox.get(id)) await outbox.cancel(id)
        else await call(deleteScan, { params: { id } }, options)
      },
      removed: t('photoDeleted'),
      failed: t('photoDeleteFailed'),
      listKey: keyOf(listScans, {}),
    })
}
