/** A folder of labelled photos; `photos.json` contains what a person reads on each. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

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
    truth: z.object({ beers: z.array(TrueBeer).min(1), accept_also: z.array(z.string()).default([]) }),
  }),
  z.object({
    ...Common,
    class: z.literal('group'),
    truth: z.object({ scene: z.string(), beers: z.array(PlacedBeer), list_complete: z.boolean().default(false) }),
  }),
  z.object({
    ...Common,
    class: z.literal('menu'),
    truth: z.object({ items: z.array(MenuItem), list_complete: z.boolean().default(false) }),
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

export interface PhotoSet {
  folder: string
  photos: LabelledPhoto[]
}

/** @throws Error if the folder has no `photos.json`, or a malformed one. */
export function openPhotoSet(folder: string): PhotoSet {
  const parsed = z.array(Photo).safeParse(JSON.parse(readFileSync(join(folder, 'photos.json'), 'utf8')))
  if (!parsed.success) throw new Error(`${folder}/photos.json is not well-formed:\n${z.prettifyError(parsed.error)}`)
  return { folder, photos: parsed.data }
}
