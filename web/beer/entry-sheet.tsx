/** Edits one journal entry: when, how good, a note, a photo and a place. Everything but the time is optional. */
import { useQueryClient } from '@tanstack/react-query'
import { ImageOff, LocateFixed, MapPin, Trash2, X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import {
  changeJournalEntry,
  getBeer,
  JOURNAL_NOTE_MAX_LENGTH,
  JOURNAL_PLACE_MAX_LENGTH,
  keepEntryPicture,
  PICTURE_MAX_SIDE_PX,
  picturePath,
  RATING_MAX,
  removeEntryPicture,
  removeJournalEntry,
  type TriedEntry,
} from '#contracts'
import { addressOf, call } from '#web/api/call.ts'
import { userMessage } from '#web/api/call-error.ts'
import { keyOf, useUser } from '#web/api/queries.ts'
import { readyToSend } from '#web/device/photo.ts'
import { currentPosition } from '#web/device/position.ts'
import { BlobImage } from '#web/ui/blob-image.tsx'
import { Button, IconButton, TEXT_BUTTON } from '#web/ui/button.tsx'
import { ChoosePhoto } from '#web/ui/choose-photo.tsx'
import { FIELD } from '#web/ui/field.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useIsShown } from '#web/ui/shown.ts'
import { useToast } from '#web/ui/toast.tsx'
import { useRemovals } from '#web/undo/removals.ts'
import { changesOf, draftOf, dropDraft, type EntryDraft, keepDraft, localText, savedOf } from './entry-draft.ts'
import { JOURNAL_KEY, positionText, refreshJournal, showChanges } from './journal.ts'
import { refreshOwnPictures } from './own-pictures.ts'
import { t } from './texts.ts'

export const addressOfEntry = ({ id }: Pick<TriedEntry, 'id'>) => addressOf(removeJournalEntry, { params: { id } })

export function EntrySheet({ entry, onClose }: { entry: TriedEntry; onClose: () => void }) {
  const { data: user } = useUser()
  return user && <OwnEntrySheet userId={user.id} entry={entry} onClose={onClose} />
}

interface OwnEntrySheetProps {
  userId: number
  entry: TriedEntry
  onClose: () => void
}

function OwnEntrySheet({ userId, entry, onClose }: OwnEntrySheetProps) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const removals = useRemovals()
  const form = useId()
  const [isSaving, setSaving] = useState(false)
  const [isLocating, setLocating] = useState(false)
  const [isPreparing, setPreparing] = useState(false)
  const isShown = useIsShown()
  const saved = savedOf(entry)
  const [draft, setDraft] = useState<EntryDraft>(() => draftOf(userId, entry) ?? {})
  const changes = changesOf(draft, saved)
  const { when, rating, note, place, position, photo } = { ...saved, ...changes }
  // The clock of this device may be behind the server's.
  const latest = [localText(new Date().toISOString()), localText(entry.triedAt)].sort().at(-1)

  function change(part: Partial<EntryDraft>): void {
    // A photo or a place may be ready later than what was typed meanwhile.
    keep(changesOf({ ...(draftOf(userId, entry) ?? draft), ...part }, saved))
  }

  function keep(next: EntryDraft): void {
    keepDraft(userId, entry, next)
    setDraft(next)
  }

  /** Without saving: what was changed is there again when the entry is opened. */
  function close(): void {
    if (Object.keys(changes).length === 0) dropDraft(userId, entry)
    else if (!isSaving) toast({ title: t('entrySheet.unsaved'), description: t('entrySheet.unsavedHint') })
    onClose()
  }

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    setSaving(true)
    // Only what changed: another device may have changed the rest meanwhile. Unchanged, the time keeps its seconds.
    const body = {
      ...(changes.when && { triedAt: new Date(changes.when).toISOString() }),
      ...(changes.rating !== undefined && { rating: changes.rating === '' ? null : Number(changes.rating) }),
      ...(changes.note !== undefined && { note: changes.note.trim() || null }),
      ...(changes.place !== undefined && { place: changes.place.trim() || null }),
      ...(changes.position !== undefined && { position: changes.position }),
    }
    try {
      const params = { id: String(entry.id) }
      // Shown at once: these changes are saved even if the photo is refused.
      if (Object.keys(body).length > 0) {
        // Its rating is the user's rating of the beer from now on, possibly even without an answer.
        const refreshBeer = () =>
          void queryClient.invalidateQueries({ queryKey: keyOf(getBeer, { params: { id: entry.beerId } }) })
        showChanges(queryClient, entry.id, await call(changeJournalEntry, { params, body }).finally(refreshBeer))
        // If the photo is refused, only the photo stays unsaved.
        keep(changesOf(draftOf(userId, entry) ?? {}, { ...saved, ...changes, photo: saved.photo }))
      }
      showChanges(queryClient, entry.id, await savePhoto())
      dropDraft(userId, entry)
      void refreshJournal(queryClient)
      toast({ title: t('entrySheet.saved') })
      // The user may have closed it meanwhile, and opened another entry.
      if (isShown()) onClose()
    } catch (error) {
      // Without an answer it may be saved.
      void refreshJournal(queryClient)
      toast({
        title: t('entrySheet.error'),
        description: `${t('entrySheet.saveFailed')}. ${userMessage(error)}`,
        tone: 'destructive',
      })
    } finally {
      setSaving(false)
    }
  }

  async function savePhoto(): Promise<Pick<TriedEntry, 'pictureId'>> {
    const params = { id: String(entry.id) }
    let pictureId: string | null = null
    if (photo instanceof Blob) pictureId = (await call(keepEntryPicture, { params, form: { image: photo } })).id
    else if (changes.photo === null) await call(removeEntryPicture, { params })
    else return {}
    void refreshOwnPictures(queryClient)
    return { pictureId }
  }

  async function choose(file: File): Promise<void> {
    setPreparing(true)
    try {
      change({ photo: await readyToSend(file, PICTURE_MAX_SIDE_PX) })
    } catch (error) {
      toast({ title: t('entrySheet.unusable'), description: userMessage(error), tone: 'destructive' })
    } finally {
      setPreparing(false)
    }
  }

  function remove(): void {
    removals.remove({
      address: addressOfEntry(entry),
      async send(options) {
        // Without an answer it may be removed.
        await call(removeJournalEntry, { params: { id: entry.id } }, options).finally(() => refreshJournal(queryClient))
      },
      removed: t('entrySheet.removed'),
      failed: t('entrySheet.removeFailed'),
      listKey: JOURNAL_KEY,
    })
    dropDraft(userId, entry)
    onClose()
  }

  async function locate(): Promise<void> {
    setLocating(true)
    const found = await currentPosition()
    setLocating(false)
    if (found) change({ position: found })
    else toast({ title: t('entrySheet.notLocated') })
  }

  return (
    <Sheet
      open
      onClose={close}
      title={t('entrySheet.title')}
      note={entry.beer.name}
      footer={
        // What is still on its way would not be saved.
        <Button type="submit" form={form} isBusy={isSaving || isPreparing || isLocating} className="flex-1">
          {t('entrySheet.save')}
        </Button>
      }
    >
      <form id={form} onSubmit={(event) => void save(event)} className="grid gap-3 pt-2 pb-3 text-ink-2 text-sm">
        <label className="grid min-w-0 gap-1.5">
          {t('entrySheet.when')}
          <input
            type="datetime-local"
            required
            max={latest}
            value={when}
            onChange={(event) => change({ when: event.target.value })}
            // In large letters on a small phone, date and time do not fit on one line.
            className={`${FIELD} [&::-webkit-datetime-edit-fields-wrapper]:whitespace-normal`}
          />
        </label>
        <label className="grid min-w-0 gap-1.5">
          {t('entrySheet.rating', { most: RATING_MAX })}
          <input
            type="number"
            inputMode="decimal"
            min={0}
            max={RATING_MAX}
            step="any"
            value={rating}
            onChange={(event) => change({ rating: event.target.value })}
            className={FIELD}
          />
        </label>
        <label className="grid min-w-0 gap-1.5">
          {t('entrySheet.note')}
          <textarea
            rows={3}
            maxLength={JOURNAL_NOTE_MAX_LENGTH}
            value={note}
            onChange={(event) => change({ note: event.target.value })}
            className={`${FIELD} py-3`}
          />
        </label>
        <label className="grid min-w-0 gap-1.5">
          {t('entrySheet.place')}
          <input
            maxLength={JOURNAL_PLACE_MAX_LENGTH}
            value={place}
            onChange={(event) => change({ place: event.target.value })}
            className={FIELD}
          />
        </label>
        <EntryPhoto
          photo={photo}
          alt={t('entrySheet.photoOf', { beer: entry.beer.name })}
          isBusy={isPreparing}
          onChoose={(file) => void choose(file)}
          onRemove={() => change({ photo: null })}
        />
        {position ? (
          <p className="flex min-h-11 items-center gap-2 px-1">
            <MapPin size={17} aria-hidden="true" className="shrink-0" />
            <span className="flex-1">{t('entrySheet.located', { where: positionText(position) })}</span>
            <IconButton label={t('entrySheet.forget')} onClick={() => change({ position: null })}>
              <X size={18} />
            </IconButton>
          </p>
        ) : (
          <button
            type="button"
            aria-disabled={isLocating}
            onClick={() => !isLocating && void locate()}
            className={TEXT_BUTTON}
          >
            <LocateFixed size={17} aria-hidden="true" />
            {isLocating ? t('entrySheet.locating') : t('entrySheet.locate')}
          </button>
        )}
        <Button variant="danger" onClick={remove}>
          <Trash2 size={18} aria-hidden="true" />
          {t('entrySheet.remove')}
        </Button>
      </form>
    </Sheet>
  )
}

interface EntryPhotoProps {
  photo: Blob | string | null
  alt: string
  isBusy: boolean
  onChoose: (file: File) => void
  onRemove: () => void
}

function EntryPhoto({ photo, alt, isBusy, onChoose, onRemove }: EntryPhotoProps) {
  const shape = 'aspect-square w-full rounded-card bg-raised object-cover'
  return (
    <div>
      {photo instanceof Blob && <BlobImage blob={photo} alt={alt} className={shape} />}
      {typeof photo === 'string' && <img src={picturePath(photo)} alt={alt} className={shape} />}
      <div className="flex flex-wrap gap-x-5">
        <ChoosePhoto
          label={photo === null ? t('entrySheet.photo') : t('entrySheet.anotherPhoto')}
          isBusy={isBusy}
          onChoose={onChoose}
        />
        {photo !== null && (
          <button type="button" onClick={onRemove} className={TEXT_BUTTON}>
            <ImageOff size={17} aria-hidden="true" className="shrink-0" />
            {t('entrySheet.removePhoto')}
          </button>
        )}
      </div>
    </div>
  )
}
