/** The label of a beer on the user's own photo, while the photo is on this device. */
import { usePictureOf } from '#web/handoff/handoff.ts'
import { cropOf, type LabelPlace } from './label-crop.ts'
import { t } from './texts.ts'

/** Most phones take upright photos of this shape; used until the photo is measured. */
const USUAL_RATIO = 0.75

interface LabelPictureProps {
  scanId: string
  label: LabelPlace
  className?: string
}

/** Renders nothing without a photo. */
export function LabelPicture({ scanId, label, className = '' }: LabelPictureProps) {
  const image = usePictureOf(scanId)
  if (!image) return null
  const { url, ratio = USUAL_RATIO } = image
  const { x, y, width, height } = cropOf(label, ratio)
  const aspect = (width * ratio) / height
  const isWhole = width === 100 && height === 100
  return (
    <div
      className={`relative ${aspect > 1 ? 'w-44' : 'w-28'} max-w-full shrink-0 overflow-hidden rounded-2xl border border-line bg-raised ${className}`}
      style={{ aspectRatio: aspect }}
    >
      <img
        src={url}
        alt={isWhole ? t('labelPicture.photo') : t('labelPicture.label')}
        className="absolute max-w-none object-cover"
        style={{
          left: `${(-x / width) * 100}%`,
          top: `${(-y / height) * 100}%`,
          width: `${10_000 / width}%`,
          height: `${10_000 / height}%`,
        }}
      />
    </div>
  )
}
