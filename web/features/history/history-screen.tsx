/** Every scan of the user, and the photos that still wait to become one. */
import { useQuery } from '@tanstack/react-query'
import { RotateCcw, Trash2 } from 'lucide-react'
import { Link } from 'wouter'
import { HISTORY_POLL_MS, listScans } from '#contracts'
import { saidBy } from '#web/api/call-error.ts'
import { queryOf } from '#web/api/queries.ts'
import { ScanRow } from '#web/beer/scan-row.tsx'
import { historyPath } from '#web/beer/scan-summary.ts'
import { useGoBack } from '#web/device/back.ts'
import type { Capture } from '#web/outbox/capture.ts'
import { outbox, useCaptures } from '#web/outbox/outbox.ts'
import { BlobImage } from '#web/ui/blob-image.tsx'
import { buttonClass, IconButton } from '#web/ui/button.tsx'
import { EmptyState, FailurePanel } from '#web/ui/message.tsx'
import { Card, Screen } from '#web/ui/screen.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { whenText } from '#web/ui/when.ts'
import { TEXTS } from './texts.ts'

export function HistoryScreen() {
  const back = useGoBack('/')
  const { data: scans, error, refetch } = useQuery({ ...queryOf(listScans, {}), refetchInterval: HISTORY_POLL_MS })
  const captures = useCaptures()
  const known = new Set(scans?.map((scan) => scan.id))
  // What the server works on already has its own row below.
  const waiting = captures.filter(
    (capture) => capture.state !== 'accepted' && !(capture.state === 'waiting' && known.has(capture.id)),
  )

  return (
    <Screen
      title={TEXTS.title}
      below={scans && scans.length > 0 ? TEXTS.count(scans.length) : undefined}
      back={{ label: 'Back', go: back }}
    >
      {waiting.length > 0 && (
        <ul aria-label={TEXTS.waiting}>
          {waiting.map((capture) => (
            <WaitingRow key={capture.id} capture={capture} />
          ))}
        </ul>
      )}
      {scans ? (
        <ul>
          {scans.map((scan) => (
            <ScanRow key={scan.id} scan={scan} href={historyPath(scan)} />
          ))}
        </ul>
      ) : error ? (
        <FailurePanel title={TEXTS.failed} said={saidBy(error)} retry={() => void refetch()} />
      ) : (
        <SkeletonRows count={5} label="Loading the history" />
      )}
      {scans?.length === 0 && waiting.length === 0 && (
        <EmptyState
          title={TEXTS.empty}
          action={
            <Link href="/" className={buttonClass('primary')}>
              {TEXTS.firstScan}
            </Link>
          }
        >
          {TEXTS.emptyLine}
        </EmptyState>
      )}
    </Screen>
  )
}

function WaitingRow({ capture }: { capture: Capture }) {
  return (
    <li>
      <Card className="mb-2.5 flex min-h-22 items-center gap-3.5 border-dashed p-3">
        <BlobImage blob={capture.photo} alt="" className="h-16.5 w-13.5 shrink-0 rounded-[14px] object-cover" />
        <div className="min-w-0 flex-1">
          <p className="machine text-ink-3">
            {TEXTS.states[capture.state]} · {whenText(capture.takenAt)}
          </p>
          <p className="mt-1 text-[0.88rem] leading-snug text-ink-2">{capture.problem ?? TEXTS.sending}</p>
        </div>
        <div className="-mr-2 flex">
          <IconButton label="Send this photo again" onClick={() => void outbox.retry(capture.id)}>
            <RotateCcw size={19} />
          </IconButton>
          <IconButton label="Drop this photo" onClick={() => void outbox.cancel(capture.id)}>
            <Trash2 size={19} />
          </IconButton>
        </div>
      </Card>
    </li>
  )
}
