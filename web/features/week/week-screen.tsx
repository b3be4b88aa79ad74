/** The user's last full week: what they had and saved, what is still to try, and breweries to try. */
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { getWeek, RATING_MAX, type WeekInBeer } from '#contracts'
import { userMessage } from '#web/api/call-error.ts'
import { queryOf } from '#web/api/queries.ts'
import { BeerRow } from '#web/beer/beer-row.tsx'
import { styleText } from '#web/beer/styles/style-text.ts'
import { preferences } from '#web/device/preferences.ts'
import { timeZoneName } from '#web/device/time-zone.ts'
import { useGoBack } from '#web/handoff/way-back.ts'
import { language } from '#web/language/language.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState, FailurePanel } from '#web/ui/message.tsx'
import { Screen, SectionHeading } from '#web/ui/screen.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { BreweryList } from './brewery-list.tsx'
import { t } from './texts.ts'

export function WeekScreen() {
  const back = useGoBack('/profile')
  const { data, error, refetch } = useQuery(queryOf(getWeek, { query: { timeZone: timeZoneName() } }))
  return (
    <Screen title={t('title')} above={data && daysText(data)} back={{ label: t('back'), go: back }}>
      {data ? (
        <Week week={data} />
      ) : error ? (
        <FailurePanel title={t('failed')} message={userMessage(error)} retry={() => void refetch()} />
      ) : (
        <SkeletonRows count={4} label={t('loading')} />
      )}
      {data && preferences.get().breweryRecommendations && (
        <>
          <SectionHeading>{t('breweries')}</SectionHeading>
          <BreweryList isPart heading="h3" />
        </>
      )}
    </Screen>
  )
}

function Week({ week }: { week: WeekInBeer }) {
  const { entries, newBeers, newStyle, had, favorites, want } = week
  const isQuiet = entries === 0 && favorites.length === 0
  const sentences = [
    t('had', { entries }),
    newBeers > 0 && t('newBeers', { count: newBeers }),
    newStyle !== null && t('newStyle', { style: styleText(newStyle) }),
  ]
  return (
    <>
      {isQuiet ? (
        <EmptyState
          title={t('empty')}
          action={
            <Link href="/search" className={buttonClass()}>
              {t('find')}
            </Link>
          }
        >
          {t('emptyLine')}
        </EmptyState>
      ) : (
        <p className="px-1 text-[1.05rem] text-ink-2">{sentences.filter(Boolean).join(' ')}</p>
      )}
      {had.length > 0 && (
        <>
          <SectionHeading>{t('beers')}</SectionHeading>
          <ul>
            {had.map(({ beer, times, rating }) => (
              <BeerRow
                key={beer.id}
                beer={beer}
                heading="h3"
                facts={times > 1 ? t('times', { times }) : undefined}
                {...(rating !== null && { rating: <OwnRating rating={rating} /> })}
              />
            ))}
          </ul>
        </>
      )}
      {favorites.length > 0 && (
        <>
          <SectionHeading>{t('favorites')}</SectionHeading>
          <ul>
            {favorites.map((beer) => (
              <BeerRow key={beer.id} beer={beer} heading="h3" />
            ))}
          </ul>
        </>
      )}
      {want && (
        <>
          <SectionHeading>{t('want')}</SectionHeading>
          <ul>
            <BeerRow beer={want} heading="h3" />
          </ul>
        </>
      )}
    </>
  )
}

function OwnRating({ rating }: { rating: number }) {
  return (
    <span className="display text-[1.25rem] leading-none">
      {Math.round(rating)}
      <small className="machine text-ink-3">/{RATING_MAX}</small>
    </span>
  )
}

/** 'Nov 16 – 22, 2026'. */
function daysText({ from, to }: WeekInBeer): string {
  const options = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(language(), options).formatRange(new Date(from), new Date(to))
}
