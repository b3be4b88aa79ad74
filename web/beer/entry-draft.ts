/**
 * The unsaved changes of journal entries, with new photos: closing a sheet loses nothing, nor does a reload. Fields that were not
 * changed are no part of a draft, since another screen or device may change them meanwhile.
 */
import { z } from 'zod/mini'
import { TriedEntry } from '#contracts'
import { localTime } from '#web/device/time-zone.ts'

const STORAGE_KEY = 'beergoggles.entry-drafts'

const Typed = z.object({
  /** The local time, as the field has it. */
  when: z.string(),
  rating: z.string(),
  note: z.string(),
  place: z.string(),
  position: TriedEntry.shape.position,
})
/** `photo` is null if the photo was removed. A new one is stored if there is room for it. */
const StoredDraft = z.extend(z.partial(Typed), {
  entryId: z.int(),
  photo: z.optional(z.nullable(z.string())),
  newPhoto: z.optional(z.string()),
})
const Stored = z.object({ userId: z.int(), drafts: z.array(StoredDraft) })

export interface EntryFields extends z.infer<typeof Typed> {
  /** A new photo, the id of the kept one, or none. */
  photo: Blob | string | null
}

/** The fields that differ from the saved ones. */
export type EntryDraft = Partial<EntryFields>

/** By the id of the entry. */
type Drafts = Map<number, EntryDraft>

let drafts: Drafts = new Map()
let owner: number | undefined
/** New photos as data URLs: a browser encodes them asynchronously. */
const encoded = new WeakMap<Blob, string>()

/** The drafts of this user; those of another are forgotten. */
function draftsOf(userId: number): Drafts {
  if (owner !== userId) drafts = storedFor(userId)
  owner = userId
  return drafts
}

export function draftOf(userId: number, { id }: Pick<TriedEntry, 'id'>): EntryDraft | undefined {
  return draftsOf(userId).get(id)
}

export function keepDraft(userId: number, { id }: Pick<TriedEntry, 'id'>, draft: EntryDraft): void {
  store(userId, draftsOf(userId).set(id, draft))
  const { photo } = draft
  if (!(photo instanceof Blob) || encoded.has(photo)) return
  const reader = new FileReader()
  reader.onload = () => {
    encoded.set(photo, String(reader.result))
    // Meanwhile it may have been saved, or the user signed out.
    if (owner === userId && drafts.get(id)?.photo === photo) store(userId, drafts)
  }
  reader.readAsDataURL(photo)
}

export function dropDraft(userId: number, { id }: Pick<TriedEntry, 'id'>): void {
  draftsOf(userId).delete(id)
  store(userId, drafts)
}

/** For a sign-out. */
export function forgetDrafts(): void {
  drafts = new Map()
  owner = undefined
  try {
    sessionStorage.removeItem(STORAGE_KEY)
  } catch {
    // A browser that forbids this store has nothing in it.
  }
}

function store(userId: number, kept: Drafts): void {
  // A store that is full keeps what was typed.
  if (!tryStore(userId, kept, true)) tryStore(userId, kept, false)
}

/** Returns false if storage is full or forbidden: the drafts last until the page reloads. */
function tryStore(userId: number, kept: Drafts, withPhotos: boolean): boolean {
  const stored = [...kept].map(([entryId, { photo, ...typed }]) => ({
    entryId,
    ...typed,
    ...(!(photo instanceof Blob) ? { photo } : withPhotos && { newPhoto: encoded.get(photo) }),
  }))
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ userId, drafts: stored }))
    return true
  } catch {
    return false
  }
}

function storedFor(userId: number): Drafts {
  try {
    const stored = Stored.safeParse(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null'))
    const mine = stored.data?.userId === userId ? stored.data.drafts : []
    return new Map(
      mine.map(({ entryId, newPhoto, ...draft }) => [
        entryId,
        newPhoto ? { ...draft, photo: decoded(newPhoto) } : draft,
      ]),
    )
  } catch {
    return new Map()
  }
}

function decoded(dataUrl: string): Blob {
  const bytes = Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (byte) => byte.charCodeAt(0))
  const photo = new Blob([bytes], { type: 'image/jpeg' })
  encoded.set(photo, dataUrl)
  return photo
}

/** The local time as the field has it: '2026-03-01T20:00'. */
export function localText(iso: string): string {
  return localTime(new Date(iso)).slice(0, 16)
}

/** What the entry has, as the fields show it. */
export function savedOf({ triedAt, rating, note, place, position, pictureId }: TriedEntry): EntryFields {
  return {
    when: localText(triedAt),
    rating: rating?.toString() ?? '',
    note: note ?? '',
    place: place ?? '',
    position,
    photo: pictureId ?? null,
  }
}

/** Without the fields that are as they were saved. */
export function changesOf({ position, ...fields }: EntryDraft, saved: EntryFields): EntryDraft {
  const changed = Object.entries(fields).filter(([name, value]) => value !== saved[name as keyof typeof fields])
  const isMoved = position !== undefined && JSON.stringify(position) !== JSON.stringify(saved.position)
  return { ...Object.fromEntries(changed), ...(isMoved && { position }) }
}
