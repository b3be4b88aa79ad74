/** The user's favourite beers. */
import { Link, useSearchParams } from 'wouter'
import { userMessage } from '#web/api/call-error.ts'
import { BeerOrderSelect, compareBeers, useBeerOrder } from '#web/beer/beer-order.tsx'
import { BeerRow } from '#web/beer/beer-row.tsx'
import { averageMark, averageRating, useFavorites } from '#web/beer/favorite-list.ts'
import { useFavoriteToggle } from '#web/beer/favorites.ts'
import { useForYou } from '#web/beer/for-you/for-you.tsx'
import { Heart } from '#web/beer/heart.tsx'
import { useOwnRatings } from '#web/beer/own-ratings.ts'
import { dateText, numberText } from '#web/language/formats.ts'
import { useAddressText } from '#web/ui/address-state.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { FindField } from '#web/ui/find-field.tsx'
import { useListFocus } from '#web/ui/focus.ts'
import { useLongList } from '#web/ui/long-list.tsx'
import { EmptyState, FailurePanel } from '#web/ui/message.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { FavoritesViews } from './favorites-views.tsx'
import { findBeers } from './find-beers.ts'
import { t } from './texts.ts'
import { WantsScreen } from './wants-screen.tsx'

export function FavoritesScreen() {
  const [search] = useSearchParams()
  return search.get('show') === 'wants' ? <WantsScreen /> : <SavedBeers />
}

const ORDERS = ['added', 'rating', 'name', 'you'] as const

function SavedBeers() {
  const { data: favorites, error, refetch } = useFavorites()
  const toggle = useFavoriteToggle('heart')
  const listFocus = useListFocus<HTMLUListElement>()
  const [words, setWords] = useAddressText('q')
  const [order, setOrder] = useBeerOrder(ORDERS)
  const forYouOf = useForYou()
  const ownRatings = useOwnRatings()
  const compare = compareBeers(order, forYouOf)
  const found = favorites && findBeers(favorites, words)
  const { shown, end } = useLongList(found?.sort((a, b) => compare(a.beer, b.beer)) ?? [])
  return (
    <Screen title={t('title')}>
      <FavoritesViews shown="favorites" />
      {(favorites || !error) && (
        <dl className="mb-4 grid grid-cols-2 gap-2.5">
          <Stat term={t('count')} value={favorites && numberText(favorites.length)} />
          <Stat
            term={t('average')}
            value={favorites && averageRating(favorites)}
            mark={favorites && averageMark(favorites)}
          />
        </dl>
      )}
      {favorites && favorites.length > 1 && (
        <search className="mb-3 block">
          <FindField label={t('search')} value={words} onChange={setWords} />
          <div className="mt-2">
            <BeerOrderSelect
              orders={ORDERS}
              order={order}
              onOrder={setOrder}
              beers={favorites.map(({ beer }) => beer)}
              forYouOf={forYouOf}
            />
          </div>
        </search>
      )}
      {favorites ? (
        <ul {...listFocus}>
          {shown.map(({ beer, favoritedAt }) => {
            const own = ownRatings.get(beer.id)
            return (
              <BeerRow
                // Not the id of the entry, which an added favourite has only once the server knows it.
                key={beer.id}
                beer={beer}
                facts={t('since', { date: dateText(favoritedAt) })}
                note={own !== undefined && t('ownRating', { rating: numberText(own) })}
                end={<Heart beer={beer} favorites={toggle} />}
              />
            )
          })}
        </ul>
      ) : error ? (
        <FailurePanel title={t('failed')} message={userMessage(error)} retry={() => void refetch()} />
      ) : (
        <SkeletonRows count={4} label={t('loadingFavorites')} />
      )}
      {end}
      {favorites && favorites.length > 0 && found?.length === 0 && (
        <EmptyState
          title={t('nothingFound')}
          action={
            <Button variant="quiet" onClick={() => setWords('')}>
              {t('showAll')}
            </Button>
          }
        />
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
