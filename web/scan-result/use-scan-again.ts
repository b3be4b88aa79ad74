/** Scans a photo that is on this device once more, or a part of it: a new scan; the earlier one stays in the history. */
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { ScanContext } from '#contracts'
import { handoff } from '#web/handoff/handoff.ts'
import { outbox } from '#web/outbox/outbox.ts'
import { useIsShown } from '#web/ui/shown.ts'

export function useScanAgain(): { isBusy: boolean; scanAgain: (photo: Blob, context: ScanContext) => Promise<void> } {
  const [, navigate] = useLocation()
  const [isBusy, setBusy] = useState(false)
  const isShown = useIsShown()
  return {
    isBusy,
    async scanAgain(photo, context) {
      setBusy(true)
      const { id } = await outbox.add(photo, context)
      // The user has left: no screen sends it.
      if (!isShown()) return outbox.retry(id)
      handoff.leaveImage({ id, photo, context })
      handoff.setPreviousPage('/')
      navigate('/processing', { state: { scanId: id } })
    },
  }
}
