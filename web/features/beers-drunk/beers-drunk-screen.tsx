/** What the user drank, in numbers: of all time, or of a year. */
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Share2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { Link } from 'wouter'
import { getJournalSummary, type JournalSummary } from '#contracts'
import { userMessage } from '#web/api/call-error.ts'
import { queryOf } from '#web/api/queries.ts'
import { useOwnPictures } from '#web/beer/own-pictures.ts'
import { PictureAlbum } from '#web/beer/picture-album.tsx'
import { srmColor } from '#web/beer/srm.ts'
import { styleText } from '#web/beer/styles/style-text.ts'
import { timeZoneName } from '#web/device/time-zone.ts'
import { type JournalFilter, journalPath } from '#web/handoff/paths.ts'
import { useGoBack } from '#web/handoff/way-back.ts'
import { countryText } from '#web/language/countries.ts'
import { dateText, numberText } from '#web/language/formats.ts'
import { useShare } from '#web/scan-result/use-share.ts'
import { useAddressState } from '#web/ui/address-state.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState, FailurePanel } from '#web/ui/message.tsx'
import { Card, Screen, SectionHeading } from '#web/ui/screen.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { BarTable } from './bar-table.tsx'
import { Milestones } from './milestones.tsx'
import { cardTitle, t } from './texts.ts'

/** Its shapes are large. Without them, the table says the same. */
const CountryMap = lazy(() =>
  import('./country-map.tsx').then(
    (module) => ({ default: module.CountryMap }),
    () => ({ default: () => null }),
  ),
)

export function BeersDrunkScreen() {
  const [params, setParams] = useAddressState()
  const year = yearOf(params)
  const back = useGoBack('/profile')
  const query = year === undefined ? {} : { year, timeZone: timeZoneName() }
  const { data, error, refetch } = useQuery(queryOf(getJournalSummary, { query }))
  const ofAllTime = useQuery(queryOf(getJournalSummary, { query: {} }))
  const thisYear = new Date().getFullYear()
  const earlier = yearsBefore(thisYear, ofAllTime.data)
  const choose = (chosen: string) => setParams({ year: chosen === '' ? [] : [chosen] })
  return (
    <Screen title={t('title')} back={{ label: t('back'), go: back }}>
      <fieldset className="mb-4 flex flex-wrap gap-2">
        <legend className="sr-only">{t('period')}</legend>
        <Period isOn={year === undefined} onChoose={() => choose('')}>
          {t('allTime')}
        </Period>
        <Period isOn={year === thisYear} onChoose={() => choose(String(thisYear))}>
          {t('thisYear')}
        </Period>
        {earlier.length > 0 && (
          <select
            aria-label={t('earlierYears')}
            value={year !== undefined && earlier.includes(year) ? year : ''}
            onChange={(event) => choose(event.target.value)}
            className={`${PERIOD} bg-surface ${year !== undefined && year < thisYear ? PERIOD_ON : ''}`}
          >
            <option value="">{t('earlierYears')}</option>
            {earlier.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        )}
      </fieldset>
      {data ? (
        data.beers === 0 ? (
          <NoBeers year={year} />
        ) : (
          <Numbers summary={data} year={year} />
        )
      ) : error ? (
        <FailurePanel title={t('failed')} message={userMessage(error)} retry={() => void refetch()} />
      ) : (
        <SkeletonRows count={4} label={t('loading')} />
      )}
      <Link href="/profile/taste" className={buttonClass('quiet', 'mt-6 w-full')}>
        {t('taste')}
      </Link>
    </Screen>
  )
}

function yearOf(params: URLSearchParams): number | undefined {
  const year = params.get('year') ?? ''
  return /^\d{4}$/.test(year) ? Number(year) : undefined
}

/** Those since the first beer, newest first. */
function yearsBefore(thisYear: number, ofAllTime: JournalSummary | undefined): number[] {
  const years = (ofAllTime?.styles ?? []).map(({ first }) => new Date(first.triedAt).getFullYear())
  const first = Math.min(thisYear, ...years)
  return Array.from({ length: thisYear - first }, (_, place) => thisYear - 1 - place)
}

const PERIOD = 'min-h-11 rounded-full border border-line px-4 text-[0.86rem] font-semibold text-ink-2 transition-colors'
const PERIOD_ON = 'border-amber/60! bg-amber/15! text-accent-ink!'

function Period({ isOn, onChoose, children }: { isOn: boolean; onChoose: () => void; children: ReactNode }) {
  return (
    <button type="button" aria-pressed={isOn} onClick={onChoose} className={`${PERIOD} ${isOn ? PERIOD_ON : ''}`}>
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

function Numbers({ summary, year }: { summary: JournalSummary; year: number | undefined }) {
  const { entries, beers, breweries, styles, strengths, countries, topBreweries, badges } = summary
  const leftOut = (counted: readonly { beers: number }[]) => beers - counted.reduce((sum, one) => sum + one.beers, 0)
  const ofUnknownStrength = leftOut(strengths)
  const ofUnknownCountry = leftOut(countries)
  const entriesOf = (filter: JournalFilter) => journalPath({ ...filter, year })
  return (
    <>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(5.2rem,100%),1fr))] gap-2.5">
        <Stat term={t('beers')} value={numberText(beers)} />
        <Stat term={t('breweries')} value={numberText(breweries)} />
        <Stat term={t('countries')} value={numberText(countries.length)} />
      </dl>
      <Link href={entriesOf({})} className="mt-1 flex min-h-11 flex-wrap items-center gap-x-2 px-1 text-ink-2">
        {t('had', { times: entries })}
        <span className="flex items-center font-semibold text-accent-ink">
          {t('journal')}
          <ChevronRight size={17} aria-hidden="true" />
        </span>
      </Link>
      <ShareButton summary={summary} year={year} />
      <BarTable
        title={t('byStyle.title')}
        labels={t('byStyle.key')}
        bars={styles.map((one) => ({
          key: one.style ?? '',
          label: styleText(one.style) ?? t('byStyle.unknown'),
          href: one.style === null ? undefined : entriesOf({ style: one.style }),
          notes: notesOf(one),
          beers: one.beers,
          color: srmColor(one.srm),
        }))}
      />
      <BarTable
        title={t('byCountry.title')}
        labels={t('byCountry.key')}
        bars={countries.map(({ country, beers: ofIt }) => ({
          key: country,
          label: countryText(country),
          href: entriesOf({ country }),
          beers: ofIt,
        }))}
        below={ofUnknownCountry > 0 && t('byCountry.unknown', { count: ofUnknownCountry })}
      >
        <Suspense fallback={<MapSpace />}>
          <CountryMap countries={countries} hrefOf={(country) => entriesOf({ country })} />
        </Suspense>
      </BarTable>
      <BarTable
        title={t('byStrength.title')}
        labels={t('byStrength.key')}
        bars={strengths.map(({ percent, beers: ofIt }) => ({
          key: percent,
          label: t('byStrength.percent', { percent }),
          href: entriesOf({ percent }),
          beers: ofIt,
        }))}
        below={ofUnknownStrength > 0 && t('byStrength.unknown', { count: ofUnknownStrength })}
      />
      <BarTable
        title={t('byBrewery.title')}
        labels={t('byBrewery.key')}
        bars={topBreweries.map(({ id, name, beers: ofIt }) => ({
          key: id ?? name,
          label: name,
          href: id === null ? undefined : entriesOf({ breweryId: id, brewery: name }),
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

/** Reserves the place of the map and of the line below it. */
function MapSpace() {
  return (
    <Card className="mb-2.5">
      <div className="aspect-[12/7]" />
      <div className="min-h-12" />
    </Card>
  )
}

/** Shares the numbers as a picture. There is nothing behind the link but the app. */
function ShareButton({ summary, year }: { summary: JournalSummary; year: number | undefined }) {
  const { watch, share } = useShare([summary, year], async () => {
    const { drawYearCard } = await import('./year-card.tsx')
    return await drawYearCard(summary, year)
  })
  const words = () => ({
    title: cardTitle(year),
    text:
      year === undefined
        ? t('shareText.all', { beers: summary.beers })
        : t('shareText.year', { beers: summary.beers, year }),
    url: location.origin,
  })
  return (
    <Button variant="quiet" className="mt-2 w-full" {...watch} onClick={() => void share(words)}>
      <Share2 size={19} aria-hidden="true" />
      {year === undefined ? t('share.all') : t('share.year', { year })}
    </Button>
  )
}

function notesOf({ best, first, averageRating, beers }: JournalSummary['styles'][number]): string[] {
  return [
    best && t('byStyle.best', { beer: best.name, rating: numberText(best.rating) }),
    averageRating !== null && beers > 1 && t('byStyle.average', { rating: numberText(averageRating) }),
    t('byStyle.first', { beer: first.name, date: dateText(first.triedAt) }),
  ].filter((note) => note !== null && note !== false)
}
