import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { Link } from 'wouter'
import { type RecommendedBrewery, recommendBreweries } from '#contracts'
import { userMessage } from '#web/api/call-error.ts'
import { queryOf } from '#web/api/queries.ts'
import { likedText } from '#web/beer/for-you/reason.ts'
import { styleText } from '#web/beer/styles/style-text.ts'
import { useOpenBeer } from '#web/beer/use-beer-link.ts'
import { breweryPath, resultsPath } from '#web/handoff/paths.ts'
import { countryText } from '#web/language/countries.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState, FailurePanel } from '#web/ui/message.tsx'
import { Card } from '#web/ui/screen.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { wordSize } from '#web/ui/word-size.ts'
import { t } from './texts.ts'

interface BreweryListProps {
  /** Says in a line that there are none, on a screen that shows more. */
  isPart?: boolean
  /** h3 inside a section with its own heading. */
  heading?: 'h2' | 'h3'
}

export function BreweryList({ isPart = false, heading = 'h2' }: BreweryListProps) {
  const { data, error, refetch } = useQuery(queryOf(recommendBreweries, {}))
  if (error) {
    return <FailurePanel title={t('breweriesFailed')} message={userMessage(error)} retry={() => void refetch()} />
  }
  if (!data) return <SkeletonRows count={3} label={t('breweriesLoading')} />
  if (data.length === 0) {
    if (isPart) return <p className="px-1 text-ink-2">{t('breweriesEmptyLine')}</p>
    return (
      <EmptyState
        title={t('breweriesEmpty')}
        action={
          <Link href="/search" className={buttonClass()}>
            {t('find')}
          </Link>
        }
      >
        {t('breweriesEmptyLine')}
      </EmptyState>
    )
  }
  return (
    <ul>
      {data.map((one) => (
        <BreweryCard key={one.brewery.id} recommended={one} heading={heading} />
      ))}
    </ul>
  )
}

interface BreweryCardProps {
  recommended: RecommendedBrewery
  heading: 'h2' | 'h3'
}

function BreweryCard({ recommended: { brewery, beers, liked }, heading: Heading }: BreweryCardProps) {
  const openBeer = useOpenBeer()
  const place = [brewery.city, countryText(brewery.country)].filter(Boolean).join(', ')
  return (
    <li>
      <Card as="article" className="mb-2.5 px-4 py-2">
        <Heading className="leading-tight" style={{ fontSize: wordSize(brewery.name, 1.08, '100vw - 104px') }}>
          <Link href={breweryPath(brewery.id)} className="flex min-h-11 items-center justify-between gap-3 py-1.5">
            <span className="min-w-0 [overflow-wrap:break-word]">{brewery.name}</span>
            <ChevronRight size={19} aria-hidden="true" className="shrink-0 text-ink-3" />
          </Link>
        </Heading>
        {place && <p className="-mt-1.5 pb-1 text-[0.82rem] text-ink-3">{place}</p>}
        {liked && <p className="pb-1.5 text-[0.85rem] text-ink-2">{likedText(liked)}</p>}
        <ul className="border-t border-line">
          {beers.map((beer) => (
            <li key={beer.id}>
              <Link
                href={resultsPath(beer.id)}
                onClick={(event) => openBeer(event, beer)}
                className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 py-1 text-[0.92rem]"
              >
                <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{beer.name}</span>
                <span className="text-ink-2">{styleText(beer.style)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </li>
  )
}
