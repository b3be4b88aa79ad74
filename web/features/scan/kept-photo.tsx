/** The photo in which nothing was found, or that could not be read: it stays until it is used or dropped. */
import { RotateCcw, Search, Trash2 } from 'lucide-react'
import { Link } from 'wouter'
import { OtherScene } from '#web/beer/other-scene.tsx'
import type { CapturedImage } from '#web/handoff/handoff.ts'
import { IconButton } from '#web/ui/button.tsx'

interface KeptPhotoProps {
  image: CapturedImage
  /** It was read, and nothing was found in it. */
  isEmpty: boolean
  onRetry: () => void
  onDrop: () => void
}

export function KeptPhoto({ image, isEmpty, onRetry, onDrop }: KeptPhotoProps) {
  return (
    <>
      <div className="mx-auto mb-2 flex animate-settle items-center gap-1 rounded-full border border-line bg-stout/80 py-1 pr-2 pl-1.5 backdrop-blur-md">
        <img src={image.url} alt="What you captured last" className="size-10 rounded-full object-cover" />
        <IconButton label="Try this photo again" onClick={onRetry}>
          <RotateCcw size={19} />
        </IconButton>
        <Link
          href="/search"
          aria-label="Search by name"
          title="Search by name"
          className="grid size-11 place-items-center text-ink-2"
        >
          <Search size={19} aria-hidden="true" />
        </Link>
        <IconButton label="Drop this photo" onClick={onDrop}>
          <Trash2 size={19} />
        </IconButton>
      </div>
      {isEmpty && <OtherScene image={image} readAs={null} className="mb-2 justify-center" />}
    </>
  )
}
