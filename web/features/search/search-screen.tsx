/** Search by beer or brewery name; below three letters it shows recent scans and searches. */
import { ChevronRight, Clock, Factory, PencilLine, SearchIcon, X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import {
  type Beer,
  type Brewery,
  clearSearches,
  listSearches,
  RECENT_SEARCHES_SHOWN,
  removeSearch,
  SEARCH_BEERS_MAX,
  SEARCH_BREWERIES_SHOWN,
  SEARCH_DISCOVERY_MIN_LENGTH,
  SEARCH_QUERY_MAX_LENGTH,
  type SearchAnswer,
  type SearchEntry,
  searchLength,
} from '#contracts'
import { addressOf, call } from '#web/api/call.ts'
import { isOffline, userMessage } from '#web/api/call-error.ts'
import { keyOf } from '#web/api/queries.ts'
import { hasNumber, jointMark } from '#web/beer/beer-facts.ts'
import { BeerRow } from '#web/beer/beer-row.tsx'
import { type FavoriteToggle, useFavoriteToggle } from '#web/beer/favorites.ts'
import { Heart } from '#web/beer/heart.tsx'
import { HadIt, type TastingActs, useTastingActs, WantToTry } from '#web/beer/tasting-acts.tsx'
import { isMarked, TastingMark, type TastingStatus, useTastingStatuses } from '#web/beer/tasting-status.tsx'
import { AddBeerSheet } from '#web/beer-form/own-beer-sheet.tsx'
import { breweryPath } from '#web/handoff/paths.ts'
import { countryText } from '#web/language/countries.ts'
import { useAddressText } from '#web/ui/address-state.ts'
import { buttonClass, IconButton, TEXT_BUTTON } from '#web/ui/button.tsx'
import { ClearButton } from '#web/ui/find-field.tsx'
import { useListFocus } from '#web/ui/focus.ts'
import { useLongList } from '#web/ui/long-list.tsx'
import { EmptyState, FailurePanel } from '#web/ui/message.tsx'
import { Main } from '#web/ui/pane.tsx'
import { PILL } from '#web/ui/pill.ts'
import { RowLink } from '#web/ui/row-link.tsx'
import { BackButton, Card, ScreenHeading, SectionHeading, useScreenTitle } from '#web/ui/screen.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { useTicks } from '#web/ui/timing.ts'
import { wordSize } from '#web/ui/word-size.ts'
import { useRemovals } from '#web/undo/removals.ts'
import { RecentScans, useRecentScans } from './recent-scans.tsx'
import { t } from './texts.ts'
import { useResultKeys } from './use-result-keys.ts'
import { useSearch } from './use-search.ts'

export function SearchScreen() {
  useScreenTitle(t('title'))
  const [text, setText] = useAddressText('q')
  const [, navigate] = useLocation()
  const region = useRef<HTMLElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const { query, isActive, result, save, history } = useSearch(text)
  const onKeyDown = useResultKeys(box, isActive && query === text.trim() && result.isSuccess)

  /** The entry that had the focus goes with its list. The box itself would call the keyboard over the results. */
  function repeat(entry: string): void {
    setText(entry)
    region.current?.focus()
  }

  return (
    <Main
      label={t('title')}
      className="lamplit page pt-[max(1rem,env(safe-area-inset-top))] above-tabs"
      onKeyDown={onKeyDown}
    >
      <div className="-mx-2 mb-2 flex items-center gap-1">
        <BackButton label={t('back')} go={() => navigate('/')} />
        <ScreenHeading className="text-[1.6rem] leading-tight">{t('title')}</ScreenHeading>
      </div>
      <search
        ref={region}
        tabIndex={-1}
        className="sticky top-[max(0.6rem,env(safe-area-inset-top))] z-10 block rounded-button"
      >
        <div
          className={`sheen flex min-h-14 items-center gap-2 rounded-button border border-line bg-raised pl-4 focus-within:outline-3 focus-within:outline-accent-ink ${text ? 'pr-1' : 'pr-4'}`}
        >
          <SearchIcon size={20} aria-hidden="true" className="shrink-0 text-ink-3" />
          <input
            ref={box}
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="off"
            maxLength={SEARCH_QUERY_MAX_LENGTH}
            aria-label={t('placeholder')}
            placeholder={t('placeholder')}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="h-13 min-w-0 flex-1 bg-transparent text-base text-ellipsis text-ink outline-none placeholder:text-[0.9rem] placeholder:text-ink-3 [&::-webkit-search-cancel-button]:hidden"
          />
          {text && (
            <ClearButton
              onClear={() => {
                setText('')
                box.current?.focus()
              }}
            />
          )}
        </div>
      </search>
      <p role="status" className="sr-only">
        {isActive && statusText(query, result.data, result.error)}
      </p>
      {!isActive ? (
        <Recent searches={history.data} onPick={repeat} hint={text.trim().length > 0} />
      ) : result.data ? (
        <Results answer={result.data} query={query} onOpen={save} />
      ) : result.error ? (
        <div className="pt-5">
          <FailurePanel
            title={t('failed')}
            message={
              isOffline(result.error) ? userMessage(result.error) : `${t('searchFailed')}. ${userMessage(result.error)}`
            }
            retry={() => void result.refetch()}
          />
        </div>
      ) : (
        <Searching query={query} />
      )}
    </Main>
  )
}

/** An alert reports an error. */
function statusText(query: string, answer: SearchAnswer | undefined, error: Error | null): string | null {
  if (!answer) return error ? null : waitText(query)
  const isEmpty = answer.beers.length === 0 && answer.breweries.length === 0
  return isEmpty ? t('nothing', { query }) : foundText(answer.beers, query)
}

function foundText(beers: readonly Beer[], query: string): string {
  const rated = beers.filter(hasNumber)
  const count = beers.length
  const found = count < SEARCH_BEERS_MAX ? t('found', { count, query }) : t('foundBest', { count, query })
  return rated.length > 0 ? t('foundRated', { found, range: rangeText(rated) }) : found
}

const isDiscovery = (query: string) => searchLength(query) >= SEARCH_DISCOVERY_MIN_LENGTH
const waitText = (query: string) => (isDiscovery(query) ? t('discovering') : t('searching'))

function Searching({ query }: { query: string }) {
  const seconds = useTicks(1_000)
  return (
    <div className="pt-5">
      <p className="mb-3 px-1 font-semibold text-ink-2">{waitText(query)}</p>
      {isDiscovery(query) && (
        <p className="mb-3 flex items-baseline justify-between px-1 text-sm text-ink-3">
          {t('discoveringNote')} <span className="machine">{t('elapsed', { seconds })}</span>
        </p>
      )}
      <SkeletonRows count={4} label={null} />
    </div>
  )
}

function Results({ answer, query, onOpen }: { answer: SearchAnswer; query: string; onOpen: () => void }) {
  const { beers, breweries, discovery } = answer
  const tastingStatusOf = useTastingStatuses()
  const acts = useTastingActs()
  const favorites = useFavoriteToggle('heart')
  const { shown, end } = useLongList(beers)
  const note = discovery && t.find(`discovery.${discovery}`)
  if (beers.length === 0 && breweries.length === 0) {
    return (
      <EmptyState title={t('nothing', { query })} action={<AddBeer name={query} />}>
        {t('nothingLine')}
        {note && <span className="mt-2 block text-sm">{note}</span>}
      </EmptyState>
    )
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: opening any result saves the search; the links navigate.
    // biome-ignore lint/a11y/useKeyWithClickEvents: opening a link by keyboard also fires a click.
    <section onClick={(event) => event.target instanceof Element && event.target.closest('a') && onOpen()}>
      <SectionHeading>{t('results')}</SectionHeading>
      <p className="-mt-1 mb-3 px-1 text-sm text-ink-2">{foundText(beers, query)}</p>
      {note && <p className="-mt-1 mb-3 px-1 text-sm font-semibold text-accent-ink">{note}</p>}
      {breweries.length > 0 && (
        <Group title={t('breweries')}>
          {breweries.slice(0, SEARCH_BREWERIES_SHOWN).map((brewery) => (
            <BreweryRow key={brewery.id} brewery={brewery} />
          ))}
        </Group>
      )}
      {beers.length > 0 && (
        <Group title={t('beers')}>
          {shown.map((beer) => (
            <FoundBeer
              key={beer.id}
              beer={beer}
              tastingStatus={tastingStatusOf(beer.id)}
              acts={acts}
              favorites={favorites}
            />
          ))}
        </Group>
      )}
      {end}
      <AddBeer name={query} isBelowOthers />
    </section>
  )
}

/** For a beer that the catalogue does not have. */
function AddBeer({ name, isBelowOthers = false }: { name: string; isBelowOthers?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={isBelowOthers ? `${TEXT_BUTTON} text-[0.9rem]` : buttonClass('quiet')}
        onClick={() => setOpen(true)}
      >
        <PencilLine size={16} aria-hidden="true" />
        {t(isBelowOthers ? 'notHere' : 'add')}
      </button>
      {isOpen && <AddBeerSheet name={name} onClose={() => setOpen(false)} />}
    </>
  )
}

interface FoundBeerProps {
  beer: Beer
  tastingStatus: TastingStatus | undefined
  acts: TastingActs
  favorites: FavoriteToggle
}

function FoundBeer({ beer, tastingStatus, acts, favorites }: FoundBeerProps) {
  const isKnown = tastingStatus && (isMarked(tastingStatus) || tastingStatus.scannedAt !== null)
  return (
    <BeerRow
      beer={beer}
      heading="h3"
      // As in the rows of a menu: one line, with the mark that leads to the other list first.
      below={
        <div className="-mt-1.5 -mb-2.5 flex items-center">
          <WantToTry
            beer={beer}
            acts={acts}
            isWanted={tastingStatus?.wantedAt != null}
            className="relative min-w-13.5"
          />
          <p className="min-w-0 flex-1 pl-3 text-[0.82rem] leading-snug font-semibold">
            {isKnown && <TastingMark tastingStatus={tastingStatus} />}
          </p>
          <HadIt beer={beer} acts={acts} className="relative" />
          <Heart beer={beer} favorites={favorites} className="relative -mr-1.5" />
        </div>
      }
    />
  )
}

function rangeText(rated: readonly Beer[]): string {
  const ratings = rated.map(({ rating }) => Math.round(rating))
  const [min, max] = [Math.min(...ratings), Math.max(...ratings)]
  return t(`range.${jointMark(rated) ?? 'decided'}`, { range: min === max ? min : `${min}-${max}` })
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h3 className="machine mt-4 mb-2.5 px-1 font-sans text-ink-3">{title}</h3>
      <ul>{children}</ul>
    </>
  )
}

function BreweryRow({ brewery }: { brewery: Brewery }) {
  const place = [brewery.city ?? brewery.state, countryText(brewery.country)].filter(Boolean).join(', ')
  return (
    <li>
      <Card className="relative mb-2.5 flex min-h-16 flex-wrap items-center gap-x-3.5 gap-y-2 px-3 py-2.5">
        <span
          aria-hidden="true"
          className="grid size-11 shrink-0 place-items-center rounded-[14px] border border-amber/25 bg-amber/10 text-accent-ink"
        >
          <Factory size={20} />
        </span>
        <div className="min-w-0 flex-[1_1_6rem]">
          <p
            className="display [overflow-wrap:break-word] leading-snug"
            style={{ fontSize: wordSize(brewery.name, 1.05, '100vw - 134px') }}
          >
            <RowLink href={breweryPath(brewery.id)}>{brewery.name}</RowLink>
          </p>
          <p className="text-[0.82rem] leading-snug text-ink-3">
            {[
              place,
              brewery.isStoreBrand && t('storeBrand'),
              brewery.beerCount > 0 && t('beerCount', { count: brewery.beerCount }),
              brewery.closed !== null && t('closed', { year: brewery.closed }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <ChevronRight size={20} aria-hidden="true" className="shrink-0 text-ink-3" />
      </Card>
    </li>
  )
}

/** A search that found as many may have left out others. Null if their number is unknown. */
function resultsText({ resultCount: count }: SearchEntry): string | null {
  if (count === null) return null
  return count < SEARCH_BEERS_MAX ? t('resultCount', { count }) : t('resultCountMin', { count: SEARCH_BEERS_MAX })
}

const addressOfEntry = ({ id }: SearchEntry) => addressOf(removeSearch, { params: { id } })

interface RecentProps {
  /** Undefined while they load. */
  searches: readonly SearchEntry[] | undefined
  onPick: (query: string) => void
  hint: boolean
}

function Recent({ searches, onPick, hint }: RecentProps) {
  const removals = useRemovals()
  const scans = useRecentScans()
  const listFocus = useListFocus<HTMLDivElement>()
  // Searches appear once the scans above them have loaded, so that nothing pushes them down.
  const hasScans = !scans.isPending
  const shown = (searches ?? []).filter((entry) => hasScans && !removals.isRemoved(addressOfEntry(entry)))

  function clear(): void {
    removals.remove({
      address: addressOf(clearSearches, {}),
      also: searches?.map(addressOfEntry),
      send: (options) => call(clearSearches, {}, options),
      removed: t('cleared'),
      failed: t('clearFailed'),
      listKey: keyOf(listSearches, {}),
    })
  }

  function remove(entry: SearchEntry): void {
    removals.remove({
      address: addressOfEntry(entry),
      send: (options) => call(removeSearch, { params: { id: entry.id } }, options),
      removed: t('removed'),
      failed: t('removeFailed'),
      listKey: keyOf(listSearches, {}),
    })
  }

  return (
    <>
      {hint && <p className="px-1 pt-3 text-sm text-ink-3">{t('hint')}</p>}
      <RecentScans scans={scans} />
      <div {...listFocus} className="contents">
        {shown.length > 0 && (
          <section>
            <SectionHeading>{t('recentSearches')}</SectionHeading>
            <ul>
              {shown.slice(0, RECENT_SEARCHES_SHOWN).map((entry) => (
                <li key={entry.id} data-row className="flex items-center">
                  <button
                    type="button"
                    onClick={() => onPick(entry.query)}
                    className="flex min-h-12 min-w-0 flex-1 items-center gap-3 rounded-2xl px-2 text-left hover:bg-ink/5"
                  >
                    <Clock size={18} aria-hidden="true" className="shrink-0 text-ink-3" />
                    <span className="min-w-0 flex-1 truncate">{entry.query}</span>
                    <span className="machine text-ink-3">{resultsText(entry)}</span>
                  </button>
                  <IconButton label={t('remove', { query: entry.query })} onClick={() => remove(entry)}>
                    <X size={18} />
                  </IconButton>
                </li>
              ))}
            </ul>
            {shown.length > 1 && (
              <button type="button" onClick={clear} className="min-h-11 px-2 text-sm font-semibold text-accent-ink">
                {t('clear')}
              </button>
            )}
          </section>
        )}
        {searches && hasScans && shown.length === 0 && <Examples onPick={onPick} />}
      </div>
    </>
  )
}

/** What a search understands besides names, for whoever has not searched yet. */
function Examples({ onPick }: Pick<RecentProps, 'onPick'>) {
  return (
    <section>
      <SectionHeading>{t('examples.title')}</SectionHeading>
      <ul className="flex flex-wrap gap-2">
        {t('examples')
          .split('\n')
          .map((query) => (
            <li key={query}>
              <button type="button" onClick={() => onPick(query)} className={PILL}>
                {query}
              </button>
            </li>
          ))}
      </ul>
    </section>
  )
}
