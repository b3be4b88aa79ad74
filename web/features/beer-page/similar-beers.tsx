/** Below the beer: what the user would like near its style, and what is similar to it. */
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { type Beer, similarBeers } from '#contracts'
import { CallError, userMessage } from '#web/api/call-error.ts'
import { queryOf } from '#web/api/queries.ts'
import { subtitleOf } from '#web/beer/beer-facts.ts'
import { BeerTile } from '#web/beer/beer-picture.tsx'
import { useTaste } from '#web/beer/for-you/for-you.tsx'
import { useSuggestions } from '#web/beer/for-you/suggestions.ts'
import { RowRating } from '#web/beer/rating.tsx'
import { useOpenBeer } from '#web/beer/use-beer-link.ts'
import { resultsPath } from '#web/handoff/paths.ts'
import { FailurePanel } from '#web/ui/message.tsx'
import { Card, SectionHeading } from '#web/ui/screen.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { wordSize } from '#web/ui/word-size.ts'
import { t } from './texts.ts'

/** Nothing until enough is known of the user's taste, or if they like the style less than others do. */
export function SuggestedNear({ beer }: { beer: Beer }) {
  const { data: taste } = useTaste()
  const isAsked = beer.style !== null && (taste?.effects.length ?? 0) > 0
  const suggestions = useSuggestions({ near: beer.id, isAsked })
  if (suggestions.length === 0) return null
  return (
    <section aria-label={t('suggestions')}>
      <SectionHeading>{t('suggestions')}</SectionHeading>
      <ul>
        {suggestions.map(({ beer: suggested, reason }) => (
          <SimilarRow key={suggested.id} beer={suggested} note={reason} />
        ))}
      </ul>
    </section>
  )
}

export function Similar({ beerId }: { beerId: number }) {
  const { data, error, refetch } = useQuery(queryOf(similarBeers, { params: { id: beerId } }))
  const isUnknown = error instanceof CallError && error.status === 404
  return (
    <section>
      <SectionHeading aside={data && data.length > 0 && t('similarCount', { count: data.length })}>
        {t('similar')}
      </SectionHeading>
      {data ? (
        <ul>
          {data.map((beer) => (
            <SimilarRow key={beer.id} beer={beer} />
          ))}
        </ul>
      ) : isUnknown ? (
        <p className="px-1 text-ink-3">{t('noSimilar')}</p>
      ) : error ? (
        <FailurePanel
          title={error instanceof CallError && error.status === 0 ? t('similarUnreached') : t('similarFailed')}
          message={userMessage(error)}
          retry={() => void refetch()}
        />
      ) : (
        <SkeletonRows count={2} label={t('similar')} />
      )}
      {data?.length === 0 && <p className="px-1 text-ink-3">{t('noSimilar')}</p>}
    </section>
  )
}

/** Opening a similar beer keeps the previous page as the way back. */
function SimilarRow({ beer, note }: { beer: Beer; note?: string | undefined }) {
  const openBeer = useOpenBeer()
  return (
    <li>
      <Card className="relative mb-2.5 flex min-h-22 flex-wrap items-center gap-x-3.5 gap-y-2 p-3">
        <BeerTile beer={beer} />
        <div className="max-w-full flex-[1_1_5rem]">
          <h3
            className="[overflow-wrap:break-word] leading-snug"
            style={{ fontSize: wordSize(beer.name, 1.05, '100vw - 140px') }}
          >
            <Link
              href={resultsPath(beer.id)}
              onClick={(event) => openBeer(event, beer)}
              className="after:absolute after:inset-0 after:rounded-card"
            >
              {beer.name}
            </Link>
          </h3>
          <p className="text-[0.82rem] text-ink-3">{subtitleOf(beer)}</p>
          {note && <p className="mt-0.5 text-[0.82rem] leading-snug font-semibold">{note}</p>}
        </div>
        <RowRating beer={beer} />
      </Card>
    </li>
  )
}
