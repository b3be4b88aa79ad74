/** The last photo, if nothing was found on it or it failed: stored until the user retries or discards it. */
import { Crop, RotateCcw, Search, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { CapturedImage } from '#web/handoff/handoff.ts'
import { CropPhoto } from '#web/scan-result/crop-photo.tsx'
import { ReprocessAs } from '#web/scan-result/reprocess-as.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { focusHeadingOnRemoval } from '#web/ui/heading-focus.ts'
import { t } from './texts.ts'

interface LastPhotoProps {
  image: CapturedImage
  /** Processed without finding a beer. */
  isEmpty: boolean
  onRetry: () => void
  onDrop: () => void
}

export function LastPhoto({ image, isEmpty, onRetry, onDrop }: LastPhotoProps) {
  const [isCropping, setCropping] = useState(false)
  return (
    <>
      <div
        ref={focusHeadingOnRemoval}
        className={`mx-auto mb-2 animate-settle border border-line bg-stout/80 backdrop-blur-md ${isEmpty ? 'rounded-3xl p-2.5' : 'rounded-full py-1 pr-2 pl-1.5'}`}
      >
        <div className="flex items-center justify-center gap-1">
          <img src={image.url} alt={t('yourLastShot')} className="size-10 rounded-full object-cover" />
          <IconButton label={t('tryThisPhotoAgain')} onClick={onRetry}>
            <RotateCcw size={19} />
          </IconButton>
          <IconButton label={t('cropThisPhoto')} aria-haspopup="dialog" onClick={() => setCropping(true)}>
            <Crop size={19} />
          </IconButton>
          <Link
            href="/search"
            aria-label={t('searchByName')}
            title={t('searchByName')}
            className="grid size-11 place-items-center text-ink-2"
          >
            <Search size={19} aria-hidden="true" />
          </Link>
          <IconButton label={t('deleteThisPhoto')} onClick={onDrop}>
            <Trash2 size={19} />
          </IconButton>
        </div>
        {isEmpty && <ReprocessAs image={image} processedAs={null} className="mt-1 justify-center" />}
      </div>
      {isCropping && <CropPhoto image={image} onClose={() => setCropping(false)} />}
    </>
  )
}
