/** Pictures that a user keeps: of beers, cut out of the user's own photos, and of journal entries. Nobody else sees them. */
import { z } from 'zod/mini'
import { BeerId, IdParam } from '../beer.ts'
import { PICTURE_MAX_BYTES, PICTURE_MAX_SIDE_PX } from '../limits.ts'
import { route } from '../route.ts'
import { ScanId } from '../scan.ts'
import { TakenBy } from '../user.ts'

/** In lower case, as ids are compared as text. */
export const PictureId = z.uuid().check(z.toLowerCase())
const KeptPicture = z.object({ id: PictureId })

/** Where the picture is served, to its owner alone. A replaced picture has another id. */
export const picturePath = (id: string) => `/api/pictures/${id}`

export const OwnPictures = z.object({
  /** Whether the user wants pictures of beers to be kept. */
  isKept: z.boolean(),
  /** Of beers; the pictures of journal entries are named by their entries. */
  pictures: z.array(z.object({ id: PictureId, beerId: BeerId, name: z.string() })),
  /** Of all pictures. */
  count: z.int(),
  bytes: z.int(),
})
export type OwnPictures = z.infer<typeof OwnPictures>

export const listPictures = route({
  method: 'GET',
  path: '/api/pictures',
  auth: 'user',
  summary: 'Returns the pictures that the user keeps of beers, and whether more of them are to be kept.',
  answer: { 200: OwnPictures },
  errors: [],
})

export const keepPictures = route({
  method: 'PUT',
  path: '/api/pictures',
  auth: 'user',
  summary: 'Sets whether pictures of beers are kept. Those that are kept already stay.',
  body: z.object({ isKept: z.boolean() }),
  answer: { 204: null },
  errors: ['invalid'],
})

export const removePictures = route({
  method: 'DELETE',
  path: '/api/pictures',
  auth: 'user',
  summary: "Deletes all of the user's pictures of beers. Those of journal entries stay.",
  answer: { 204: null },
  errors: [],
})

const PICTURE_ERRORS = [
  'invalid',
  'not_found',
  'pictures_full',
  'pictures_off',
  'too_large',
  'not_an_image',
  'unreadable_image',
  'unavailable',
  'timed_out',
] as const
const STORED = `It is stored upright, without metadata, with at most ${PICTURE_MAX_SIDE_PX} px and ${PICTURE_MAX_BYTES / 1024} kB.`

export const keepBeerPicture = route({
  method: 'PUT',
  path: '/api/beers/{id}/own-picture',
  auth: 'user',
  summary: `Keeps a picture of a beer in place of an earlier one; with \`scanId\`, the scan it was cut out of, an earlier one stays. ${STORED} 409 if the user keeps no pictures or too many.`,
  params: z.object({ id: IdParam }),
  form: { fileName: 'label.jpg', fields: z.object({ scanId: z.optional(ScanId), takenBy: TakenBy }) },
  answer: { 200: KeptPicture },
  errors: [...PICTURE_ERRORS, 'other_user'],
  timeoutMs: 30_000,
})

export const removeBeerPicture = route({
  method: 'DELETE',
  path: '/api/beers/{id}/own-picture',
  auth: 'user',
  summary: "Deletes the user's picture of a beer.",
  params: z.object({ id: IdParam }),
  answer: { 204: null },
  errors: ['invalid'],
})

export const keepEntryPicture = route({
  method: 'PUT',
  path: '/api/journal/{id}/picture',
  auth: 'user',
  summary: `Adds a photo to a journal entry, in place of an earlier one. ${STORED} 409 if the user keeps too many.`,
  params: z.object({ id: IdParam }),
  form: { fileName: 'entry.jpg', fields: z.object({}) },
  answer: { 200: KeptPicture },
  errors: PICTURE_ERRORS,
  timeoutMs: 30_000,
})

export const removeEntryPicture = route({
  method: 'DELETE',
  path: '/api/journal/{id}/picture',
  auth: 'user',
  summary: 'Deletes the photo of a journal entry.',
  params: z.object({ id: IdParam }),
  answer: { 204: null },
  errors: ['invalid'],
})
