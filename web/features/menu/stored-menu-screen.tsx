/** A menu of the history, or one that somebody shared. Its ratings are current, so nothing is asked for again. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { getScan } from '#contracts'
import { CallError, saidBy } from '#web/api/call-error.ts'
import { queryOf } from '#web/api/queries.ts'
import { beersOf, foundText, kindOf } from '#web/beer/scan-summary.ts'
import { useGoBack } from '#web/device/back.ts'
import { EmptyState, FailurePanel } from '#web/ui/message.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { whenText } from '#web/ui/when.ts'
import { MenuList } from './menu-list.tsx'
import { TEXTS } from './texts.ts'

export function StoredMenuScreen() {
  const { scanId = '' } = useParams<{ scanId: string }>()
  const back = useGoBack('/history')
  const { data: scan, error, refetch } = useQuery(queryOf(getScan, { params: { id: scanId } }))
  const beers = scan ? beersOf(scan) : []
  const isUnknown = error instanceof CallError && (error.status === 404 || error.status === 400)

  return (
    <MenuList
      title={scan ? TEXTS.shared : error ? TEXTS.notFound : TEXTS.loading}
      above={scan && [scan.title, `read ${whenText(scan.scannedAt)}`].filter(Boolean).join(' · ')}
      beers={beers}
      found={scan && foundText(scan)}
      isPrinted={scan !== undefined && kindOf(scan) === 'menu'}
      onBack={back}
      instead={
        scan ? (
          beers.length === 0 && <EmptyState title={TEXTS.emptyStored}>{TEXTS.emptyLine}</EmptyState>
        ) : isUnknown ? (
          <EmptyState title={TEXTS.notFound}>{TEXTS.notFoundLine}</EmptyState>
        ) : error ? (
          <FailurePanel title={TEXTS.failed} said={saidBy(error)} retry={() => void refetch()} />
        ) : (
          <SkeletonRows count={5} label={TEXTS.loading} />
        )
      }
    />
  )
}
