/** The history beyond its newest page, loaded page by page when the user asks. The address says how many pages are shown. */
import { useEffect, useEffectEvent, useState } from 'react'
import { listOlderScans, SCANS_PER_PAGE, type Scan } from '#contracts'
import { call } from '#web/api/call.ts'
import { CallError, userMessage } from '#web/api/call-error.ts'
import { useAddressState } from '#web/ui/address-state.ts'
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

const SHOWN = 'older'

interface Page {
  scans: Scan[]
  isFull: boolean
}

export function useOlderScans(newest: Scan[] | undefined): History {
  const toast = useToast()
  const [params, set] = useAddressState()
  const [older, setOlder] = useState<Page[]>([])
  const scans = newest && [...newest, ...older.flatMap((page) => page.scans).filter(isBelow(newest))]
  const isFull = older.at(-1)?.isFull ?? (newest !== undefined && newest.length >= SCANS_PER_PAGE)
  const isLoading = isFull && Number(params.get(SHOWN)) > older.length
  const last = scans?.at(-1)?.id

  const show = (pages: number) => set({ [SHOWN]: pages === 0 ? [] : [String(pages)] })
  const forget = (id: string) =>
    setOlder((before) => before.map((page) => ({ ...page, scans: page.scans.filter((scan) => scan.id !== id) })))
  const fail = useEffectEvent((error: unknown) => {
    const isOlder = older.some((page) => page.scans.some(({ id }) => id === last))
    // It was deleted elsewhere: the page is loaded after the one before it.
    if (last !== undefined && isOlder && error instanceof CallError && error.code === 'not_found') return forget(last)
    show(older.length)
    toast({ title: t('olderFailed'), description: userMessage(error), tone: 'destructive' })
  })
  const append = useEffectEvent((page: Scan[]) => {
    // A new scan pushes one out of the newest page: it has to be among these.
    const above = older.length === 0 ? (newest ?? []) : []
    setOlder([...older, { scans: [...above, ...page], isFull: page.length >= SCANS_PER_PAGE }])
  })
  useEffect(() => {
    if (!isLoading || last === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    call(listOlderScans, { params: { id: last } }, { signal }).then(
      (page) => !signal.aborted && append(page),
      (error) => !signal.aborted && fail(error),
    )
    return () => controller.abort()
  }, [isLoading, last])

  return {
    scans,
    more: isFull ? () => show(older.length + 1) : undefined,
    isLoading,
    forget,
  }
}

/** Not on the newest page, and not deleted from it. */
function isBelow(newest: readonly Scan[]): (scan: Scan) => boolean {
  const known = new Set(newest.map(({ id }) => id))
  const oldest = newest.at(-1)?.scannedAt ?? ''
  return ({ id, scannedAt }) => !known.has(id) && scannedAt <= oldest
}
