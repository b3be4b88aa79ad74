/** A scan: one photo of one user, the requested context and the beers found. */
import { z } from 'zod/mini'
import { Beer, BeerId, LabelBox, Position } from './beer.ts'
import { Estimates } from './engine.ts'
import { DOUBTFUL_BELOW_PERCENT } from './limits.ts'
import { OtherDrink } from './other-drink.ts'

/** In lower case, as the database returns it: ids are compared as text. */
export const ScanId = z.uuidv4().check(z.toLowerCase())

/** Scene that the client expects on the photo; `auto` leaves the decision to the server. */
export const SCAN_CONTEXTS = ['single_beer', 'multiple_beers', 'fridge', 'menu', 'auto'] as const
export const ScanContext = z.enum(SCAN_CONTEXTS)
export type ScanContext = z.infer<typeof ScanContext>

/**
 * The scenes. `fridge` is a stock of beers, in a fridge or on the shelves and floor of a shop. `multiple_beers` is a group
 * in front of the camera: on a table, on a bar or in hands.
 */
export const SCENES = ['single_beer', 'multiple_beers', 'fridge', 'menu'] as const
export const SceneContext = z.enum(SCENES)
export type SceneContext = z.infer<typeof SceneContext>

export const Scene = z.object({
  context: SceneContext,
  /** 0-1. A frame without beer is `single_beer` with a confidence below 0.6 and a `beerCount` of 0. */
  confidence: z.number().check(z.gte(0), z.lte(1)),
  beerCount: z.int().check(z.gte(0)),
  textContent: z.boolean(),
})
export type Scene = z.infer<typeof Scene>

/** What a frame of the live camera shows. */
export const FrameScene = z.extend(Scene, {
  /** Whether it shows the barcode of a known beer: identifying the frame then returns that beer. */
  showsKnownBarcode: z._default(z.boolean(), false),
})
export type FrameScene = z.infer<typeof FrameScene>

export const SCAN_TYPES = ['single', 'multiple_beers', 'menu'] as const
export type ScanType = (typeof SCAN_TYPES)[number]
export const SCAN_STATUSES = ['processing', 'completed', 'failed'] as const
export type ScanStatus = (typeof SCAN_STATUSES)[number]

const Percent = z.number().check(z.gte(0), z.lte(100))

/**
 * How recognition answers for one beer. `sure`: it is this beer. `ask`: the user chooses between this beer and its
 * alternatives. `new`: it is not in the catalogue, and name and brewery are as read. A photo without beer has no outcome.
 */
export const RECOGNITION_OUTCOMES = ['sure', 'ask', 'new'] as const
export const RecognitionOutcome = z.enum(RECOGNITION_OUTCOMES)
export type RecognitionOutcome = z.infer<typeof RecognitionOutcome>

/** A beer as recognised. A confidence of null means that the user saved, confirmed or corrected it. */
export interface Recognised {
  outcome?: RecognitionOutcome | undefined
  listed: boolean
  /** 0-100. */
  confidence: number | null
}

/** The outcome as stored; derived from `listed` and `confidence` where there is none. */
export function outcomeOf({ outcome, listed, confidence }: Recognised): RecognitionOutcome {
  if (confidence === null) return 'sure'
  if (outcome !== undefined) return outcome
  if (!listed) return 'new'
  return confidence < DOUBTFUL_BELOW_PERCENT ? 'ask' : 'sure'
}

/** True for a beer outside the catalogue that was hardly read: what was read is no name to show. */
export function isHardlyRead(recognised: Recognised): boolean {
  return outcomeOf(recognised) === 'new' && (recognised.confidence ?? 0) < DOUBTFUL_BELOW_PERCENT
}

/** What named the beer. `correction`: the user, who corrected an earlier scan of this label. */
export const RECOGNITION_ORIGINS = ['label', 'barcode', 'correction'] as const
export const RecognitionOrigin = z.enum(RECOGNITION_ORIGINS)
export type RecognitionOrigin = z.infer<typeof RecognitionOrigin>

/** A beer found on a photo, with the facts that only this photo shows. */
export const SightedBeer = z.extend(Beer, {
  /** 0-100; null for a beer that was saved by hand. */
  confidence: z.nullable(Percent),
  /** Absent in data stored by earlier versions; `outcomeOf` derives it. */
  outcome: z.optional(RecognitionOutcome),
  /** Absent: the label. */
  origin: z.optional(RecognitionOrigin),
  position: z.nullable(Position),
  /** The label on the photo; null when the engine returns no boxes. */
  box: z.optional(z.nullable(LabelBox)),
  /** Number of containers of this beer on the photo. */
  count: z.int().check(z.gte(1)),
  /** As printed, including a currency sign. */
  price: z.nullable(z.string()),
  size: z.nullable(z.string()),
  section: z.nullable(z.string()),
  /** The text lines that matched this beer. */
  readText: z.array(z.string()),
  /** An AI provider's estimates, shown as estimates and never as printed facts. */
  estimates: z.optional(z.nullable(Estimates)),
})
export type SightedBeer = z.infer<typeof SightedBeer>

/**
 * Confidence of each field of a single result. Of a label: 0 for a field that was not read on the photo. Of a barcode or a correction: that
 * of the beer, for every field.
 */
export const FieldConfidence = z.object({ brewery: Percent, name: Percent, style: Percent, abv: Percent })
export type FieldConfidence = z.infer<typeof FieldConfidence>

/** Another candidate for a recognised beer. */
export const Alternative = z.object({ beer: Beer, confidence: Percent })
export type Alternative = z.infer<typeof Alternative>

/** The error code of a failed scan; null or absent if it has not failed, or an import does not say. */
const FailureCode = z.optional(z.nullable(z.string()))

/** One page of a menu that was photographed page by page. */
export const ScanPage = z.object({
  /** Scan of this page; for the first page the scan of the menu. */
  id: ScanId,
  /** Page number from 1, ascending, with gaps where pages were removed. */
  number: z.int(),
  /** One of SCAN_STATUSES. */
  status: z.string(),
  progressCurrent: z.int(),
  progressTotal: z.int(),
  stage: z.nullable(z.string()),
  failure: z.nullable(z.string()),
  failureCode: FailureCode,
  /** Beers of the menu that appear on this page and on no earlier one. */
  beers: z.int(),
})
export type ScanPage = z.infer<typeof ScanPage>

export const Scan = z.object({
  id: ScanId,
  /** One of SCAN_STATUSES; clients show any other value as 'Unknown Status'. */
  status: z.string(),
  /** One of SCAN_TYPES. */
  scanType: z.string(),
  /** The server sends the string 'true' or 'false'; clients also accept a boolean. */
  isMenu: z.union([z.string(), z.boolean()]),
  /** JSON array of SightedBeer; null for single scans. */
  menuData: z.nullable(z.string()),
  beerId: z.nullable(BeerId),
  beer: z.nullable(SightedBeer),
  photoUrl: z.nullable(z.string()),
  scannedAt: z.iso.datetime(),
  progressCurrent: z.int(),
  progressTotal: z.int(),
  /** Current work, for display: 'reading 14 of 32 lines'. */
  stage: z.nullable(z.string()),
  /** Reason of a failed scan, for display. */
  failure: z.nullable(z.string()),
  failureCode: FailureCode,
  /** Title printed on the menu. */
  title: z.nullable(z.string()),
  /**
   * Number of containers or menu items detected, for '6 of 8 found'; while the photo is processed, of those so far. Null when
   * unknown; for a group also when many more are on the photo than could be read.
   */
  detected: z.nullable(z.int()),
  /** The drink on a photo without beer; null if none was recognised. */
  otherDrink: z.optional(z.nullable(OtherDrink)),
  fieldConfidence: z.nullable(FieldConfidence),
  /** Alternatives of a single beer. In lists only if the user has to choose: `outcome` is not `sure`. */
  alternatives: z.array(Alternative),
  /** Alternatives of each beer in `menuData`, in its order. Only in the answer for one scan; empty in lists. */
  itemAlternatives: z.array(z.array(Alternative)),
  /** One of FALLBACK_REASONS when the embedded engine processed the photo instead of the AI provider. */
  fallback: z.optional(z.nullable(z.string())),
  /** Product barcode (EAN, UPC) on the photo of one beer; null if there is none. */
  barcode: z.optional(z.nullable(z.string())),
  /** Centres of the unread containers of a group. The wire name predates that term. */
  spots: z.array(Position),
  /** For a later page of a menu: the scan of the first page, which identifies the menu. */
  pageOf: z.optional(z.nullable(ScanId)),
  /** Pages of a menu in order. Only in the answer for one scan; absent for a menu of one page. */
  pages: z.optional(z.array(ScanPage)),
  /** Token that gives others access to this scan; null while it is not shared. */
  shareToken: z.nullable(z.string()),
})
export type Scan = z.infer<typeof Scan>

/** The part of a shared scan that anyone with the link can read. */
export const SharedScan = z.pick(Scan, {
  id: true,
  status: true,
  scanType: true,
  isMenu: true,
  menuData: true,
  scannedAt: true,
  fallback: true,
})
export type SharedScan = z.infer<typeof SharedScan>

const MenuBeers = z.array(SightedBeer)

/** Parses the beers of a menu, fridge or group scan. Returns an empty list for any other text, since old rows may hold anything. */
export function parseMenuData(menuData: string | null): SightedBeer[] {
  if (menuData === null) return []
  try {
    const parsed = MenuBeers.safeParse(JSON.parse(menuData))
    return parsed.success ? parsed.data : []
  } catch {
    return []
  }
}

/** Returns whether the scan is a menu, for the string 'true' as well as the boolean. */
export function isMenuScan(scan: Pick<Scan, 'isMenu'>): boolean {
  return scan.isMenu === true || scan.isMenu === 'true'
}
