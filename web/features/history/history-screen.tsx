/** The user's scans, and the photos that wait to be sent. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCcw, Trash2 } from 'lucide-react'
import { Link, useSearchParams } from 'wouter'
import { clearScans, deleteScan, HISTORY_POLL_MS, listMarks, listScans, type Scan } from '#contracts'
import { addressOf, call } from '#web/api/call.ts'
import { userMessage } from '#web/api/call-error.ts'
import { keyOf, queryOf, useUser } from '#web/api/queries.ts'
import { forgetScans } from '#web/handoff/forget-scans.ts'
import { useGoBack } from '#web/handoff/way-back.ts'
import { dateText } from '#web/language/formats.ts'
import type { Capture } from '#web/outbox/capture.ts'
import { outbox } from '#web/outbox/outbox.ts'
import { useCaptures } from '#web/outbox/use-captures.ts'
import { ScanRow } from '#web/scan-result/scan-row.tsx'
import { historyPath, summaryOf } from '#web/scan-result/scan-summary.ts'
import { addressOfScan, useDeletePhoto } from '#web/scan-result/use-delete-photo.ts'
import { useAddressState, useAddressText } from '#web/ui/address-state.ts'
import { BlobImage } from '#web/ui/blob-image.tsx'
import { Button, buttonClass, IconButton } from '#web/ui/button.tsx'
import { FindField } from '#web/ui/find-field.tsx'
import { useListFocus } from '#web/ui/focus.ts'
import { useLongList } from '#web/ui/long-list.tsx'
import { EmptyState, FailurePanel } from '#web/ui/message.tsx'
import { nightsOf, nightText, timeInNight } from '#web/ui/nights.ts'
import { Card, Screen, SectionHeading } from '#web/ui/screen.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { whenText } from '#web/ui/when.ts'
import { clearList } from '#web/undo/clear-list.ts'
import { useRemovals } from '#web/undo/removals.ts'
import { findScans, KINDS, type ScanFilter } from './find-scans.ts'
import { HistoryViews } from './history-views.tsx'
import { JournalScreen } from './journal-screen.tsx'
import { t } from './texts.ts'
import { useOlderScans } from './use-older-scans.ts'

export function HistoryScreen() {
  const [search] = useSearchParams()
  return search.get('show') === 'journal' ? <JournalScreen /> : <ScansScreen />
}

function ScansScreen() {
  const back = useGoBack('/')
  const { data, error, refetch } = useQuery({ ...queryOf(listScans, {}), refetchInterval: HISTORY_POLL_MS })
  const { filter, setWords, setKind } = useScanFilter()
  const { data: user } = useUser()
  const removals = useRemovals()
  const deletePhoto = useDeletePhoto()
  const queryClient = useQueryClient()
  const captures = useCaptures()
  const listFocus = useListFocus<HTMLDivElement>()
  const scanIds = new Set(data?.map((scan) => scan.id))
  const older = useOlderScans(data)
  const scans = older.scans?.filter((scan) => !removals.isRemoved(addressOfScan(scan)))
  const found = findScans(scans ?? [], filter)
  const { shown, end } = useLongList(found)
  // A capture that the server has accepted appears among the scans below.
  const waiting = captures.filter(
    (capture) =>
      capture.state !== 'accepted' &&
      !(capture.state === 'waiting' && scanIds.has(capture.id)) &&
      !removals.isRemoved(addressOfScan(capture)),
  )

  function forget(ids: readonly string[]): void {
    if (user) void forgetScans(user.id, ids)
  }

  function remove(scan: Scan): void {
    removals.remove({
      address: addressOfScan(scan),
      async send(options) {
        forget([scan.id])
        await call(deleteScan, { params: { id: scan.id } }, options)
        older.forget(scan.id)
        // The outbox may still hold its photo, to be sent again.
        if (outbox.get(scan.id)) await outbox.drop(scan.id)
        // A beer known from this scan alone is no longer marked; a detail beside this list shows that.
        void queryClient.invalidateQueries({ queryKey: keyOf(listMarks, {}) })
      },
      removed: t('removed'),
      failed: t('removeFailed'),
      listKey: keyOf(listScans, {}),
    })
  }

  function clear(): void {
    const ids = (scans ?? []).map(({ id }) => id)
    removals.remove({
      address: addressOf(clearScans, {}),
      also: (scans ?? []).map(addressOfScan),
      async send(options) {
        forget(ids)
        await clearList(ids, options, {
          list: () => call(listScans, {}),
          clear: () => call(clearScans, {}, options),
          remove: (id) => call(deleteScan, { params: { id } }, options),
        })
        for (const id of ids) older.forget(id)
        await Promise.all(ids.map((id) => outbox.get(id) && outbox.drop(id)))
        void queryClient.invalidateQueries({ queryKey: keyOf(listMarks, {}) })
      },
      removed: t('cleared'),
      failed: t('clearFailed'),
      listKey: keyOf(listScans, {}),
    })
  }

  return (
    <Screen
      title={t('title')}
      below={scans && scans.length > 0 ? t(older.more ? 'newest' : 'count', { scans: scans.length }) : undefined}
      back={{ go: back }}
    >
      <HistoryViews shown="scans" />
      <div {...listFocus} className="contents">
        {waiting.length > 0 && (
          <ul aria-label={t('waiting')}>
            {waiting.map((capture) => (
              <WaitingRow key={capture.id} capture={capture} onDelete={() => deletePhoto(capture.id)} />
            ))}
          </ul>
        )}
        {data && data.length > 1 && <Filters filter={filter} onWords={setWords} onKind={setKind} />}
        {scans ? (
          nightsOf(found, shown, ({ scannedAt }) => scannedAt).map(({ night, count, items }) => (
            <section key={night.getTime()}>
              <SectionHeading aside={t('count', { scans: count })}>{nightText(night)}</SectionHeading>
              <ul>
                {items.map((scan) => (
                  <ScanRow
                    key={scan.id}
                    scan={scan}
                    href={historyPath(scan)}
                    heading="h3"
                    timeText={timeInNight}
                    end={scan.status !== 'processing' && <RemoveButton scan={scan} onRemove={() => remove(scan)} />}
                  />
                ))}
              </ul>
            </section>
          ))
        ) : error ? (
          <FailurePanel title={t('failed')} message={userMessage(error)} retry={() => void refetch()} />
        ) : (
          <SkeletonRows count={5} label={t('loadingYourHistory')} />
        )}
        {end}
        {older.more && (
          <Button variant="quiet" className="mt-4 w-full" isBusy={older.isLoading} onClick={older.more}>
            {t('older')}
          </Button>
        )}
        {scans && scans.length > 1 && found.length === scans.length && !older.more && (
          <Button variant="danger" className="mt-4 w-full" onClick={clear}>
            <Trash2 size={18} aria-hidden="true" />
            {t('clear')}
          </Button>
        )}
      </div>
      {scans && scans.length > 0 && found.length === 0 && (
        <EmptyState
          title={t('nothingFound')}
          action={
            <Button
              variant="quiet"
              onClick={() => {
                setWords('')
                setKind('all')
              }}
            >
              {t('showAll')}
            </Button>
          }
        />
      )}
      {scans?.length === 0 && waiting.length === 0 && (
        <EmptyState
          title={t('empty')}
          action={
            <Link href="/" className={buttonClass('primary')}>
              {t('firstScan')}
            </Link>
          }
        >
          {t('emptyLine')}
        </EmptyState>
      )}
    </Screen>
  )
}

function RemoveButton({ scan, onRemove }: { scan: Scan; onRemove: () => void }) {
  return (
    <IconButton label={t('remove', { summary: summaryOf(scan) })} onClick={onRemove} className="text-ink-3!">
      <Trash2 size={19} />
    </IconButton>
  )
}

function useScanFilter() {
  const [words, setWords] = useAddressText('q')
  const [params, set] = useAddressState()
  const filter: ScanFilter = { words, kind: KINDS.find((kind) => kind === params.get('kind')) ?? 'all' }
  const setKind = (kind: ScanFilter['kind']) => set({ kind: kind === 'all' ? [] : [kind] })
  return { filter, setWords, setKind }
}

interface FiltersProps {
  filter: ScanFilter
  onWords: (words: string) => void
  onKind: (kind: ScanFilter['kind']) => void
}

function Filters({ filter, onWords, onKind }: FiltersProps) {
  return (
    <search className="block">
      <FindField label={t('search')} value={filter.words} onChange={onWords} />
      <fieldset className="mt-2 flex flex-wrap gap-2">
        <legend className="sr-only">{t('kind')}</legend>
        {KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={filter.kind === kind}
            onClick={() => onKind(kind)}
            className="min-h-11 rounded-full border border-line px-[clamp(0.75rem,4vw,1rem)] text-[0.86rem] font-semibold text-ink-2 transition-colors aria-pressed:border-amber/60 aria-pressed:bg-amber/15 aria-pressed:text-accent-ink"
          >
            {t(`kinds.${kind}`)}
          </button>
        ))}
      </fieldset>
    </search>
  )
}

const TO_THE_SECOND: Intl.DateTimeFormatOptions = {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
}

function WaitingRow({ capture, onDelete }: { capture: Capture; onDelete: () => void }) {
  const time = dateText(capture.takenAt, TO_THE_SECOND)
  return (
    <li>
      <Card as="article" className="mb-2.5 flex min-h-22 flex-wrap items-center gap-x-3.5 gap-y-2 border-dashed p-3">
        <BlobImage blob={capture.photo} alt="" className="h-16.5 w-13.5 shrink-0 rounded-[14px] object-cover" />
        <div className="min-w-0 flex-[1_1_8rem]">
          <p className="machine text-ink-3">
            {t(`states.${capture.state}`)} · {whenText(capture.takenAt)}
          </p>
          <p className="mt-1 text-[0.88rem] leading-snug text-ink-2">{capture.problem ?? t('sending')}</p>
        </div>
        <div className="-mr-2 ml-auto flex">
          <IconButton label={t('sendThisPhotoAgain', { time })} onClick={() => void outbox.retry(capture.id)}>
            <RotateCcw size={19} />
          </IconButton>
          <IconButton label={t('deleteThisPhoto', { time })} onClick={onDelete}>
            <Trash2 size={19} />
          </IconButton>
        </div>
      </Card>
    </li>
  )
}
