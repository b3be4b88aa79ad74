/** The picture of a beer, or a generated one if it has none or it fails to load. */
import { useState } from 'react'
import type { Beer } from '#contracts'
import { PlaceholderShot, PlaceholderTile } from './placeholder-art.tsx'

type Pictured = Pick<Beer, 'name' | 'brewery' | 'style' | 'imageUrl'>

interface PictureProps {
  beer: Pictured
  className?: string
}

function useImage(url: string | null) {
  const [failed, setFailed] = useState<string>()
  return { url: url && url !== failed ? url : undefined, onError: () => setFailed(url ?? undefined) }
}

export function BeerTile({ beer, className = 'h-16.5 w-13.5' }: PictureProps) {
  const image = useImage(beer.imageUrl)
  return (
    <div className={`shrink-0 overflow-hidden rounded-[14px] bg-raised ${className}`}>
      {image.url ? (
        <img src={image.url} onError={image.onError} alt="" loading="lazy" className="size-full object-cover" />
      ) : (
        <PlaceholderTile beer={beer} className="size-full" />
      )}
    </div>
  )
}

/** For the beer page. */
export function BeerShot({ beer, className = '' }: PictureProps) {
  const image = useImage(beer.imageUrl)
  if (!image.url) return <PlaceholderShot beer={beer} className={className} />
  return <img src={image.url} onError={image.onError} alt="" className={`object-contain ${className}`} />
}
