/** The journal: the beers the user had, by night. Imported check-ins are entries like all others. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn, MapPin, Pencil, X } from 'lucide-react'
import { memo, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { listJournal, picturePath, RATING_MAX, type TriedEntry } from '#contracts'
import { call } from '#web/api/call.ts'
import { userMessage } from '#web/api/call-error.ts'
import { keyOf, useUser } from '#web/api/queries.ts'
import { BeerRow } from '#web/beer/beer-row.tsx'
import { addressOfEntry, EntrySheet } from '#web/beer/entry-sheet.tsx'
import { positionText } from '#web/beer/journal.ts'
import { styleText } from '#web/beer/styles/style-text.ts'
import { tastingQueue } from '#web/beer/tasting-queue.ts'
import { timeZoneName } from '#web/device/time-zone.ts'
import { type JournalFilter, journalPath } from '#web/handoff/paths.ts'
import { useGoBack } from '#web/handoff/way-back.ts'
import { countryText } from '#web/language/countries.ts'
import { dateText, numberText } from '#web/language/formats.ts'
import { useAddressState, useAddressText } from '#web/ui/address-state.ts'
import { Button, buttonClass, ICON_BUTTON, IconButton } from '#web/ui/button.tsx'
import { FindField } from '#web/ui/find-field.tsx'
import { useListFocus } from '#web/ui/focus.ts'
import { useLongList } from '#web/ui/long-list.tsx'
import { EmptyState, FailurePanel } from '#web/ui/message.tsx'
import { nightsOf, nightText } from '#web/ui/nights.ts'
import { Screen, SectionHeading } from '#web/ui/screen.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { useTooltip } from '#web/ui/tooltip.tsx'
import { useRemovals } from '#web/undo/removals.ts'
import { HistoryViews } from './history-views.tsx'
import { t } from './texts.ts'

/** How many pages beyond the newest are shown. */
const EARLIER = 'earlier'
const TIME = { hour: 'numeric', minute: '2-digit' } as const

export function JournalScreen() {
  const back = useGoBack('/')
  const removals = useRemovals()
  const toast = useToast()
  const listFocus = useListFocus<HTMLDivElement>()
  const [edited, setEdited] = useState<TriedEntry | null>(null)
  const [params, set] = useAddressState()
  const [words, setWords] = useAddressText('q')
  const { brewery, ...filter } = useMemo(() => filterOf(params), [params])
  const shown = filterText({ brewery, ...filter })
  const mayHaveYear = filter.year !== undefined || filter.q !== undefined
  const query = mayHaveYear ? { ...filter, timeZone: timeZoneName() } : filter
  const journal = useInfiniteQuery({
    queryKey: keyOf(listJournal, { query }),
    queryFn: ({ pageParam, signal }) =>
      call(listJournal, { query: { ...query, ...(pageParam !== null && { before: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // What was found for the words so far stays until the next answer.
    placeholderData: keepPreviousData,
  })
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = journal
  // Back and a reload show as many pages as before.
  const loaded = data?.pages.length ?? 0
  const isToLoad = hasNextPage && loaded <= Number(params.get(EARLIER)) && !journal.isFetching && !journal.isError
  const loadAgain = useEffectEvent(() => void loadEarlier())
  useEffect(() => {
    if (isToLoad) loadAgain()
  }, [isToLoad])

  async function loadEarlier(): Promise<void> {
    const { isFetchNextPageError, error } = await fetchNextPage()
    if (isFetchNextPageError)
      toast({ title: t('journal.earlierFailed'), description: userMessage(error), tone: 'destructive' })
  }

  function showEarlier(): void {
    set({ [EARLIER]: [String(loaded)] })
    void loadEarlier()
  }

  function find(text: string): void {
    setWords(text)
    // Other entries begin with their newest page.
    if (params.has(EARLIER)) set({ [EARLIER]: [] })
  }

  const entries = data?.pages
    .flatMap((page) => page.entries)
    .filter((entry) => !removals.isRemoved(addressOfEntry(entry)))
  const current = entries?.find(({ id }) => id === edited?.id) ?? edited
  const list = useLongList(entries ?? [])
  // Also while the address and the entries follow the words: the field that is in use stays.
  const isSearched = words !== '' || filter.q !== undefined || journal.isPlaceholderData
  const isSearchable = isSearched || (entries !== undefined && entries.length > 1)
  const isNarrowed = shown !== '' || filter.q !== undefined
  const waiting = tastingQueue
    .useWaiting(useUser().data?.id)
    .flatMap((change) => (change.kind === 'had' && !change.isUndone && !isNarrowed ? change : []))
  return (
    <Screen title={t('journal.title')} below={t('journal.line')} back={{ go: back }} actions={<NumbersLink />}>
      <HistoryViews shown="journal" />
      {isSearchable && (
        <search className="mb-3 block">
          <FindField label={t('journal.search')} value={words} onChange={find} />
        </search>
      )}
      {shown !== '' && (
        <Link
          href={journalPath({ q: filter.q })}
          replace
          className="mb-1 inline-flex min-h-11 max-w-full items-center gap-2 rounded-full border border-amber/60 bg-amber/15 py-1.5 pr-3 pl-4 font-semibold text-[0.86rem] text-accent-ink leading-tight"
        >
          <span className="wrap-anywhere">{shown}</span>
          <X size={17} aria-hidden="true" className="shrink-0" />
          <span className="sr-only">{t('journal.showAll')}</span>
        </Link>
      )}
      {waiting.length > 0 && (
        <section>
          <SectionHeading>{t('journal.waiting')}</SectionHeading>
          <ul>
            {waiting.map(({ key, beer, changedAt }) => (
              <BeerRow key={key} beer={beer} heading="h3" facts={dateText(changedAt, TIME)} rating={null} />
            ))}
          </ul>
        </section>
      )}
      {entries ? (
        <div {...listFocus}>
          {nightsOf(entries, list.shown, ({ triedAt }) => triedAt).map(({ night, count, items }) => (
            <section key={night.getTime()}>
              <SectionHeading aside={t('journal.count', { beers: count })}>{nightText(night)}</SectionHeading>
              <ul>
                {items.map((entry) => (
                  <EntryRow key={entry.id} entry={entry} onEdit={setEdited} />
                ))}
              </ul>
            </section>
          ))}
          {list.end}
          {hasNextPage && (
            <Button variant="quiet" className="mt-2 w-full" isBusy={isFetchingNextPage} onClick={showEarlier}>
              {t('journal.earlier')}
            </Button>
          )}
        </div>
      ) : error ? (
        <FailurePanel title={t('journal.failed')} message={userMessage(error)} retry={() => void refetch()} />
      ) : (
        <SkeletonRows count={5} label={t('journal.loading')} />
      )}
      {entries?.length === 0 && isNarrowed && (
        <EmptyState
          title={t('journal.noMatch')}
          action={
            <Link href={journalPath()} replace className={buttonClass('quiet')}>
              {t('journal.showAll')}
            </Link>
          }
        />
      )}
      {entries?.length === 0 && !isNarrowed && waiting.length === 0 && (
        <EmptyState
          title={t('journal.empty')}
          action={
            <Link href="/search" className={buttonClass('primary')}>
              {t('journal.find')}
            </Link>
          }
        >
          {t('journal.emptyLine')}
        </EmptyState>
      )}
      {current && <EntrySheet entry={current} onClose={() => setEdited(null)} />}
    </Screen>
  )
}

function filterOf(params: URLSearchParams): JournalFilter {
  const filter: JournalFilter = {}
  for (const name of ['q', 'style', 'country', 'brewery'] as const) {
    const value = params.get(name)
    if (value) filter[name] = value
  }
  for (const name of ['breweryId', 'percent', 'year'] as const) {
    const value = params.get(name) ?? ''
    if (/^\d{1,9}$/.test(value)) filter[name] = Number(value)
  }
  return filter
}

/** Empty without a filter. */
function filterText({ style, country, breweryId, brewery, percent, year }: JournalFilter): string {
  return [
    style && styleText(style),
    country && countryText(country),
    breweryId !== undefined && (brewery ?? t('journal.oneBrewery')),
    percent !== undefined && t('journal.percent', { percent }),
    year,
  ]
    .filter((part) => part !== undefined && part !== false)
    .join(' · ')
}

/** Leads to the numbers behind the journal. */
function NumbersLink() {
  const { listeners, tooltip } = useTooltip(t('journal.numbers'))
  return (
    <Link href="/profile/beers" aria-label={t('journal.numbers')} {...listeners} className={ICON_BUTTON}>
      <ChartNoAxesColumn size={21} />
      {tooltip}
    </Link>
  )
}

interface EntryRowProps {
  entry: TriedEntry
  onEdit: (entry: TriedEntry) => void
}

/** The same as before when the sheet of an entry opens, or earlier ones load: a journal has thousands of entries. */
const EntryRow = memo(function EntryRow({ entry, onEdit }: EntryRowProps) {
  const { beer, triedAt, rating, note, place, position, pictureId } = entry
  const time = dateText(triedAt, TIME)
  return (
    <BeerRow
      beer={beer}
      heading="h3"
      facts={time}
      note={
        (place ?? note ?? position) && (
          <span className="font-normal text-ink-2 [overflow-wrap:anywhere]">
            {(place ?? position) && (
              <span className="flex gap-1">
                <MapPin size={13} aria-hidden="true" className="mt-[0.2em] shrink-0" />
                {place ?? (position && positionText(position))}
              </span>
            )}
            {note && <span className="line-clamp-6 whitespace-pre-line">{note}</span>}
          </span>
        )
      }
      below={
        pictureId && (
          <img
            src={picturePath(pictureId)}
            alt={t('journal.photo', { name: beer.name })}
            loading="lazy"
            className="mt-3 aspect-square w-full max-w-80 rounded-[18px] bg-raised object-cover"
          />
        )
      }
      rating={
        <span className="display text-[1.25rem] leading-none">
          {rating !== null && (
            <>
              {numberText(rating)}
              <small className="machine text-ink-3">/{RATING_MAX}</small>
            </>
          )}
        </span>
      }
      end={
        <IconButton
          label={t('journal.edit', { name: beer.name })}
          onClick={() => onEdit(entry)}
          className="text-ink-3!"
        >
          <Pencil size={18} />
        </IconButton>
      }
    />
  )
})
