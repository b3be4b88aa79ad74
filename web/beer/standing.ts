/** How the user stands to a beer: had it (an own single scan), saved it, or neither. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listScans, type Scan } from '#contracts'
import { queryOf } from '#web/api/queries.ts'
import { whenText } from '#web/ui/when.ts'
import { useFavorites } from './favorites.ts'
import { kindOf } from './scan-summary.ts'

export interface Standing {
  /** When it was scanned by itself last; null when never. */
  hadAt: string | null
  isSaved: boolean
}

/** Answers undefined while it is not known. */
export function useStandings(): (beerId: number) => Standing | undefined {
  const { data: scans } = useQuery(queryOf(listScans, {}))
  const { data: favorites } = useFavorites()
  const had = useMemo(() => scans && lastHad(scans), [scans])
  const saved = useMemo(() => favorites && new Set(favorites.map(({ beerId }) => beerId)), [favorites])
  return (beerId) => had && saved && { hadAt: had.get(beerId) ?? null, isSaved: saved.has(beerId) }
}

/** The newest single scan of each beer; scans come newest first. */
export function lastHad(scans: readonly Scan[]): Map<number, string> {
  const had = new Map<number, string>()
  for (const scan of scans) {
    const isHad = scan.status === 'completed' && kindOf(scan) === 'single' && scan.beerId !== null
    if (isHad && scan.beerId !== null && !had.has(scan.beerId)) had.set(scan.beerId, scan.scannedAt)
  }
  return had
}

export function standingText({ hadAt, isSaved }: Standing): string {
  const words = [hadAt && `had ${whenText(hadAt)}`, isSaved && 'saved'].filter(Boolean)
  return words.length > 0 ? words.join(' · ') : 'new'
}
