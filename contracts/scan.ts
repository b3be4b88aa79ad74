/** A scan: one photo of one user, what was asked of it, and what was found on it. */
import { z } from 'zod/mini'
import { Beer, BeerId, Position } from './beer.ts'
import { Estimates } from './engine.ts'

export const ScanId = z.uuidv4()

/** What the client believes to be on the photo. `auto` leaves the decision to the worker. */
export const SCAN_CONTEXTS = ['single_beer', 'multiple_beers', 'fridge', 'menu', 'auto'] as const
export const ScanContext = z.enum(SCAN_CONTEXTS)
export type ScanContext = z.infer<typeof ScanContext>

/**
 * What a camera may look at. A fridge is a stock of beers, in a fridge or on the shelves and floor of a shop: rows that
 * are scanned for what they hold. Several beers are those put before the camera: on a table, a bar or in hands.
 */
export const SCENES = ['single_beer', 'multiple_beers', 'fridge', 'menu'] as const
export const SceneContext = z.enum(SCENES)
export type SceneContext = z.infer<typeof SceneContext>

export const Scene = z.object({
  context: SceneContext,
  /** 0-1; a scene without beer is `single_beer` under 0.6 with a beerCount of 0. */
  confidence: z.number().check(z.gte(0), z.lte(1)),
  beerCount: z.int().check(z.gte(0)),
  textContent: z.boolean(),
})
export type Scene = z.infer<typeof Scene>

export const SCAN_TYPES = ['single', 'multiple_beers', 'menu'] as const
export type ScanType = (typeof SCAN_TYPES)[number]
export const SCAN_STATUSES = ['processing', 'completed', 'failed'] as const
export type ScanStatus = (typeof SCAN_STATUSES)[number]

const Percent = z.number().check(z.gte(0), z.lte(100))

/** A beer as it was seen on one photo: the beer itself and what only this photo says of it. */
export const SightedBeer = z.extend(Beer, {
  /** 0-100; null when the beer was not recognised but saved by hand. */
  confidence: z.nullable(Percent),
  position: z.nullable(Position),
  /** Packs or bottles of this beer on the photo. */
  count: z.int().check(z.gte(1)),
  /** As printed, with its currency sign when there is one. */
  price: z.nullable(z.string()),
  size: z.nullable(z.string()),
  section: z.nullable(z.string()),
  /** The lines that speak for this beer, as they were read. */
  readText: z.array(z.string()),
  /** What an AI provider guesses where the photo says nothing: shown as its estimate, never as read. */
  estimates: z.optional(z.nullable(Estimates)),
})
export type SightedBeer = z.infer<typeof SightedBeer>

export const FieldConfidence = z.object({ brewery: Percent, name: Percent, style: Percent, abv: Percent })
export type FieldConfidence = z.infer<typeof FieldConfidence>

export const Alternative = z.object({ beer: Beer, confidence: Percent })
export type Alternative = z.infer<typeof Alternative>

/** One photo of a menu that was photographed page by page. */
export const ScanPage = z.object({
  /** Of its own scan; the first page has that of the menu. */
  id: ScanId,
  /** On the menu, from 1; rising, with gaps where a page was taken out. */
  number: z.int(),
  /** One of SCAN_STATUSES. */
  status: z.string(),
  progressCurrent: z.int(),
  progressTotal: z.int(),
  stage: z.nullable(z.string()),
  failure: z.nullable(z.string()),
  /** How many beers of the menu were read on it, those of the pages before not counted again. */
  beers: z.int(),
})
export type ScanPage = z.infer<typeof ScanPage>

export const Scan = z.object({
  id: ScanId,
  /** One of SCAN_STATUSES; readers accept any other word and show 'Unknown Status'. */
  status: z.string(),
  /** One of SCAN_TYPES. */
  scanType: z.string(),
  /** The server writes the string 'true' or 'false'; readers accept a boolean too. */
  isMenu: z.union([z.string(), z.boolean()]),
  /** JSON text of an array of SightedBeer; null for single scans. */
  menuData: z.nullable(z.string()),
  beerId: z.nullable(BeerId),
  beer: z.nullable(SightedBeer),
  photoUrl: z.nullable(z.string()),
  scannedAt: z.iso.datetime(),
  progressCurrent: z.int(),
  progressTotal: z.int(),
  /** What the worker is doing, for people: 'reading 14 of 32 lines'. */
  stage: z.nullable(z.string()),
  /** Why a failed scan failed, for people. */
  failure: z.nullable(z.string()),
  /** Title printed on the menu, when one was read. */
  title: z.nullable(z.string()),
  /** Containers or text blocks really detected, for '6 of 8 found'; null when not known. */
  detected: z.nullable(z.int()),
  fieldConfidence: z.nullable(FieldConfidence),
  alternatives: z.array(Alternative),
  /** What else each beer may be, in the order of the list; told of one scan alone, empty where many scans are listed. */
  itemAlternatives: z.array(z.array(Alternative)),
  /** One of FALLBACK_REASONS when the embedded engine read it in place of the AI provider. */
  fallback: z.optional(z.nullable(z.string())),
  /** Containers that were seen on a group's photo and could not be read. */
  spots: z.array(Position),
  /** For a further page of a menu: the scan of its first page, by which the menu is known. */
  pageOf: z.optional(z.nullable(ScanId)),
  /** The photos of a menu of several pages, in their order; told of one scan alone, absent where there is one photo. */
  pages: z.optional(z.array(ScanPage)),
  /** What a link needs beside the id to show this scan to others; null while it is not shared. */
  shareToken: z.nullable(z.string()),
})
export type Scan = z.infer<typeof Scan>

/** What anyone with the link of a shared scan may read of it. */
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

/** The beers of a menu, fridge or group scan. Text that is no such list is an empty list, as an old row may hold anything. */
export function parseMenuData(menuData: string | null): SightedBeer[] {
  if (menuData === null) return []
  try {
    const parsed = MenuBeers.safeParse(JSON.parse(menuData))
    return parsed.success ? parsed.data : []
  } catch {
    return []
  }
}

/** True for both forms of the field: the string 'true' and the boolean. */
export function isMenuScan(scan: Pick<Scan, 'isMenu'>): boolean {
  return scan.isMenu === true || scan.isMenu === 'true'
}
