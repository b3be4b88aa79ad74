/** The beers the user wants to try. Having one takes it off the list. */
import { useQuery } from '@tanstack/react-query'
import { BookmarkX } from 'lucide-react'
import { useCallback } from 'react'
import { Link } from 'wouter'
import { listWants, type WantedBeer } from '#contracts'
import { userMessage } from '#web/api/call-error.ts'
import { queryOf, useUser } from '#web/api/queries.ts'
import { BeerRow } from '#web/beer/beer-row.tsx'
import { HadIt, useTastingActs } from '#web/beer/tasting-acts.tsx'
import { tastingQueue, withQueuedWants } from '#web/beer/tasting-queue.ts'
import { dateText } from '#web/language/formats.ts'
import { useAddressText } from '#web/ui/address-state.ts'
import { Button, buttonClass, IconButton } from '#web/ui/button.tsx'
import { FindField } from '#web/ui/find-field.tsx'
import { useListFocus } from '#web/ui/focus.ts'
import { useLongList } from '#web/ui/long-list.tsx'
import { EmptyState, FailurePanel } from '#web/ui/message.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { FavoritesViews } from './favorites-views.tsx'
import { findBeers } from './find-beers.ts'
import { t } from './texts.ts'

export function WantsScreen() {
  const queued = tastingQueue.useWaiting(useUser().data?.id)
  const select = useCallback((list: WantedBeer[]) => withQueuedWants(list, queued), [queued])
  const { data: wants, error, refetch } = useQuery({ ...queryOf(listWants, {}), select })
  const acts = useTastingActs()
  const [words, setWords] = useAddressText('q')
  const found = wants && findBeers(wants, words)
  const { shown, end } = useLongList(found ?? [])
  const listFocus = useListFocus<HTMLUListElement>()
  return (
    <Screen title={t('wants.title')}>
      <FavoritesViews shown="wants" />
      {wants && wants.length > 1 && (
        <search className="mb-3 block">
          <FindField label={t('wants.search')} value={words} onChange={setWords} />
        </search>
      )}
      {wants ? (
        <ul {...listFocus}>
          {shown.map(({ beerId, beer, wantedAt }) => (
            <BeerRow
              key={beerId}
              beer={beer}
              facts={t('wants.since', { date: dateText(wantedAt) })}
              end={
                <div className="-my-2.5 flex flex-col">
                  <HadIt beer={beer} acts={acts} />
                  <IconButton
                    label={t('wants.remove', { name: beer.name })}
                    isBusy={acts.isBusy(beerId)}
                    onClick={() => void acts.setWanted(beer, false)}
                    className="text-ink-3!"
                  >
                    <BookmarkX size={20} />
                  </IconButton>
                </div>
              }
            />
          ))}
        </ul>
      ) : error ? (
        <FailurePanel title={t('wants.failed')} message={userMessage(error)} retry={() => void refetch()} />
      ) : (
        <SkeletonRows count={4} label={t('wants.loading')} />
      )}
      {end}
      {wants && wants.length > 0 && found?.length === 0 && (
        <EmptyState
          title={t('nothingFound')}
          action={
            <Button variant="quiet" onClick={() => setWords('')}>
              {t('wants.showAll')}
            </Button>
          }
        />
      )}
      {wants?.length === 0 && (
        <EmptyState
          title={t('wants.empty')}
          action={
            <Link href="/search" className={buttonClass()}>
              {t('wants.find')}
            </Link>
          }
        >
          {t('wants.emptyLine')}
        </EmptyState>
      )}
    </Screen>
  )
}
