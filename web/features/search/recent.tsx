/** Before a search: recent scans and searches, or examples for whoever has not searched yet. */
import { Clock, X } from 'lucide-react'
import {
  clearSearches,
  listSearches,
  RECENT_SEARCHES_SHOWN,
  removeSearch,
  SEARCH_BEERS_MAX,
  type SearchEntry,
} from '#contracts'
import { addressOf, call } from '#web/api/call.ts'
import { keyOf } from '#web/api/queries.ts'
import { useLastScans } from '#web/scan-result/last-scans.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { useListFocus } from '#web/ui/focus.ts'
import { PILL } from '#web/ui/pill.ts'
import { SectionHeading } from '#web/ui/screen.tsx'
import { clearList } from '#web/undo/clear-list.ts'
import { useRemovals } from '#web/undo/removals.ts'
import { RecentScans } from './recent-scans.tsx'
import { t } from './texts.ts'

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

export function Recent({ searches, onPick, hint }: RecentProps) {
  const removals = useRemovals()
  const scans = useLastScans()
  const listFocus = useListFocus<HTMLDivElement>()
  // Searches appear once the scans above them have loaded, so that nothing pushes them down.
  const hasScans = !scans.isPending
  const shown = (searches ?? []).filter((entry) => hasScans && !removals.isRemoved(addressOfEntry(entry)))

  function clear(): void {
    const ids = (searches ?? []).map(({ id }) => id)
    removals.remove({
      address: addressOf(clearSearches, {}),
      also: searches?.map(addressOfEntry),
      send: (options) =>
        clearList(ids, options, {
          list: () => call(listSearches, {}),
          clear: () => call(clearSearches, {}, options),
          remove: (id) => call(removeSearch, { params: { id } }, options),
        }),
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
