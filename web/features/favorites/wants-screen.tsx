/** The beers the user wants to try. Having one takes it off the list. */
import { useQuery } from '@tanstack/react-query'
import { BookmarkX } from 'lucide-react'
import { Link } from 'wouter'
import { listWants } from '#contracts'
import { userMessage } from '#web/api/call-error.ts'
import { queryOf } from '#web/api/queries.ts'
import { BeerRow } from '#web/beer/beer-row.tsx'
import { HadIt, useTastingActs } from '#web/beer/tasting-acts.tsx'
import { buttonClass, IconButton } from '#web/ui/button.tsx'
import { useListFocus } from '#web/ui/focus.ts'
import { EmptyState, FailurePanel } from '#web/ui/message.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { dateText } from '#web/ui/when.ts'
import { FavoritesViews } from './favorites-views.tsx'
import { TEXTS } from './texts.ts'

export function WantsScreen() {
  const { data: wants, error, refetch } = useQuery(queryOf(listWants, {}))
  const acts = useTastingActs()
  const listFocus = useListFocus<HTMLUListElement>()
  return (
    <Screen title={TEXTS.wants.title}>
      <FavoritesViews shown="wants" />
      {wants ? (
        <ul {...listFocus}>
          {wants.map(({ beerId, beer, wantedAt }) => (
            <BeerRow
              key={beerId}
              beer={beer}
              facts={TEXTS.wants.since(dateText(wantedAt))}
              end={
                <>
                  <HadIt beer={beer} acts={acts} />
                  <IconButton
                    label={TEXTS.wants.remove(beer.name)}
                    isBusy={acts.isBusy(beerId)}
                    onClick={() => void acts.setWanted(beer, false)}
                    className="text-ink-3!"
                  >
                    <BookmarkX size={20} />
                  </IconButton>
                </>
              }
            />
          ))}
        </ul>
      ) : error ? (
        <FailurePanel title={TEXTS.wants.failed} message={userMessage(error)} retry={() => void refetch()} />
      ) : (
        <SkeletonRows count={4} label={TEXTS.wants.loading} />
      )}
      {wants?.length === 0 && (
        <EmptyState
          title={TEXTS.wants.empty}
          action={
            <Link href="/search" className={buttonClass()}>
              {TEXTS.wants.find}
            </Link>
          }
        >
          {TEXTS.wants.emptyLine}
        </EmptyState>
      )}
    </Screen>
  )
}
