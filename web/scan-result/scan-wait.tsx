/** The wait for a scan: its stage, the elapsed seconds and the beers found so far. */
import { useQuery } from '@tanstack/react-query'
import { getScan, parseMenuData, type Scan, type SightedBeer, WAIT_POLL_MS } from '#contracts'
import { queryOf } from '#web/api/queries.ts'
import { subtitleOf } from '#web/beer/beer-facts.ts'
import { BeerTile } from '#web/beer/beer-picture.tsx'
import { useIsScan } from '#web/outbox/use-captures.ts'
import { useTicks } from '#web/ui/timing.ts'
import { shownName } from './asked.ts'
import { stageText } from './stage-text.ts'
import { t } from './texts.ts'

interface Wait {
  scan: Scan | undefined
  /** The server has not answered for the scan yet: its photo is on the way. */
  isSending: boolean
  seconds: number
}

/** Polls the running scan once its photo has arrived, from the second second on: quick results are not polled. */
export function useRunningScan(scanId: string | undefined): Wait {
  const seconds = useTicks(1_000)
  const isScan = useIsScan(scanId)
  const { data: scan } = useQuery({
    ...queryOf(getScan, { params: { id: scanId ?? '' } }),
    // A busy server stores the scan some time after its photo has arrived.
    refetchInterval: ({ state }) => (state.error ? 3 * WAIT_POLL_MS : WAIT_POLL_MS),
    enabled: scanId !== undefined && seconds > 0 && isScan,
  })
  return { scan: scan?.status === 'processing' ? scan : undefined, isSending: scan === undefined, seconds }
}

export function foundSoFar(scan: Scan | undefined): SightedBeer[] {
  if (!scan) return []
  if (scan.menuData !== null) return parseMenuData(scan.menuData)
  return scan.beer ? [scan.beer] : []
}

export function StageLine({ scan, isSending, seconds, className = '' }: Wait & { className?: string }) {
  return (
    <p className={`flex min-h-6 items-baseline justify-between gap-3 text-ink-2 ${className}`}>
      <span role="status">
        {isSending ? t('scanWait.sending') : scan && (scan.stage ? stageText(scan.stage) : t('scanWait.waiting'))}
      </span>
      <span className="machine shrink-0 text-ink-3">
        <span className="sr-only">{t('scanWait.elapsed')} </span>
        {t('scanWait.seconds', { seconds })}
      </span>
    </p>
  )
}

/** The first beers while the rest is processed. Screen readers announce their number only. */
export function FirstRows({ beers, className = '' }: { beers: readonly SightedBeer[]; className?: string }) {
  return (
    <div className={className}>
      <p role="status" className={beers.length > 0 ? 'machine mb-2 text-ink-3' : 'sr-only'}>
        {beers.length > 0 && t('scanWait.soFar', { count: beers.length })}
      </p>
      {beers.length > 0 && (
        <ol
          aria-label={t('scanWait.list')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard.
          tabIndex={0}
          className="grid max-h-[32dvh] [@media(max-height:700px)]:max-h-[16dvh] grid-cols-[minmax(0,1fr)] gap-1.5 overflow-y-auto overscroll-contain pb-6 mask-[linear-gradient(#000_calc(100%-1.5rem),transparent)]"
        >
          {beers.map((beer, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row keeps its number while the photo is read.
            <li key={index} className="flex animate-settle items-center gap-3 rounded-2xl bg-surface/80 px-2.5 py-1.5">
              <BeerTile beer={beer} className="h-10 w-8 shrink-0" />
              <FoundName beer={beer} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

function FoundName({ beer }: { beer: SightedBeer }) {
  const [name, subtitle] = [shownName(beer), subtitleOf(beer)]
  return (
    <span className="min-w-0">
      <span className="line-clamp-2 font-semibold leading-snug">{name}</span>
      {name !== subtitle && <span className="block truncate text-[0.8rem] text-ink-3">{subtitle}</span>}
    </span>
  )
}
