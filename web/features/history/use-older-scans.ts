/** The history beyond its newest page, loaded page by page when the user asks. */
import { useState } from 'react'
import { listOlderScans, SCANS_PER_PAGE, type Scan } from '#contracts'
import { call } from '#web/api/call.ts'
import { userMessage } from '#web/api/call-error.ts'
import { useToast } from '#web/ui/toast.tsx'
import { t } from './texts.ts'

interface History {
  /** The newest page and those loaded since; undefined until the newest has loaded. */
  scans: Scan[] | undefined
  /** Loads the next page; undefined if there is none. */
  more: (() => void) | undefined
  isLoading: boolean
  /** Drops a scan that was deleted. */
  forget(id: string): void
}

export function useOlderScans(newest: Scan[] | undefined): History {
  const toast = useToast()
  const [older, setOlder] = useState<Scan[]>([])
  const [lastPage, setLastPage] = useState<number>()
  const [isLoading, setLoading] = useState(false)
  const known = new Set(newest?.map(({ id }) => id))
  // A new scan moves one of the newest page into the pages below it.
  const scans = newest && [...newest, ...older.filter(({ id }) => !known.has(id))]
  const last = scans?.at(-1)
  const isFull = (lastPage ?? newest?.length ?? 0) >= SCANS_PER_PAGE

  async function load(id: string): Promise<void> {
    setLoading(true)
    try {
      const page = await call(listOlderScans, { params: { id } })
      setOlder((before) => [...before, ...page])
      setLastPage(page.length)
    } catch (error) {
      toast({ title: t('olderFailed'), description: userMessage(error), tone: 'destructive' })
    } finally {
      setLoading(false)
    }
  }

  return {
    scans,
    more: last && isFull ? () => void load(last.id) : undefined,
    isLoading,
    forget: (id) => setOlder((before) => before.filter((scan) => scan.id !== id)),
  }
}
