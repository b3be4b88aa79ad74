/** A menu from the history, or one shared by someone else. Its ratings are current, so they are not polled. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams, useSearchParams } from 'wouter'
import { getScan, getSharedScan, isMenuScan, parseMenuData, type Scan } from '#contracts'
import { CallError, userMessage } from '#web/api/call-error.ts'
import { queryOf } from '#web/api/queries.ts'
import { useHandoff } from '#web/handoff/handoff.ts'
import { useGoBack } from '#web/handoff/way-back.ts'
import { isolated } from '#web/language/isolated.ts'
import { EngineNote } from '#web/scan-result/engine-note.tsx'
import { beersOf, foundText, kindOf } from '#web/scan-result/scan-summary.ts'
import { EmptyState, FailurePanel } from '#web/ui/message.tsx'
import { whenText } from '#web/ui/when.ts'
import { MenuList } from './menu-list.tsx'
import { MenuSkeleton } from './menu-skeleton.tsx'
import { OwnScanActions, OwnScanNotes } from './own-scan.tsx'
import { RoundMenu } from './round-menu.tsx'
import { t } from './texts.ts'
import { ToScan } from './to-scan.tsx'

export function StoredMenuScreen() {
  const { scanId = '' } = useParams<{ scanId: string }>()
  const [search] = useSearchParams()
  const token = search.get('share')
  const table = search.get('table')
  if (table !== null) return <RoundMenu scanId={scanId} token={table} />
  return token === null ? <OwnMenu scanId={scanId} /> : <SharedMenu scanId={scanId} token={token} />
}

function OwnMenu({ scanId }: { scanId: string }) {
  const back = useGoBack('/history')
  const { openedScans } = useHandoff()
  const {
    data: scan,
    error,
    refetch,
  } = useQuery({ ...queryOf(getScan, { params: { id: scanId } }), placeholderData: openedScans.get(scanId) })
  const above =
    scan &&
    [scan.title && isolated(scan.title), t('scannedAt', { when: whenText(scan.scannedAt) })].filter(Boolean).join(' · ')
  return (
    <StoredBeers
      title={titleOf(scan, error)}
      above={above}
      scan={scan}
      onBack={back}
      instead={replacementOf(scan && beersOf(scan), error, () => void refetch())}
    />
  )
}

interface StoredBeersProps {
  title: string
  above: ReactNode
  /** Undefined while it loads. */
  scan: Scan | undefined
  onBack: () => void
  /** Replaces the list. */
  instead?: ReactNode
}

/** The beers of the user's own scan, for every screen that shows several. */
export function StoredBeers({ title, above, scan, onBack, instead }: StoredBeersProps) {
  const beers = scan ? beersOf(scan) : []
  return (
    <MenuList
      title={title}
      above={above}
      beers={beers}
      found={scan && foundText(scan)}
      isPrinted={scan !== undefined && kindOf(scan) === 'menu'}
      own={
        scan?.status === 'completed'
          ? { scanId: scan.id, context: kindOf(scan) === 'menu' ? 'menu' : 'multiple_beers', unread: scan.spots }
          : undefined
      }
      onBack={onBack}
      actions={<OwnScanActions scan={scan} />}
      note={<OwnScanNotes scan={scan} />}
      instead={instead}
    />
  )
}

/** Someone else's menu, readable with its link. */
function SharedMenu({ scanId, token }: { scanId: string; token: string }) {
  const back = useGoBack('/')
  const shared = useQuery(queryOf(getSharedScan, { params: { id: scanId }, query: { token } }))
  const { data: scan, error, refetch } = shared
  const beers = parseMenuData(scan?.menuData ?? null)
  return (
    <MenuList
      title={titleOf(scan, error)}
      above={scan && t('scannedAt', { when: whenText(scan.scannedAt) })}
      beers={beers}
      isPrinted={scan !== undefined && isMenuScan(scan)}
      onBack={back}
      note={scan && <EngineNote fallback={scan.fallback} />}
      instead={replacementOf(scan && beers, error, () => void refetch())}
    />
  )
}

function titleOf(scan: object | undefined, error: Error | null): string {
  if (scan) return t('shared')
  if (!error) return t('loading')
  return isNotFound(error) ? t('notFound') : t('unread')
}

/** A malformed id (400) cannot be a menu either. */
function isNotFound(error: Error | null): boolean {
  return error instanceof CallError && (error.status === 404 || error.status === 400)
}

/** What replaces the list: false while there are beers. */
function replacementOf(beers: readonly object[] | undefined, error: Error | null, retry: () => void) {
  if (beers) {
    return (
      beers.length === 0 && (
        <EmptyState title={t('emptyStored')} action={<ToScan />}>
          {t('emptyLine')}
        </EmptyState>
      )
    )
  }
  if (isNotFound(error)) return <EmptyState action={<ToScan />}>{t('notFoundLine')}</EmptyState>
  if (error) return <FailurePanel title={t('failed')} message={userMessage(error)} retry={retry} />
  return <MenuSkeleton label={t('loading')} />
}
