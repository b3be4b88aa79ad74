/** What the user did with the beer: had it, with the latest journal entry, or wants to try it. */
import { useQuery } from '@tanstack/react-query'
import { Beer as BeerMug, Bookmark } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { type Beer, listJournal, type TriedEntry } from '#contracts'
import { userMessage } from '#web/api/call-error.ts'
import { queryOf } from '#web/api/queries.ts'
import { addressOfEntry, EntrySheet } from '#web/beer/entry-sheet.tsx'
import { useTastingActs } from '#web/beer/tasting-acts.tsx'
import { type TastingStatus, useTastingStatuses } from '#web/beer/tasting-status.tsx'
import { t as beerText } from '#web/beer/texts.ts'
import { dateText } from '#web/language/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { FailurePanel } from '#web/ui/message.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useRemovals } from '#web/undo/removals.ts'
import { t } from './texts.ts'

export function OwnTasting({ beer }: { beer: Beer }) {
  const status = useTastingStatuses()(beer.id)
  const acts = useTastingActs()
  const isWanted = status?.wantedAt != null
  const isBusy = acts.isBusy(beer.id)
  return (
    <section aria-label={t('tasting.title')}>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="quiet" className="flex-1" isBusy={isBusy} onClick={() => void acts.had(beer)}>
          <BeerMug size={19} aria-hidden="true" />
          {t('tasting.hadIt')}
        </Button>
        <Button
          variant="quiet"
          className={`flex-1 ${isWanted ? 'text-accent-ink!' : ''}`}
          aria-pressed={isWanted}
          isBusy={isBusy}
          onClick={() => void acts.setWanted(beer, !isWanted)}
        >
          <Bookmark size={19} aria-hidden="true" className={isWanted ? 'fill-current' : ''} />
          {t('tasting.want')}
        </Button>
      </div>
      {/* As high as the links below, so that nothing moves when the marks arrive. */}
      <div className="mt-1 flex min-h-11 flex-wrap items-center gap-x-4 px-1 text-[0.9rem] text-ink-2">
        {status && <p aria-live="polite">{tastingText(status)}</p>}
        {status && status.timesTried > 0 && <LatestEntry beerId={beer.id} />}
      </div>
    </section>
  )
}

/** Of a beer that was only rated, the day is that of the rating. */
function tastingText({ triedAt, timesTried, scannedAt }: TastingStatus): string {
  if (triedAt && timesTried > 0) return t('tasting.had', { date: dateText(triedAt), times: timesTried })
  if (triedAt) return t('tasting.rated', { date: dateText(triedAt) })
  return scannedAt ? t('tasting.scanned', { date: dateText(scannedAt) }) : t('tasting.never')
}

function LatestEntry({ beerId }: { beerId: number }) {
  const removals = useRemovals()
  const [isOpen, setOpen] = useState(false)
  const [edited, setEdited] = useState<TriedEntry | null>(null)
  const journal = useQuery({ ...queryOf(listJournal, { query: { beerId } }), enabled: isOpen })
  const { error, refetch } = journal
  // What an earlier opening loaded may no longer be the latest.
  const entries = journal.isFetching ? undefined : journal.data?.entries
  const latest = entries?.find((entry) => !removals.isRemoved(addressOfEntry(entry)))
  // An entry that arrives while the sheet is open is not the one the user edits.
  if (isOpen && latest && !edited) setEdited(latest)
  const current = journal.data?.entries.find(({ id }) => id === edited?.id) ?? edited

  function close(): void {
    setOpen(false)
    setEdited(null)
  }

  const link = 'inline-flex min-h-11 items-center font-semibold text-accent-ink'
  return (
    <>
      <button type="button" aria-haspopup="dialog" className={link} onClick={() => setOpen(true)}>
        {t('tasting.details')}
      </button>
      <Link href="/history?show=journal" className={link}>
        {t('tasting.journal')}
      </Link>
      {isOpen && current && <EntrySheet entry={current} onClose={close} />}
      {isOpen && !current && (
        <Sheet open onClose={close} title={t('tasting.details')}>
          {entries ? (
            <p className="text-ink-2">{entries.length > 0 ? beerText('entrySheet.removed') : t('tasting.queued')}</p>
          ) : error && !journal.isFetching ? (
            <FailurePanel title={t('tasting.loadFailed')} message={userMessage(error)} retry={() => void refetch()} />
          ) : (
            <Skeleton className="h-96" />
          )}
        </Sheet>
      )}
    </>
  )
}
