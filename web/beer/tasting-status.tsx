/** Whether the user had a beer, wants to try it, saved it, or only scanned it. */
import { useQuery } from '@tanstack/react-query'
import { Bookmark, Check, Heart, ScanLine, Sparkle } from 'lucide-react'
import { useMemo } from 'react'
import { type BeerMarks, listMarks } from '#contracts'
import { queryOf, useUser } from '#web/api/queries.ts'
import { whenText } from '#web/ui/when.ts'
import { useFavorites } from './favorite-list.ts'
import { tastingQueue, withQueuedMarks } from './tasting-queue.ts'
import { t } from './texts.ts'

export type TastingStatus = Omit<BeerMarks, 'beerId'> & { isSaved: boolean }

export const UNMARKED: TastingStatus = {
  triedAt: null,
  timesTried: 0,
  scannedAt: null,
  wantedAt: null,
  isSaved: false,
}

/** The marked beers by id; undefined while loading. */
export function useMarks(): ReadonlyMap<number, BeerMarks> | undefined {
  const { data } = useQuery(queryOf(listMarks, {}))
  const queued = tastingQueue.useWaiting(useUser().data?.id)
  return useMemo(
    () => data && new Map(withQueuedMarks(data, queued).map((marks) => [marks.beerId, marks])),
    [data, queued],
  )
}

/** The function returns undefined while loading. */
export function useTastingStatuses(): (beerId: number) => TastingStatus | undefined {
  const marks = useMarks()
  const { data: favorites } = useFavorites()
  const saved = useMemo(() => favorites && new Set(favorites.map(({ beerId }) => beerId)), [favorites])
  return (beerId) => marks && saved && { ...UNMARKED, ...marks.get(beerId), isSaved: saved.has(beerId) }
}

/** Tried, wanted or saved; a scan alone is no mark. */
export const isMarked = ({ triedAt, wantedAt, isSaved }: TastingStatus) =>
  triedAt !== null || wantedAt !== null || isSaved

export function tastingStatusText(status: TastingStatus): string {
  const { triedAt, scannedAt, wantedAt, isSaved } = status
  if (!isMarked(status) && scannedAt !== null) return t('tastingStatus.scanned', { when: whenText(scannedAt) })
  const words = [
    triedAt !== null && t('tastingStatus.had', { when: whenText(triedAt) }),
    wantedAt !== null && t('tastingStatus.wanted'),
    isSaved && t('tastingStatus.saved'),
  ].filter(Boolean)
  return words.length > 0 ? words.join(' · ') : t('tastingStatus.new')
}

export function TastingMark({ tastingStatus }: { tastingStatus: TastingStatus }) {
  const { triedAt, scannedAt, wantedAt, isSaved } = tastingStatus
  const Icon = triedAt ? Check : wantedAt ? Bookmark : isSaved ? Heart : scannedAt ? ScanLine : Sparkle
  const colour = isMarked(tastingStatus) ? 'text-good' : scannedAt ? 'text-ink-3' : 'text-accent-ink'
  return (
    <span className={`${MARK} ${colour}`}>
      <Icon size={13} aria-hidden="true" className="shrink-0" />
      {tastingStatusText(tastingStatus)}
    </span>
  )
}

const MARK = 'inline-flex items-center gap-1.5'

/** Reserves the height of the mark while it loads, so that the row does not jump. */
export function TastingMarkSpace() {
  return (
    <span aria-hidden="true" className={`${MARK} invisible`}>
      <Sparkle size={13} />
      &nbsp;
    </span>
  )
}
