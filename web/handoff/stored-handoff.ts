/** The part of the handoff that outlives a reload. Loaded when there is something to restore. */
import { z } from 'zod/mini'
import {
  Alternative,
  Beer,
  FieldConfidence,
  LabelBox,
  Position,
  RecognitionOrigin,
  RecognitionOutcome,
  ScanContext,
  ScanId,
  SightedBeer,
} from '#contracts'

const MenuBeers = z.object({
  scanId: ScanId,
  beers: z.array(SightedBeer),
  context: ScanContext,
  /** As printed; null if it was not recognised. */
  title: z.nullable(z.string()),
  readAt: z.iso.datetime(),
})
export type MenuBeers = z.infer<typeof MenuBeers>

/** The beer of the last result, with the evidence from its photo. */
const CurrentBeer = z.object({
  beer: Beer,
  scanId: z.nullable(ScanId),
  outcome: z.optional(RecognitionOutcome),
  origin: z.optional(RecognitionOrigin),
  /** 0-100; null if the beer does not come from a photo. */
  confidence: z.nullable(z.number()),
  /** Position on the photo in percent; null or absent if unknown. */
  position: z.optional(z.nullable(Position)),
  /** The label on the photo; null or absent if unknown. */
  box: z.optional(z.nullable(LabelBox)),
  /** Confidence of each field in percent. */
  fieldConfidence: z.optional(z.nullable(FieldConfidence)),
  alternatives: z.array(Alternative),
  readText: z.array(z.string()),
})
export type CurrentBeer = z.infer<typeof CurrentBeer>

/** What session storage holds while the page reloads. */
export const StoredHandoff = z.object({
  userId: z.int(),
  menu: z.nullable(MenuBeers),
  currentBeer: z.nullable(CurrentBeer),
  previousPage: z.nullable(z.string()),
})
