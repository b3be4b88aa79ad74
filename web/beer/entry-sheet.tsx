/** Edits one journal entry: when, how good, a note and a place. Everything but the time is optional. */
import { useQueryClient } from '@tanstack/react-query'
import { LocateFixed, MapPin, Trash2, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import {
  changeJournalEntry,
  JOURNAL_NOTE_MAX_LENGTH,
  JOURNAL_PLACE_MAX_LENGTH,
  RATING_MAX,
  removeJournalEntry,
  type TriedEntry,
} from '#contracts'
import { addressOf, call } from '#web/api/call.ts'
import { userMessage } from '#web/api/call-error.ts'
import { useCall } from '#web/api/queries.ts'
import { currentPosition } from '#web/device/position.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { useRemovals } from '#web/undo/removals.ts'
import { JOURNAL_KEY, refreshJournal } from './journal.ts'

const TEXTS = {
  title: 'Journal entry',
  when: 'When',
  rating: `Your rating, 0-${RATING_MAX}`,
  note: 'Note',
  place: 'Where',
  locate: 'Use my position',
  located: 'Your position is saved with it',
  forget: 'Forget the position',
  notLocated: "Couldn't get your position",
  save: 'Save',
  saved: 'Journal updated',
  saveFailed: 'Failed to update your journal',
  remove: 'Remove from journal',
  removed: 'Removed from your journal',
  removeFailed: 'Failed to remove from your journal',
  error: 'Error',
} as const

const FIELD = 'min-h-12 w-full min-w-0 rounded-button border border-line bg-raised px-4 text-base text-ink'

export const addressOfEntry = ({ id }: Pick<TriedEntry, 'id'>) => addressOf(removeJournalEntry, { params: { id } })

export function EntrySheet({ entry, onClose }: { entry: TriedEntry; onClose: () => void }) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const removals = useRemovals()
  const change = useCall(changeJournalEntry)
  const [when, setWhen] = useState(() => localText(entry.triedAt))
  const [rating, setRating] = useState(() => entry.rating?.toString() ?? '')
  const [note, setNote] = useState(entry.note ?? '')
  const [place, setPlace] = useState(entry.place ?? '')
  const [position, setPosition] = useState(entry.position)

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    const body = {
      // The field has whole minutes: unchanged, the time keeps its seconds.
      ...(when !== localText(entry.triedAt) && when !== '' && { triedAt: new Date(when).toISOString() }),
      rating: rating === '' ? null : Number(rating),
      note: note.trim() || null,
      place: place.trim() || null,
      position,
    }
    try {
      await change.mutateAsync({ params: { id: entry.id }, body })
      await refreshJournal(queryClient)
      toast({ title: TEXTS.saved })
      onClose()
    } catch (error) {
      toast({ title: TEXTS.error, description: `${TEXTS.saveFailed}. ${userMessage(error)}`, tone: 'destructive' })
    }
  }

  function remove(): void {
    removals.remove({
      address: addressOfEntry(entry),
      async send(options) {
        await call(removeJournalEntry, { params: { id: entry.id } }, options)
        void refreshJournal(queryClient)
      },
      removed: TEXTS.removed,
      failed: TEXTS.removeFailed,
      listKey: JOURNAL_KEY,
    })
    onClose()
  }

  async function locate(): Promise<void> {
    const found = await currentPosition()
    if (found) setPosition(found)
    else toast({ title: TEXTS.notLocated })
  }

  return (
    <Sheet open onClose={onClose} title={TEXTS.title} note={entry.beer.name}>
      <form onSubmit={(event) => void save(event)} className="grid gap-3 pt-2 pb-3 text-ink-2 text-sm">
        <label className="grid min-w-0 gap-1.5">
          {TEXTS.when}
          <input
            type="datetime-local"
            required
            max={localText(new Date().toISOString())}
            value={when}
            onChange={(event) => setWhen(event.target.value)}
            className={FIELD}
          />
        </label>
        <label className="grid min-w-0 gap-1.5">
          {TEXTS.rating}
          <input
            type="number"
            inputMode="decimal"
            min={0}
            max={RATING_MAX}
            step="any"
            value={rating}
            onChange={(event) => setRating(event.target.value)}
            className={FIELD}
          />
        </label>
        <label className="grid min-w-0 gap-1.5">
          {TEXTS.note}
          <textarea
            rows={3}
            maxLength={JOURNAL_NOTE_MAX_LENGTH}
            value={note}
            onChange={(event) => setNote(event.target.value)}
            className={`${FIELD} py-3`}
          />
        </label>
        <label className="grid min-w-0 gap-1.5">
          {TEXTS.place}
          <input
            maxLength={JOURNAL_PLACE_MAX_LENGTH}
            value={place}
            onChange={(event) => setPlace(event.target.value)}
            className={FIELD}
          />
        </label>
        {position ? (
          <p className="flex min-h-11 items-center gap-2 px-1">
            <MapPin size={17} aria-hidden="true" className="shrink-0" />
            <span className="flex-1">{TEXTS.located}</span>
            <IconButton label={TEXTS.forget} onClick={() => setPosition(null)}>
              <X size={18} />
            </IconButton>
          </p>
        ) : (
          <button
            type="button"
            onClick={() => void locate()}
            className="inline-flex min-h-11 items-center gap-2 px-1 font-semibold text-accent-ink"
          >
            <LocateFixed size={17} aria-hidden="true" />
            {TEXTS.locate}
          </button>
        )}
        <Button type="submit" isBusy={change.isPending}>
          {TEXTS.save}
        </Button>
        <Button variant="danger" onClick={remove}>
          <Trash2 size={18} aria-hidden="true" />
          {TEXTS.remove}
        </Button>
      </form>
    </Sheet>
  )
}

/** The local time as the field has it: '2026-03-01T20:00'. */
function localText(iso: string): string {
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
