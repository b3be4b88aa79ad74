/** What the user drank, in numbers: of all time, or of this year. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { getJournalSummary, type JournalSummary } from '#contracts'
import { userMessage } from '#web/api/call-error.ts'
import { queryOf } from '#web/api/queries.ts'
import { useOwnPictures } from '#web/beer/own-pictures.ts'
import { PictureAlbum } from '#web/beer/picture-album.tsx'
import { srmColor } from '#web/beer/srm.ts'
import { styleText } from '#web/beer/styles/style-text.ts'
import { useGoBack } from '#web/handoff/way-back.ts'
import { dateText } from '#web/language/formats.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState, FailurePanel } from '#web/ui/message.tsx'
import { Screen, SectionHeading } from '#web/ui/screen.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { BarTable } from './bar-table.tsx'
import { Milestones } from './milestones.tsx'
import { t } from './texts.ts'

export function BeersDrunkScreen() {
  const [year, setYear] = useState<number>()
  const back = useGoBack('/profile')
  const { data, error, refetch } = useQuery(queryOf(getJournalSummary, { query: year === undefined ? {} : { year } }))
  return (
    <Screen title={t('title')} back={{ label: t('back'), go: back }}>
      <fieldset className="mb-4 flex flex-wrap gap-2">
        <legend className="sr-only">{t('period')}</legend>
        <Period isOn={year === undefined} onChoose={() => setYear(undefined)}>
          {t('allTime')}
        </Period>
        <Period isOn={year !== undefined} onChoose={() => setYear(new Date().getUTCFullYear())}>
          {t('thisYear')}
        </Period>
      </fieldset>
      {data ? (
        data.beers === 0 ? (
          <NoBeers year={year} />
        ) : (
          <Numbers summary={data} />
        )
      ) : error ? (
        <FailurePanel title={t('failed')} message={userMessage(error)} retry={() => void refetch()} />
      ) : (
        <SkeletonRows count={4} label={t('loading')} />
      )}
    </Screen>
  )
}

function Period({ isOn, onChoose, children }: { isOn: boolean; onChoose: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onChoose}
      className="min-h-11 rounded-full border border-line px-4 text-[0.86rem] font-semibold text-ink-2 transition-colors aria-pressed:border-amber/60 aria-pressed:bg-amber/15 aria-pressed:text-accent-ink"
    >
      {children}
    </button>
  )
}

function NoBeers({ year }: { year: number | undefined }) {
  return (
    <EmptyState
      title={year === undefined ? t('empty') : t('emptyYear', { year })}
      action={
        <Link href="/" className={buttonClass()}>
          {t('scan')}
        </Link>
      }
    >
      {year === undefined ? t('emptyLine') : t('emptyYearLine')}
    </EmptyState>
  )
}

function Numbers({ summary }: { summary: JournalSummary }) {
  const { entries, beers, breweries, styles, strengths, countries, topBreweries, badges } = summary
  const leftOut = (counted: readonly { beers: number }[]) => beers - counted.reduce((sum, one) => sum + one.beers, 0)
  const ofUnknownStrength = leftOut(strengths)
  const ofUnknownCountry = leftOut(countries)
  return (
    <>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(6.2rem,100%),1fr))] gap-2.5">
        <Stat term={t('beers')} value={String(beers)} />
        <Stat term={t('breweries')} value={String(breweries)} />
        <Stat term={t('countries')} value={String(countries.length)} />
      </dl>
      <p className="mt-3 px-1 text-ink-2">{t('had', { times: entries })}</p>
      <BarTable
        title={t('byStyle.title')}
        labels={t('byStyle.key')}
        bars={styles.map((one) => ({
          key: one.style ?? '',
          label: styleText(one.style) ?? t('byStyle.unknown'),
          notes: notesOf(one),
          beers: one.beers,
          color: srmColor(one.srm),
        }))}
      />
      <BarTable
        title={t('byStrength.title')}
        labels={t('byStrength.key')}
        bars={strengths.map((one) => ({
          key: one.percent,
          label: t('byStrength.percent', { percent: one.percent }),
          beers: one.beers,
        }))}
        below={ofUnknownStrength > 0 && t('byStrength.unknown', { count: ofUnknownStrength })}
      />
      <BarTable
        title={t('byCountry.title')}
        labels={t('byCountry.key')}
        bars={countries.map((one) => ({ key: one.country, label: one.country, beers: one.beers }))}
        below={ofUnknownCountry > 0 && t('byCountry.unknown', { count: ofUnknownCountry })}
      />
      <BarTable
        title={t('byBrewery.title')}
        labels={t('byBrewery.key')}
        bars={topBreweries.map(({ id, name, beers: ofIt }) => ({
          key: id ?? name,
          label:
            id === null ? (
              name
            ) : (
              <Link href={`/brewery/${id}`} className="flex min-h-11 items-center text-accent-ink">
                {name}
              </Link>
            ),
          beers: ofIt,
        }))}
      />
      <Milestones badges={badges} />
      <Album />
    </>
  )
}

function Album() {
  const { data } = useOwnPictures()
  if (!data || data.pictures.length === 0) return null
  return (
    <section>
      <SectionHeading>{t('album')}</SectionHeading>
      <PictureAlbum pictures={data.pictures} />
    </section>
  )
}

function notesOf({ best, first, averageRating, beers }: JournalSummary['styles'][number]): string[] {
  return [
    best && t('byStyle.best', { beer: best.name, rating: String(best.rating) }),
    averageRating !== null && beers > 1 && t('byStyle.average', { rating: String(averageRating) }),
    t('byStyle.first', { beer: first.name, date: dateText(first.triedAt) }),
  ].filter((note) => note !== null && note !== false)
}
