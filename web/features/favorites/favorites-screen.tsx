/** The user's favourite beers. */
import { Link, useSearchParams } from 'wouter'
import { userMessage } from '#web/api/call-error.ts'
import { BeerRow } from '#web/beer/beer-row.tsx'
import { averageMark, averageRating, useFavorites } from '#web/beer/favorite-list.ts'
import { useFavoriteToggle } from '#web/beer/favorites.ts'
import { Heart } from '#web/beer/heart.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { useListFocus } from '#web/ui/focus.ts'
import { EmptyState, FailurePanel } from '#web/ui/message.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { dateText } from '#web/ui/when.ts'
import { FavoritesViews } from './favorites-views.tsx'
import { TEXTS } from './texts.ts'
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
    <Screen title={TEXTS.title}>
      <FavoritesViews shown="favorites" />
      <dl className="mb-4 grid grid-cols-2 gap-2.5">
        <Stat term={TEXTS.count} value={favorites ? String(favorites.length) : undefined} />
        <Stat
          term={TEXTS.average}
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
              facts={TEXTS.since(dateText(favoritedAt))}
              end={<Heart beer={beer} favorites={toggle} />}
            />
          ))}
        </ul>
      ) : error ? (
        <FailurePanel title={TEXTS.failed} message={userMessage(error)} retry={() => void refetch()} />
      ) : (
        <SkeletonRows count={4} label="Loading favorites" />
      )}
      {favorites?.length === 0 && (
        <EmptyState
          title={TEXTS.empty}
          action={
            <Link href="/" className={buttonClass()}>
              {TEXTS.scan}
            </Link>
          }
        >
          {TEXTS.emptyLine}
        </EmptyState>
      )}
    </Screen>
  )
}
