/** How the user stands to a beer: had it, saved it, or neither. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listHad } from '#contracts'
import { queryOf } from '#web/api/queries.ts'
import { whenText } from '#web/ui/when.ts'
import { useFavorites } from './favorites.ts'

export interface Acquaintance {
  /** When it was had last: an own single scan, an own rating, an imported check-in. Null when never. */
  hadAt: string | null
  isSaved: boolean
}

/** When each beer was had last; undefined while that is not known. */
export function useHad(): ReadonlyMap<number, string> | undefined {
  const { data } = useQuery(queryOf(listHad, {}))
  return useMemo(() => data && new Map(data.map(({ beerId, hadAt }) => [beerId, hadAt])), [data])
}

/** Answers undefined while it is not known. */
export function useAcquaintances(): (beerId: number) => Acquaintance | undefined {
  const had = useHad()
  const { data: favorites } = useFavorites()
  const saved = useMemo(() => favorites && new Set(favorites.map(({ beerId }) => beerId)), [favorites])
  return (beerId) => had && saved && { hadAt: had.get(beerId) ?? null, isSaved: saved.has(beerId) }
}

export function acquaintanceText({ hadAt, isSaved }: Acquaintance): string {
  const words = [hadAt && `had ${whenText(hadAt)}`, isSaved && 'saved'].filter(Boolean)
  return words.length > 0 ? words.join(' · ') : 'new'
}
