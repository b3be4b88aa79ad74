/** Whether the user has tried a beer, saved it, or neither. */
import { useQuery } from '@tanstack/react-query'
import { Check, Heart, Sparkle } from 'lucide-react'
import { useMemo } from 'react'
import { listTried } from '#contracts'
import { queryOf } from '#web/api/queries.ts'
import { whenText } from '#web/ui/when.ts'
import { useFavorites } from './favorite-list.ts'

export interface TastingStatus {
  /** Date of the latest single scan, rating or imported check-in of the user; null if there is none. */
  triedAt: string | null
  isSaved: boolean
}

/** When the user last tried each beer; undefined while loading. */
export function useTried(): ReadonlyMap<number, string> | undefined {
  const { data } = useQuery(queryOf(listTried, {}))
  return useMemo(() => data && new Map(data.map(({ beerId, triedAt }) => [beerId, triedAt])), [data])
}

/** The function returns undefined while loading. */
export function useTastingStatuses(): (beerId: number) => TastingStatus | undefined {
  const tried = useTried()
  const { data: favorites } = useFavorites()
  const saved = useMemo(() => favorites && new Set(favorites.map(({ beerId }) => beerId)), [favorites])
  return (beerId) => tried && saved && { triedAt: tried.get(beerId) ?? null, isSaved: saved.has(beerId) }
}

export function tastingStatusText({ triedAt, isSaved }: TastingStatus): string {
  const words = [triedAt && `tried ${whenText(triedAt)}`, isSaved && 'saved'].filter(Boolean)
  return words.length > 0 ? words.join(' · ') : 'new'
}

export function TastingMark({ tastingStatus }: { tastingStatus: TastingStatus }) {
  const Icon = tastingStatus.triedAt ? Check : tastingStatus.isSaved ? Heart : Sparkle
  const isNew = !tastingStatus.triedAt && !tastingStatus.isSaved
  return (
    <span className={`inline-flex items-center gap-1.5 ${isNew ? 'text-accent-ink' : 'text-good'}`}>
      <Icon size={13} aria-hidden="true" className="shrink-0" />
      {tastingStatusText(tastingStatus)}
    </span>
  )
}

/** Reserves the height of the mark while it loads, so that the row does not jump. */
export function TastingMarkSpace() {
  return (
    <span aria-hidden="true" className="block">
      &nbsp;
    </span>
  )
}
