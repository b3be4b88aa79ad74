/** A blurred copy of a scan's photo, where this device has one; `children` in its place where not. */
import { type ReactNode, useEffect, useState } from 'react'
import { useUser } from '#web/api/queries.ts'
import { thumbOf } from '#web/device/scan-thumbs.ts'
import { BlobImage } from '#web/ui/blob-image.tsx'
import { t } from './texts.ts'

interface ScanThumbProps {
  scanId: string
  className: string
  children: ReactNode
}

export function ScanThumb({ scanId, className, children }: ScanThumbProps) {
  const userId = useUser().data?.id
  const [thumb, setThumb] = useState<Blob>()
  useEffect(() => {
    let isShown = true
    if (userId !== undefined) {
      thumbOf(userId, scanId).then(
        (found) => isShown && setThumb(found),
        // Without its copy the scan has its icon.
        () => undefined,
      )
    }
    return () => {
      isShown = false
    }
  }, [userId, scanId])
  if (!thumb) return children
  return (
    <span className={`overflow-hidden ${className}`}>
      <BlobImage blob={thumb} alt={t('scanThumb.alt')} className="size-full scale-110 object-cover blur-[2px]" />
    </span>
  )
}
