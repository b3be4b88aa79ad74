/** A brewery and its beers, retired ones last. */
import { useQuery } from '@tanstack/react-query'
import { ExternalLink, Map as MapIcon, MapPin, Navigation } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useParams } from 'wouter'
import { type Beer, type Brewery, getBrewery } from '#contracts'
import { CallError, userMessage } from '#web/api/call-error.ts'
import { queryOf } from '#web/api/queries.ts'
import { BeerOrderSelect, compareBeers, useBeerOrder } from '#web/beer/beer-order.tsx'
import { BeerRow } from '#web/beer/beer-row.tsx'
import { useForYou } from '#web/beer/for-you/for-you.tsx'
import { styleText } from '#web/beer/styles/style-text.ts'
import { isMarked, TastingMark, useMarks, useTastingStatuses } from '#web/beer/tasting-status.tsx'
import { mapSearch } from '#web/device/map-search.ts'
import { useGoBack } from '#web/handoff/way-back.ts'
import { countryText } from '#web/language/countries.ts'
import { useAddressState } from '#web/ui/address-state.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { useLongList } from '#web/ui/long-list.tsx'
import { EmptyState, FailurePanel } from '#web/ui/message.tsx'
import { PILL } from '#web/ui/pill.ts'
import { Screen, SectionHeading } from '#web/ui/screen.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'
import { t } from './texts.ts'
import { SharesBar, sharesOf, TriedGlasses } from './what-it-brews.tsx'

export function BreweryScreen() {
  const { id: text = '' } = useParams<{ id: string }>()
  const id = Number(text)
  const isId = Number.isInteger(id) && id > 0
  const back = useGoBack('/search')
  const { data, error, refetch } = useQuery({ ...queryOf(getBrewery, { params: { id } }), enabled: isId })
  const frame = { back: { go: back } }

  if (!isId || (error instanceof CallError && error.status === 404)) {
    return (
      <Screen {...frame} title={t('notFound')}>
        <EmptyState
          action={
            <Link href="/search" className={buttonClass()}>
              {t('back')}
            </Link>
          }
        >
          {t('notFoundLine')}
        </EmptyState>
      </Screen>
    )
  }
  if (data) {
    return (
      <Screen {...frame} title={data.brewery.name} above={yearsText(data.brewery)}>
        <Facts brewery={data.brewery} />
        <Beers beers={data.beers} />
      </Screen>
    )
  }
  return (
    <Screen {...frame} title={t(error ? 'nameless' : 'loading')}>
      {error ? (
        <FailurePanel title={t('failed')} message={userMessage(error)} retry={() => void refetch()} />
      ) : (
        <>
          <Skeleton className="mb-4 h-20" />
          <SkeletonRows count={4} label={t('loading')} />
        </>
      )}
    </Screen>
  )
}

function yearsText({ founded, closed }: Brewery): string | false {
  const years = [founded && t('founded', { year: founded }), closed && t('closed', { year: closed })].filter(Boolean)
  return years.length > 0 && years.join(' · ')
}

const ORDERS = ['rating', 'you', 'abv', 'name'] as const
/** In the address: families of styles. */
const STYLE = 'style'

function Beers({ beers }: { beers: readonly Beer[] }) {
  const marks = useMarks()
  const tastingStatusOf = useTastingStatuses()
  const forYouOf = useForYou()
  const [order, setOrder] = useBeerOrder(ORDERS)
  const [params, setParams] = useAddressState()
  const shares = sharesOf(beers)
  const chosen = params.getAll(STYLE).filter((family) => shares.some((share) => share.family === family))
  const isRetired = ({ status }: Beer) => Number(status === 'retired')
  const compare = compareBeers(order, forYouOf)
  const found = beers
    .filter(({ styleFamily }) => chosen.length === 0 || (styleFamily !== null && chosen.includes(styleFamily)))
    .sort((a, b) => isRetired(a) - isRetired(b) || compare(a, b))
  const { shown, end } = useLongList(found)
  const triedHere = marks && beers.filter(({ id }) => marks.get(id)?.triedAt).length
  return (
    <>
      <SectionHeading
        aside={triedHere !== undefined && beers.length > 0 && t('tried', { tried: triedHere, of: beers.length })}
      >
        {t('beers', { count: beers.length })}
      </SectionHeading>
      {/* Empty until it is known: nothing below moves then. */}
      <TriedGlasses tried={triedHere ?? 0} of={beers.length} />
      {shares.length > 1 && <SharesBar shares={shares} />}
      {beers.length > 1 && (
        <div className="mb-3 flex flex-wrap gap-2">
          <BeerOrderSelect orders={ORDERS} order={order} onOrder={setOrder} beers={beers} forYouOf={forYouOf} />
          {shares.length > 1 && (
            <fieldset className="contents">
              <legend className="sr-only">{t('families')}</legend>
              {shares.map(({ family, beers: count, color }) => (
                <button
                  key={family}
                  type="button"
                  aria-pressed={chosen.includes(family)}
                  onClick={() => setParams({ [STYLE]: toggled(chosen, family) })}
                  className={PILL}
                >
                  <span
                    aria-hidden="true"
                    className="size-3 rounded-full border border-ink/20"
                    style={{ backgroundColor: color }}
                  />
                  {styleText(family)} <span className="text-ink-3">{count}</span>
                </button>
              ))}
            </fieldset>
          )}
        </div>
      )}
      <ul>
        {shown.map((beer) => {
          const tastingStatus = tastingStatusOf(beer.id)
          return (
            <BeerRow
              key={beer.id}
              beer={beer}
              showsBrewery={false}
              heading="h3"
              note={
                tastingStatus &&
                (isMarked(tastingStatus) || tastingStatus.scannedAt) && <TastingMark tastingStatus={tastingStatus} />
              }
            />
          )
        })}
      </ul>
      {end}
      {beers.length === 0 && <p className="px-1 text-ink-3">{t('noBeers')}</p>}
    </>
  )
}

function toggled(list: readonly string[], one: string): string[] {
  return list.includes(one) ? list.filter((each) => each !== one) : [...list, one]
}

function Facts({ brewery }: { brewery: Brewery }) {
  const [imageFailed, setImageFailed] = useState(false)
  // Brussels and Berlin are in a region of the same name.
  const place = [...new Set([brewery.city, brewery.state, countryText(brewery.country)])].filter(Boolean).join(', ')
  const website = httpAddress(brewery.website)
  return (
    <div className="grid gap-3 px-1">
      {brewery.imageUrl && !imageFailed && (
        <img
          src={brewery.imageUrl}
          alt={brewery.name}
          onError={() => setImageFailed(true)}
          className="h-44 w-full rounded-card border border-line object-cover"
        />
      )}
      {place && (
        <p className="flex items-center gap-2 text-ink-2">
          <MapPin size={18} aria-hidden="true" className="shrink-0 text-accent-ink" />
          {place}
        </p>
      )}
      {brewery.isStoreBrand && <p className="text-ink-2">{t('storeBrand')}</p>}
      {brewery.owner && <p className="text-ink-2">{t('owner', { owner: brewery.owner })}</p>}
      {brewery.description && (
        <p lang="en" className="text-ink-2">
          {brewery.description}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {place && (
          <>
            <OutboundLink to={`https://www.openstreetmap.org/search?${new URLSearchParams({ query: place })}`}>
              <MapIcon size={16} aria-hidden="true" />
              {t('map')}
            </OutboundLink>
            <OutboundLink to={mapSearch(`${brewery.name}, ${place}`, null)}>
              <Navigation size={16} aria-hidden="true" />
              {t('mapsApp')}
            </OutboundLink>
          </>
        )}
        {website && (
          <OutboundLink to={website}>
            <ExternalLink size={16} aria-hidden="true" />
            {t('website')}
          </OutboundLink>
        )}
      </div>
    </div>
  )
}

/** An external link. */
function OutboundLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a
      href={to}
      {...(to.startsWith('http') && { target: '_blank', rel: 'noreferrer noopener' })}
      className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface px-4 text-[0.86rem] font-semibold text-accent-ink transition-colors hover:bg-raised"
    >
      {children}
    </a>
  )
}

/** Only web addresses are linked. */
function httpAddress(text: string | null): string | null {
  return text && /^https?:\/\//i.test(text) ? text : null
}
