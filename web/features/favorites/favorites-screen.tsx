/** The user's favourite beers. */
import { Sparkles } from 'lucide-react'
import { Link, useSearchParams } from 'wouter'
import type { Favorite } from '#contracts'
import { userMessage } from '#web/api/call-error.ts'
import { BeerRow } from '#web/beer/beer-row.tsx'
import { averageMark, averageRating, useFavorites } from '#web/beer/favorite-list.ts'
import { useFavoriteToggle } from '#web/beer/favorites.ts'
import { useForYou } from '#web/beer/for-you/for-you.tsx'
import { Heart } from '#web/beer/heart.tsx'
import { dateText } from '#web/language/formats.ts'
import { useAddressState } from '#web/ui/address-state.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { useListFocus } from '#web/ui/focus.ts'
import { EmptyState, FailurePanel } from '#web/ui/message.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { FavoritesViews } from './favorites-views.tsx'
import { t } from './texts.ts'
import { WantsScreen } from './wants-screen.tsx'

export function FavoritesScreen() {
  const [search] = useSearchParams()
  return search.get('show') === 'wants' ? <WantsScreen /> : <SavedBeers />
}

function SavedBeers() {
  const { data: favorites, error, refetch } = useFavorites()
  const toggle = useFavoriteToggle('heart')
  const listFocus = useListFocus<HTMLUListElement>()
  const [params, setParams] = useAddressState()
  const forYouOf = useForYou()
  const isByTaste = params.get('sort') === 'you'
  const ratingOf = ({ beer }: Favorite) => forYouOf(beer)?.rating ?? -1
  const isPersonal = favorites?.some((favorite) => ratingOf(favorite) >= 0)
  const shown = favorites && isByTaste ? [...favorites].sort((a, b) => ratingOf(b) - ratingOf(a)) : favorites
  return (
    <Screen title={t('title')}>
      <FavoritesViews shown="favorites" />
      <dl className="mb-4 grid grid-cols-2 gap-2.5">
        <Stat term={t('count')} value={favorites ? String(favorites.length) : undefined} />
        <Stat
          term={t('average')}
          value={favorites && averageRating(favorites)}
          mark={favorites && averageMark(favorites)}
        />
      </dl>
      {isPersonal && (
        <button
          type="button"
          aria-pressed={isByTaste}
          onClick={() => setParams({ sort: isByTaste ? [] : ['you'] })}
          className="mb-3 inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface px-4 text-[0.86rem] font-semibold text-ink-2 transition-colors hover:bg-raised aria-pressed:border-amber/60 aria-pressed:bg-amber/15 aria-pressed:text-accent-ink"
        >
          <Sparkles size={16} aria-hidden="true" />
          {t('bestForYou')}
        </button>
      )}
      {shown ? (
        <ul {...listFocus}>
          {shown.map(({ id, beer, favoritedAt }) => (
            <BeerRow
              key={id}
              beer={beer}
              facts={t('since', { date: dateText(favoritedAt) })}
              end={<Heart beer={beer} favorites={toggle} />}
            />
          ))}
        </ul>
      ) : error ? (
        <FailurePanel title={t('failed')} message={userMessage(error)} retry={() => void refetch()} />
      ) : (
        <SkeletonRows count={4} label={t('loadingFavorites')} />
      )}
      {favorites?.length === 0 && (
        <EmptyState
          title={t('empty')}
          action={
            <Link href="/" className={buttonClass()}>
              {t('scan')}
            </Link>
          }
        >
          {t('emptyLine')}
        </EmptyState>
      )}
    </Screen>
  )
}
