/** The calls that take a photo. */
import { z } from 'zod/mini'
import { Beer, BeerId, Position } from '../beer.ts'
import { IDENTIFY_TIMEOUT_MS, PARSE_MENU_TIMEOUT_MS, SCENE_TIMEOUT_MS } from '../limits.ts'
import { route } from '../route.ts'
import { Alternative, FieldConfidence, Scan, ScanContext, ScanId, Scene, SightedBeer } from '../scan.ts'

const PhotoFields = z.object({
  context: z._default(ScanContext, 'auto'),
  /** The client's own id for the scan, so that sending a photo twice never makes two scans. */
  scanId: z.optional(ScanId),
  /** 'true' for frames the camera took by itself; they leave a scan only when a beer is found. */
  auto: z._default(z.enum(['true', 'false']), 'false'),
})

const MenuFields = z.extend(PhotoFields, {
  /** The scan of the first page: this photo shows a further page of the same menu and joins it. */
  pageOf: z.optional(ScanId),
  /** Its number on the menu, from '2'; without one it comes last. */
  page: z.optional(z.string().check(z.regex(/^[1-9]\d?$/))),
})

/** One of FALLBACK_REASONS when the embedded engine read the photo in place of the AI provider. */
const Fallback = z.optional(z.nullable(z.string()))

/** The scan goes on without the caller: look at it under `Location`. */
export const Accepted = z.object({ scanId: ScanId })

export const SingleAnswer = z.object({
  scanId: ScanId,
  beer: Beer,
  /** Centre of the label, percent of the upright photo; null when the engine gives no boxes. */
  position: z.nullable(Position),
  /** 0-100. */
  confidence: z.number(),
  fieldConfidence: FieldConfidence,
  alternatives: z.array(Alternative),
  readText: z.array(z.string()),
  fallback: Fallback,
})
export type SingleAnswer = z.infer<typeof SingleAnswer>

export const GroupAnswer = z.object({
  scanId: ScanId,
  beers: z.array(SightedBeer),
  /** Beers found, packs of one beer counted once. */
  totalDetected: z.int(),
  /** Centres of the containers that were seen and could not be read. */
  spots: z._default(z.array(Position), []),
  fallback: Fallback,
})
export type GroupAnswer = z.infer<typeof GroupAnswer>

export const MenuAnswer = z.object({
  scanId: ScanId,
  /** In printed order. */
  beers: z.array(SightedBeer),
  title: z.nullable(z.string()),
  fallback: Fallback,
})
export type MenuAnswer = z.infer<typeof MenuAnswer>

const PHOTO_ERRORS = [
  'invalid',
  'conflict',
  'too_large',
  'not_an_image',
  'unreadable_image',
  'quota_exceeded',
  'scan_failed',
  'unavailable',
  'timed_out',
] as const

export const identifyBeer = route({
  method: 'POST',
  path: '/api/identify-beer',
  auth: 'user',
  summary: 'Names the beer on a photo, or every beer of a fridge or group. A photo without beer is 422 `no_beer`.',
  form: { fileName: 'beer-scan.jpg', fields: PhotoFields },
  answer: { 200: z.union([SingleAnswer, MenuAnswer, GroupAnswer]), 202: Accepted },
  errors: [...PHOTO_ERRORS, 'no_beer'],
  timeoutMs: IDENTIFY_TIMEOUT_MS,
})

export const parseMenu = route({
  method: 'POST',
  path: '/api/parse-menu',
  auth: 'user',
  summary:
    'Reads the beers of a menu in printed order. A photo without beer answers an empty list. A further page joins the menu of `pageOf`; its answer is that page alone.',
  form: { fileName: 'menu-scan.jpg', fields: MenuFields },
  answer: { 200: MenuAnswer, 202: Accepted },
  errors: [...PHOTO_ERRORS, 'not_found'],
  timeoutMs: PARSE_MENU_TIMEOUT_MS,
})

export const detectContext = route({
  method: 'POST',
  path: '/api/detect-context',
  auth: 'user',
  summary: 'Says what kind of scene a camera frame shows. Nothing of the frame is stored.',
  form: { fileName: 'frame.jpg', fields: z.object({}) },
  answer: { 200: Scene },
  errors: ['too_large', 'not_an_image', 'unreadable_image', 'unavailable', 'timed_out'],
  timeoutMs: SCENE_TIMEOUT_MS,
})

/** Of a beer on a saved menu only what the photo alone can know is taken; everything else comes from the database. */
const SavedBeer = z.object({
  id: BeerId,
  price: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
  section: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
})

export const saveMenu = route({
  method: 'POST',
  path: '/api/save-menu',
  auth: 'user',
  summary: 'Keeps a menu in the history: updates its scan, or makes a completed menu scan.',
  body: z.object({
    beerId: BeerId,
    menuData: z.array(SavedBeer).check(z.minLength(1), z.maxLength(500)),
    scanId: z.optional(ScanId),
  }),
  answer: { 200: Scan, 201: Scan },
  errors: ['invalid', 'not_found'],
})
