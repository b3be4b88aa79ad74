/** What was typed about a journal entry and is not saved: closing its sheet loses nothing. It lives in memory. */
import type { TriedEntry } from '#contracts'

export interface EntryDraft {
  /** The local time, as the field has it. */
  when: string
  rating: string
  note: string
  place: string
  position: TriedEntry['position']
  /** A new photo, the id of the kept one, or none. */
  photo: Blob | string | null
}

const drafts = new Map<number, EntryDraft>()

export function draftOf({ id }: Pick<TriedEntry, 'id'>): EntryDraft | undefined {
  return drafts.get(id)
}

export function keepDraft({ id }: Pick<TriedEntry, 'id'>, draft: EntryDraft): void {
  drafts.set(id, draft)
}

export function dropDraft({ id }: Pick<TriedEntry, 'id'>): void {
  drafts.delete(id)
}

/** The local time as the field has it: '2026-03-01T20:00'. */
export function localText(iso: string): string {
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** What the entry has, as the fields show it. */
export function savedOf({ triedAt, rating, note, place, position, pictureId }: TriedEntry): EntryDraft {
  return {
    when: localText(triedAt),
    rating: rating?.toString() ?? '',
    note: note ?? '',
    place: place ?? '',
    position,
    photo: pictureId ?? null,
  }
}

export function isChanged(draft: EntryDraft, saved: EntryDraft): boolean {
  const { position, ...fields } = draft
  if (JSON.stringify(position) !== JSON.stringify(saved.position)) return true
  return (Object.keys(fields) as (keyof typeof fields)[]).some((name) => fields[name] !== saved[name])
}
