/** How long the ratings of a list are still computed: said once, above its rows. */
import { estimatedRatingSeconds, type SightedBeer } from '#contracts'
import { isPending } from '#web/beer/rating.tsx'
import { t } from './texts.ts'

export function PendingRatings({ beers }: { beers: readonly SightedBeer[] }) {
  const pending = beers.filter(isPending).length
  if (pending === 0) return null
  return (
    <p role="status" className="mb-3 rounded-2xl border border-amber/30 bg-amber/10 px-4 py-2.5 text-sm text-ink-2">
      {t('pendingRatings', { seconds: estimatedRatingSeconds(pending) })}
    </p>
  )
}
