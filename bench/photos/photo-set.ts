/** A folder of labelled photos; `photos.json` contains what a person reads on each. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

export const DIFFICULTIES = ['easy', 'medium', 'hard'] as const
export type Difficulty = (typeof DIFFICULTIES)[number]

const Abv = z.number().nullish()
const Text = z.string().nullish()

const TrueBeer = z.object({
  name: z.string(),
  brewery: Text,
  style: Text,
  abv: Abv,
  /** Other correct names of this beer. */
  accept_also: z.array(z.string()).default([]),
})
const PlacedBeer = TrueBeer.extend({
  /** Centre in percent of the upright photo, estimated by eye. */
  x: z.number(),
  y: z.number(),
  readability: z.enum(['clear', 'partial']),
})
const MenuItem = TrueBeer.extend({
  name_en: Text,
  brewery_en: Text,
  price: Text,
  section: Text,
  is_beer: z.boolean().default(true),
})

const Common = {
  id: z.string(),
  file: z.string(),
  /** Repository the photo comes from; cross-validation never separates photos of one source. */
  repo: Text,
  /** Photos of one session show the same place. */
  scene_group: Text,
}
const Photo = z.discriminatedUnion('class', [
  z.object({
    ...Common,
    class: z.literal('single'),
    truth: z.object({
      beers: z.array(TrueBeer).min(1),
      accept_also: z.array(z.string()).default([]),
      /** How hard the label is to read for a person. */
      difficulty: z.enum(DIFFICULTIES).nullish(),
    }),
  }),
  z.object({
    ...Common,
    class: z.literal('group'),
    truth: z.object({ scene: z.string(), beers: z.array(PlacedBeer), list_complete: z.boolean().default(false) }),
  }),
  z.object({
    ...Common,
    class: z.literal('menu'),
    truth: z.object({
      items: z.array(MenuItem),
      list_complete: z.boolean().default(false),
      /** What the menu is, such as 'phone photo of a printed list' or 'designed board, digital original'. */
      kind: Text,
    }),
  }),
  z.object({
    ...Common,
    class: z.literal('negative'),
    truth: z.object({ what: z.string(), beer_present: z.boolean() }),
  }),
])
export type LabelledPhoto = z.infer<typeof Photo>
export type PhotoOf<C extends LabelledPhoto['class']> = Extract<LabelledPhoto, { class: C }>
export type TrueBeer = z.infer<typeof TrueBeer>
export type MenuItem = z.infer<typeof MenuItem>

/** Labelled photos to which weights are fitted. */
export interface PhotosToFit {
  photos: readonly LabelledPhoto[]
  bytesOf(photo: LabelledPhoto): Buffer
  /** Folder of stored readings, which is added to. */
  readings: string
}

export const MEDIA = ['photographed or scanned', 'digital original'] as const

/** Returns the medium of a menu; null if the label does not say. */
export function mediumOf({ truth: { kind } }: PhotoOf<'menu'>): (typeof MEDIA)[number] | null {
  if (!kind) return null
  // 'not a photo' and 'on a photo background' describe digital originals.
  const isPhotographed = /\bphoto(graph)? of\b|\bphotograph(ed)?\b|\bscan(ned)?\b/i.test(kind)
  return isPhotographed && !/digital original/i.test(kind) ? 'photographed or scanned' : 'digital original'
}

export interface PhotoSet {
  folder: string
  photos: LabelledPhoto[]
}

/** `photos.json` is malformed. The message names photos, `fields` only what is wrong with any of them. */
export class MalformedPhotoSet extends Error {
  readonly fields: readonly string[]

  constructor(folder: string, { issues }: z.ZodError) {
    const problems = issues.map(({ path, message }) => ({ path, message }))
    const text = (path: readonly PropertyKey[], message: string) => `${path.join('.') || 'the file'}: ${message}`
    super(
      [`${folder}/photos.json is malformed:`, ...problems.map(({ path, message }) => text(path, message))].join('\n'),
    )
    // Messages may quote a value; paths without positions do not say which photo is meant.
    this.fields = [
      ...new Set(
        issues.map(({ path, code }) =>
          text(
            path.filter((key) => typeof key === 'string'),
            code,
          ),
        ),
      ),
    ]
  }
}

/** @throws Error if the folder has no `photos.json`; MalformedPhotoSet. */
export function openPhotoSet(folder: string): PhotoSet {
  const parsed = z.array(Photo).safeParse(JSON.parse(readFileSync(join(folder, 'photos.json'), 'utf8')))
  if (!parsed.success) throw new MalformedPhotoSet(folder, parsed.error)
  return { folder, photos: parsed.data }
}
