/** The picture of a beer: the user's own, else the catalogue's, else a drawn one, also where one fails to load. */
import { memo, useState } from 'react'
import type { Beer } from '#contracts'
import { useOwnPicture } from './own-pictures.ts'
import { PlaceholderShot, PlaceholderTile } from './placeholder-art.tsx'
import { t } from './texts.ts'

interface PictureProps {
  beer: Pick<Beer, 'id' | 'name' | 'brewery' | 'style' | 'imageUrl'>
  className?: string
}

/** Undefined if there is none that loads. */
function useImage({ id, name, imageUrl }: PictureProps['beer']) {
  const [failed, setFailed] = useState<readonly string[]>([])
  const own = useOwnPicture(id)
  const url = [own, imageUrl].find((one) => one && !failed.includes(one))
  if (!url) return undefined
  const isOwn = url === own
  return {
    isOwn,
    src: url,
    alt: isOwn ? t('beerPicture.own', { name }) : '',
    onError: () => setFailed([...failed, url]),
  }
}

export const BeerTile = memo(function BeerTile({ beer, className = 'h-16.5 w-13.5' }: PictureProps) {
  const image = useImage(beer)
  return (
    <div data-picture className={`shrink-0 overflow-hidden rounded-[14px] bg-raised ${className}`}>
      {image ? (
        <img
          src={image.src}
          alt={image.alt}
          onError={image.onError}
          loading="lazy"
          className="size-full object-cover"
        />
      ) : (
        <PlaceholderTile beer={beer} className="size-full" />
      )}
    </div>
  )
})

/** For the beer page. */
export function BeerShot({ beer, className = '' }: PictureProps) {
  const image = useImage(beer)
  if (!image) return <PlaceholderShot beer={beer} className={className} />
  const frame = image.isOwn
    ? 'max-h-[66%] max-w-[62%] rounded-[22px] border border-white/25 object-cover shadow-[0_18px_50px_#0008]'
    : 'object-contain'
  return (
    <img
      data-picture-place
      src={image.src}
      alt={image.alt}
      onError={image.onError}
      className={`${frame} ${className}`}
    />
  )
}
