/** Toggles a favourite. The state shows in label and shape, not in colour alone. */
import { Heart as HeartShape } from 'lucide-react'
import type { Beer } from '#contracts'
import { IconButton } from '#web/ui/button.tsx'
import type { FavoriteToggle } from './favorites.ts'
import { isPending } from './rating.tsx'
import { t } from './texts.ts'

export function Heart({
  beer,
  favorites,
  className = '',
}: {
  beer: Beer
  favorites: FavoriteToggle
  className?: string
}) {
  const saved = favorites.isSaved(beer.id)
  return (
    <IconButton
      label={saved ? t('heart.remove', { name: beer.name }) : t('heart.add', { name: beer.name })}
      aria-pressed={saved}
      aria-disabled={favorites.isBusy(beer.id)}
      disabled={!saved && isPending(beer)}
      onClick={() => void favorites.toggle(beer)}
      className={className}
    >
      <HeartShape
        size={21}
        className={saved ? 'animate-pop fill-cherry text-cherry' : 'text-ink-3'}
        key={saved ? 'saved' : 'unsaved'}
      />
    </IconButton>
  )
}
