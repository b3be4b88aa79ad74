/** Picks a beer from the close matches or by searching the catalogue. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { PencilLine } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import {
  type Alternative,
  type Beer,
  SEARCH_DEBOUNCE_MS,
  SEARCH_MIN_LENGTH,
  SEARCH_STALE_MS,
  searchBeers,
  searchLength,
} from '#contracts'
import { userMessage } from '#web/api/call-error.ts'
import { queryOf } from '#web/api/queries.ts'
import { subtitleOf } from '#web/beer/beer-facts.ts'
import { BeerTile } from '#web/beer/beer-picture.tsx'
import { busyFieldset, TEXT_BUTTON } from '#web/ui/button.tsx'
import { FindField } from '#web/ui/find-field.tsx'
import { FailurePanel } from '#web/ui/message.tsx'
import { Card } from '#web/ui/screen.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { useDebounced } from '#web/ui/timing.ts'
import { wordSize } from '#web/ui/word-size.ts'
import { ConfidenceBadge } from './confidence-badge.tsx'
import { t } from './texts.ts'
import { type UnlistedBeer, UnlistedBeerForm } from './unlisted-beer-form.tsx'

interface ChooseBeerProps {
  legend: string
  /** Undefined while loading. */
  alternatives: readonly Alternative[] | undefined
  /** Excluded from the search results. */
  except?: number | undefined
  isBusy: boolean
  onChoose: (beer: Beer) => void
  /** For a beer that the catalogue does not have. */
  onName: (beer: UnlistedBeer) => void
  /** Shown below the matches while the search field is empty. */
  below?: ReactNode
}

export function ChooseBeer({ legend, alternatives, except, isBusy, onChoose, onName, below }: ChooseBeerProps) {
  const [text, setText] = useState('')
  const query = text.trim()
  const isLongEnough = searchLength(query) >= SEARCH_MIN_LENGTH
  return (
    <>
      <search className="block pt-1 pb-3">
        <FindField label={t('chooseBeer.search')} value={text} onChange={setText} />
      </search>
      <fieldset {...busyFieldset(isBusy, below ? '' : 'min-h-[40dvh]')}>
        <legend className="sr-only">{legend}</legend>
        {isLongEnough ? (
          <>
            <Found query={query} except={except} onChoose={onChoose} />
            <NewBeer name={query} isBusy={isBusy} onName={onName} />
          </>
        ) : alternatives ? (
          <ul>
            {alternatives.map((close) => (
              <Candidate key={close.beer.id} {...close} onChoose={() => onChoose(close.beer)} />
            ))}
          </ul>
        ) : (
          <SkeletonRows count={2} label={legend} />
        )}
      </fieldset>
      {!isLongEnough && below}
    </>
  )
}

interface FoundProps {
  query: string
  except: number | undefined
  onChoose: (beer: Beer) => void
}

function Found({ query, except, onChoose }: FoundProps) {
  const settled = useDebounced(query, SEARCH_DEBOUNCE_MS)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...queryOf(searchBeers, { query: { q: settled } }),
    staleTime: SEARCH_STALE_MS,
    // A beer about to be tapped stays where it is while more is typed.
    placeholderData: keepPreviousData,
  })
  if (error)
    return (
      <FailurePanel title={t('chooseBeer.searchFailed')} message={userMessage(error)} retry={() => void refetch()} />
    )
  const others = data?.filter((beer) => beer.id !== except)
  if (!others || (isPlaceholderData && others.length === 0))
    return <SkeletonRows count={3} label={t('chooseBeer.search')} />
  if (others.length === 0) return <p className="px-1 text-ink-2">{t('chooseBeer.nothing', { query: settled })}</p>
  return (
    <ul>
      {others.map((beer) => (
        <Choice key={beer.id} beer={beer} onChoose={() => onChoose(beer)} />
      ))}
    </ul>
  )
}

interface NewBeerProps {
  /** What the user looked for. */
  name: string
  isBusy: boolean
  onName: (beer: UnlistedBeer) => void
}

function NewBeer({ name, isBusy, onName }: NewBeerProps) {
  const [isOpen, setOpen] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  // It takes the place of the button that had the focus.
  useEffect(() => {
    if (isOpen) form.current?.querySelector('input')?.focus()
  }, [isOpen])
  if (isOpen)
    return (
      <div ref={form} className="pt-3">
        <UnlistedBeerForm name={name} brewery={null} isBusy={isBusy} onSave={onName} />
      </div>
    )
  return (
    <button type="button" className={`${TEXT_BUTTON} text-[0.9rem]`} onClick={() => setOpen(true)}>
      <PencilLine size={16} aria-hidden="true" />
      {t('chooseBeer.name')}
    </button>
  )
}

/** A candidate that is less likely is offered without its percentage, which would only say that it is a guess. */
const MATCH_SHOWN_PERCENT = 20

/** A beer that was found on the photo, or one like it. */
export function Candidate({ beer, confidence, onChoose }: Alternative & { onChoose: () => void }) {
  return (
    <Choice beer={beer} onChoose={onChoose}>
      {confidence >= MATCH_SHOWN_PERCENT && <ConfidenceBadge percent={confidence} className="mt-1" />}
    </Choice>
  )
}

/** A card that is one large button. */
export function Choice({ beer, onChoose, children }: { beer: Beer; onChoose: () => void; children?: ReactNode }) {
  return (
    <li>
      <Card className="relative mb-2.5 flex min-h-20 items-center gap-3.5 p-3">
        <BeerTile beer={beer} />
        <div className="min-w-0 flex-1">
          <h3
            className="[overflow-wrap:break-word] leading-snug"
            style={{ fontSize: wordSize(beer.name, 1.05, '100vw - 140px') }}
          >
            <button
              type="button"
              onClick={onChoose}
              className="text-left after:absolute after:inset-0 after:rounded-card"
            >
              {beer.name}
            </button>
          </h3>
          <p className="text-[0.82rem] text-ink-3">{subtitleOf(beer)}</p>
          {children}
        </div>
      </Card>
    </li>
  )
}
