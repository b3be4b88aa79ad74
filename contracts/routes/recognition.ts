/** The calls that process a photo. */
import { z } from 'zod/mini'
import { Beer, BeerId, LabelBox, Position } from '../beer.ts'
import { IDENTIFY_TIMEOUT_MS, MENU_BEERS_MAX, PARSE_MENU_TIMEOUT_MS, SCENE_TIMEOUT_MS } from '../limits.ts'
import { OtherDrink } from '../other-drink.ts'
import { route } from '../route.ts'
import {
  Alternative,
  FieldConfidence,
  FrameScene,
  RecognitionOrigin,
  RecognitionOutcome,
  Scan,
  ScanContext,
  ScanId,
  SightedBeer,
} from '../scan.ts'
import { TakenBy } from '../user.ts'

const PhotoFields = z.object({
  context: z._default(ScanContext, 'auto'),
  /** Id of the scan, chosen by the client: sending a photo twice creates one scan. */
  scanId: z.optional(ScanId),
  /** 'true' for auto-scan frames: their scan is stored only if a beer is found. */
  auto: z._default(z.enum(['true', 'false']), 'false'),
  takenBy: TakenBy,
})

const MenuFields = z.extend(PhotoFields, {
  /** Scan of the menu's first page; this photo is added to that menu. */
  pageOf: z.optional(ScanId),
  /** Page number, from '2'; without one the page is appended. */
  page: z.optional(z.string().check(z.regex(/^[1-9]\d?$/))),
})

/** One of FALLBACK_REASONS when the embedded engine processed the photo instead of the AI provider. */
const Fallback = z.optional(z.nullable(z.string()))

/** The scan continues in the background; poll it at `Location`. */
export const Accepted = z.object({ scanId: ScanId })

export const SingleAnswer = z.object({
  scanId: ScanId,
  /** `ask` comes with the alternatives to choose from. */
  outcome: z.optional(RecognitionOutcome),
  /** Absent: the label. */
  origin: z.optional(RecognitionOrigin),
  beer: Beer,
  /** Centre of the label; null when the engine returns no boxes. */
  position: z.nullable(Position),
  /** The label; null when the engine returns no boxes. */
  box: z.optional(z.nullable(LabelBox)),
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
  /** Number of different beers found. */
  totalDetected: z.int(),
  /** Centres of the unread containers. The wire name predates that term. */
  spots: z._default(z.array(Position), []),
  /** Without beers: the drink on the photo, if one was recognised. */
  otherDrink: z.optional(OtherDrink),
  fallback: Fallback,
})
export type GroupAnswer = z.infer<typeof GroupAnswer>

export const MenuAnswer = z.object({
  scanId: ScanId,
  /** In printed order. */
  beers: z.array(SightedBeer),
  /** Title printed on the menu. */
  title: z.nullable(z.string()),
  /** Without beers: the drink on the photo, if one was recognised. */
  otherDrink: z.optional(OtherDrink),
  fallback: Fallback,
})
export type MenuAnswer = z.infer<typeof MenuAnswer>

const PHOTO_ERRORS = [
  'invalid',
  'conflict',
  'other_user',
  'scan_cancelled',
  'too_large',
  'not_an_image',
  'unreadable_image',
  'quota_exceeded',
  'scan_failed',
  'unavailable',
  'timed_out',
] as const

/** The queue is checked before the image is read, when only the fields in front of it are known. */
const ID_FIRST = 'Send `scanId` before the image: a photo that is sent again is then accepted while the queue is full.'

export const identifyBeer = route({
  method: 'POST',
  path: '/api/identify-beer',
  auth: 'user',
  summary: `Identifies the beer on a photo, or every beer of a fridge or group. Each beer has an \`outcome\`: \`sure\`, \`ask\` (the user chooses between it and its alternatives) or \`new\` (not in the catalogue, as read). A photo without beer answers 422 \`no_beer\`, with the drink on it if one was recognised, and one that shows only a barcode of an unknown beer 422 \`unknown_barcode\`: correct its scan to name the beer. ${ID_FIRST}`,
  form: { fileName: 'beer-scan.jpg', fields: PhotoFields },
  answer: { 200: z.union([SingleAnswer, MenuAnswer, GroupAnswer]), 202: Accepted },
  errors: [...PHOTO_ERRORS, 'no_beer', 'unknown_barcode'],
  timeoutMs: IDENTIFY_TIMEOUT_MS,
})

export const parseMenu = route({
  method: 'POST',
  path: '/api/parse-menu',
  auth: 'user',
  summary: `Reads the beers of a menu in printed order; the list is empty for a photo without beer. With \`pageOf\` the photo is added to that menu, and the answer contains only its page. ${ID_FIRST}`,
  form: { fileName: 'menu-scan.jpg', fields: MenuFields },
  answer: { 200: MenuAnswer, 202: Accepted },
  errors: [...PHOTO_ERRORS, 'not_found', 'menu_full'],
  timeoutMs: PARSE_MENU_TIMEOUT_MS,
})

export const detectContext = route({
  method: 'POST',
  path: '/api/detect-context',
  auth: 'user',
  summary:
    'Classifies the scene of a camera frame, and reports whether it shows the barcode of a known beer. The frame is not stored.',
  form: { fileName: 'frame.jpg', fields: z.object({}) },
  answer: { 200: FrameScene },
  errors: ['too_large', 'not_an_image', 'unreadable_image', 'unavailable', 'timed_out'],
  timeoutMs: SCENE_TIMEOUT_MS,
})

/** A beer of a saved menu. Only facts that the photo shows are accepted; everything else comes from the database. */
const SavedBeer = z.object({
  id: BeerId,
  price: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
  section: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
})

export const saveMenu = route({
  method: 'POST',
  path: '/api/save-menu',
  auth: 'user',
  summary: 'Saves a menu to the history: updates its scan or creates a completed one.',
  body: z.object({
    beerId: BeerId,
    menuData: z.array(SavedBeer).check(z.minLength(1), z.maxLength(MENU_BEERS_MAX)),
    scanId: z.optional(ScanId),
  }),
  answer: { 200: Scan, 201: Scan },
  errors: ['invalid', 'not_found'],
})
