/** The latest scans under a heading, expandable, with loading, error and empty states. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { listScans, type Scan } from '#contracts'
import { userMessage } from '#web/api/call-error.ts'
import { queryOf } from '#web/api/queries.ts'
import { useAddressState } from '#web/ui/address-state.ts'
import { useLongList } from '#web/ui/long-list.tsx'
import { FailurePanel } from '#web/ui/message.tsx'
import { SectionHeading } from '#web/ui/screen.tsx'
import { SeeMore } from '#web/ui/see-more.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { useRemovals } from '#web/undo/removals.ts'
import { addressOfScan } from './use-delete-photo.ts'

interface LastScansProps {
  scans: Pick<ReturnType<typeof useLastScans>, 'data' | 'error' | 'refetch'>
  /** Number of scans shown before expanding. */
  atFirst: number
  texts: { title: string; failed: string; seeMore: (more: number) => string; showLess: string }
  /** Shown when there are no scans. */
  empty: ReactNode
  row: (scan: Scan) => ReactNode
}

/** The list is as long after Back as it was, so that the same scan is in view. */
const EXPANDED = 'scans'

/** Without those that are being deleted and can still be brought back. */
export function useLastScans() {
  const { data, error, refetch, isPending } = useQuery(queryOf(listScans, {}))
  const { isRemoved } = useRemovals()
  return { data: data?.filter((scan) => !isRemoved(addressOfScan(scan))), error, refetch, isPending }
}

export function LastScans({ scans: { data, error, refetch }, atFirst, texts, empty, row }: LastScansProps) {
  const [params, set] = useAddressState()
  const isExpanded = params.has(EXPANDED)
  const list = useLongList(data ?? [])
  const shown = isExpanded ? list.shown : list.shown.slice(0, atFirst)
  const more = (data?.length ?? 0) - atFirst
  return (
    <section>
      <SectionHeading>{texts.title}</SectionHeading>
      {data ? (
        <ul>{shown.map(row)}</ul>
      ) : error ? (
        <FailurePanel title={texts.failed} message={userMessage(error)} retry={() => void refetch()} />
      ) : (
        <SkeletonRows count={atFirst} label={texts.title} />
      )}
      {isExpanded && list.end}
      {data?.length === 0 && empty}
      {more > 0 && (
        <SeeMore
          isExpanded={isExpanded}
          toggle={() => set({ [EXPANDED]: isExpanded ? [] : ['all'] })}
          label={isExpanded ? texts.showLess : texts.seeMore(more)}
        />
      )}
    </section>
  )
}
