/** The user's favourite beers. */
import { Link, useSearchParams } from 'wouter'
import { userMessage } from '#web/api/call-error.ts'
import { BeerRow } from '#web/beer/beer-row.tsx'
import { averageMark, averageRating, useFavorites } from '#web/beer/favorite-list.ts'
import { useFavoriteToggle } from '#web/beer/favorites.ts'
import { Heart } from '#web/beer/heart.tsx'
import { dateText } from '#web/language/formats.ts'
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
      {favorites ? (
        <ul {...listFocus}>
          {favorites.map(({ id, beer, favoritedAt }) => (
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
