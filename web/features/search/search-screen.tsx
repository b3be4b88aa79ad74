/** Search by beer or brewery name; below three letters it shows recent scans and searches. */
import { SearchIcon } from 'lucide-react'
import { useRef } from 'react'
import { useLocation } from 'wouter'
import { SEARCH_DISCOVERY_MIN_LENGTH, SEARCH_QUERY_MAX_LENGTH, type SearchAnswer, searchLength } from '#contracts'
import { isOffline, userMessage } from '#web/api/call-error.ts'
import { useAddressText } from '#web/ui/address-state.ts'
import { ClearButton } from '#web/ui/find-field.tsx'
import { FailurePanel } from '#web/ui/message.tsx'
import { Main } from '#web/ui/pane.tsx'
import { BackButton, ScreenHeading, useScreenTitle } from '#web/ui/screen.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { useTicks } from '#web/ui/timing.ts'
import { Recent } from './recent.tsx'
import { foundText, Results } from './search-results.tsx'
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
