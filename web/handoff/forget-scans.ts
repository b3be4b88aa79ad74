/** Removes what the device still shows of deleted scans: their small copies, and what the scan home and the next page would open. */
import { forgetThumbs } from '#web/device/scan-thumbs.ts'
import { handoff } from './handoff.ts'

export async function forgetScans(userId: number, scanIds: readonly string[]): Promise<void> {
  const isDeleted = (scanId: string | null | undefined) => typeof scanId === 'string' && scanIds.includes(scanId)
  const { menu, capturedImage, currentBeer } = handoff.get()
  if (isDeleted(menu?.scanId)) handoff.leaveMenu(null)
  if (isDeleted(capturedImage?.id)) handoff.dropImage()
  if (isDeleted(currentBeer?.scanId)) handoff.leaveBeer(null)
  await forgetThumbs(userId, scanIds)
}
