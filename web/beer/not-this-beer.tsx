/** 'Not this beer?': what came close on the photo, then the whole catalogue. Choosing one corrects the scan and the history. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SearchIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import {
  type Alternative,
  type Beer,
  correctScan,
  getScan,
  listScans,
  type Scan,
  SEARCH_DEBOUNCE_MS,
  SEARCH_MIN_LENGTH,
  SEARCH_STALE_MS,
  searchBeers,
} from '#contracts'
import { saidBy } from '#web/api/call-error.ts'
import { keyOf, queryOf, useCall } from '#web/api/queries.ts'
import { FailurePanel } from '#web/ui/message.tsx'
import { Card } from '#web/ui/screen.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { useDebounced } from '#web/ui/timing.ts'
import { useToast } from '#web/ui/toast.tsx'
import { subtitleOf } from './beer-facts.ts'
import { BeerTile } from './beer-picture.tsx'
import { ConfidenceBadge } from './confidence-badge.tsx'

const TEXTS = {
  title: 'Not this beer?',
  close: 'These came close on your photo.',
  search: 'Search the catalogue...',
  noneClose: 'Nothing else came close on your photo. Search for it by name.',
  nothing: (query: string) => `No results found for "${query}"`,
  searchFailed: 'Failed to search beers',
  corrected: 'Scan corrected',
  correctedLine: (name: string) => `Your history now says ${name}.`,
  error: 'Error',
  failed: 'Failed to correct scan',
} as const

interface NotThisBeerProps {
  scanId: string
  /** Place of the beer on the photo, from 0. */
  item: number
  beer: Beer
  alternatives: readonly Alternative[]
  onCorrected?: (scan: Scan, right: Beer) => void
}

export function NotThisBeer(props: NotThisBeerProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="mt-3 min-h-11 px-1 text-sm font-semibold text-accent-ink underline underline-offset-4"
      >
        {TEXTS.title}
      </button>
      {isOpen && <Correction {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function Correction({
  scanId,
  item,
  beer,
  alternatives,
  onCorrected,
  onClose,
}: NotThisBeerProps & { onClose: () => void }) {
  const [text, setText] = useState('')
  const queryClient = useQueryClient()
  const toast = useToast()
  const correction = useCall(correctScan)

  async function choose(right: Beer): Promise<void> {
    try {
      const scan = await correction.mutateAsync({ params: { id: scanId }, body: { item, beerId: right.id } })
      queryClient.setQueryData(keyOf(getScan, { params: { id: scanId } }), scan)
      void queryClient.invalidateQueries({ queryKey: keyOf(listScans, {}) })
      toast({ title: TEXTS.corrected, description: TEXTS.correctedLine(right.name) })
      onClose()
      onCorrected?.(scan, right)
    } catch (error) {
      toast({ title: TEXTS.error, description: `${TEXTS.failed}. ${saidBy(error)}`, tone: 'destructive' })
    }
  }

  const query = text.trim()
  return (
    <Sheet open onClose={onClose} title={TEXTS.title} note={alternatives.length > 0 ? TEXTS.close : TEXTS.noneClose}>
      <search className="block pt-1 pb-3">
        <label className="flex min-h-13 items-center gap-2 rounded-button border border-line bg-raised px-4 focus-within:outline-3 focus-within:outline-accent-ink">
          <SearchIcon size={19} aria-hidden="true" className="shrink-0 text-ink-3" />
          <input
            type="search"
            aria-label={TEXTS.search}
            placeholder={TEXTS.search}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="h-12 min-w-0 flex-1 bg-transparent text-ink outline-none placeholder:text-ink-3 [&::-webkit-search-cancel-button]:grayscale"
          />
        </label>
      </search>
      <fieldset disabled={correction.isPending} className="min-h-[40dvh]">
        <legend className="sr-only">{TEXTS.title}</legend>
        {query.length >= SEARCH_MIN_LENGTH ? (
          <Found query={query} except={beer.id} onChoose={(right) => void choose(right)} />
        ) : (
          <ul>
            {alternatives.map((close) => (
              <Choice key={close.beer.id} beer={close.beer} onChoose={() => void choose(close.beer)}>
                <ConfidenceBadge percent={close.confidence} className="mt-1" />
              </Choice>
            ))}
          </ul>
        )}
      </fieldset>
    </Sheet>
  )
}

function Found({ query, except, onChoose }: { query: string; except: number; onChoose: (beer: Beer) => void }) {
  const settled = useDebounced(query, SEARCH_DEBOUNCE_MS)
  const { data, error, refetch } = useQuery({
    ...queryOf(searchBeers, { query: { q: settled } }),
    staleTime: SEARCH_STALE_MS,
  })
  if (error) return <FailurePanel title={TEXTS.searchFailed} said={saidBy(error)} retry={() => void refetch()} />
  if (!data) return <SkeletonRows count={3} label={TEXTS.search} />
  const others = data.filter((beer) => beer.id !== except)
  if (others.length === 0) return <p className="px-1 text-ink-2">{TEXTS.nothing(settled)}</p>
  return (
    <ul>
      {others.map((beer) => (
        <Choice key={beer.id} beer={beer} onChoose={() => onChoose(beer)} />
      ))}
    </ul>
  )
}

function Choice({ beer, onChoose, children }: { beer: Beer; onChoose: () => void; children?: ReactNode }) {
  return (
    <li>
      <Card className="relative mb-2.5 flex min-h-20 items-center gap-3.5 p-3">
        <BeerTile beer={beer} />
        <div className="min-w-0 flex-1">
          <h3 className="text-[1.05rem] leading-snug">
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
