/** A beer and a brewery as they travel over the wire. Unknown facts are `null`, never empty, zero or absent. */
import { z } from 'zod/mini'
import { RATING_MAX } from './limits.ts'

export const BeerId = z.int().check(z.positive())
export const BreweryId = z.int().check(z.positive())
/** Percent of the upright photo, 0 = left or top, 100 = right or bottom. */
export const Position = z.object({ x: z.number(), y: z.number() })
export type Position = z.infer<typeof Position>

/** Where a rating comes from: this installation's users, an imported data set, a provider's estimate, the style's prior. */
export const RATING_ORIGINS = ['community', 'imported', 'ai', 'style'] as const

/** Ciders and meads come along with imported beers and are told apart from them. */
export const DRINK_KINDS = ['beer', 'cider', 'mead'] as const

/** Where a beer comes from that nobody of this installation has looked at yet. */
export const BeerOrigin = z.object({
  /** The source's own word for itself: 'open-food-facts'. */
  source: z.string(),
  /** Under what its facts may be used; null when it does not say. */
  licence: z.nullable(z.string()),
})
export type BeerOrigin = z.infer<typeof BeerOrigin>

/** Where a beer stands among those of its style: the best `topPercent` of the `beers` whose rating rests on more than an estimate. */
export const Standing = z.object({
  topPercent: z.int().check(z.gte(1), z.lte(100)),
  beers: z.int().check(z.positive()),
})
export type Standing = z.infer<typeof Standing>

export const Beer = z.object({
  id: BeerId,
  name: z.string(),
  /** Null only for an unlisted beer whose label names no brewery. */
  brewery: z.nullable(z.string()),
  breweryId: z.nullable(BreweryId),
  style: z.nullable(z.string()),
  /** Percent by volume. */
  abv: z.nullable(z.number()),
  ibu: z.nullable(z.number()),
  /** 0-100 with one decimal; 0 means not computed yet. */
  rating: z.number().check(z.gte(0), z.lte(RATING_MAX)),
  ratingOrigin: z.nullable(z.string()),
  /** How many single ratings the number rests on; null when the source does not say. */
  ratingCount: z.nullable(z.int()),
  description: z.nullable(z.string()),
  imageUrl: z.nullable(z.string()),
  /** False for a beer that was read from a label but is not in the catalogue yet. */
  listed: z.boolean(),
  /** Where it is brewed, for people: 'Cornwall, United Kingdom'. */
  place: z.nullable(z.string()),
  /** Typical beer colour of the style, SRM. */
  srm: z.nullable(z.number()),
  /** Null where too few beers of the style are rated, or this one only by its style. */
  standing: z.nullable(Standing),
  /** Where the brewery is, told only when another one carries the same name: 'Bamberg, Germany'. */
  breweryPlace: z.nullable(z.string()),
  /** What it is, one of `DRINK_KINDS`. */
  kind: z.string(),
  /** Set for a beer that discovery found; null for all that the catalogue vouches for. */
  provisional: z.nullable(BeerOrigin),
})
export type Beer = z.infer<typeof Beer>

/** What a rating rests on: votes given here, and figures brought in from elsewhere. */
export const RatingEvidence = z.object({
  votes: z.int().check(z.gte(0)),
  imported: z.array(
    z.object({
      /** The source's own word for itself: 'untappd'. */
      source: z.string(),
      /** How many ratings its mean rests on; null when it does not say. */
      count: z.nullable(z.int()),
    }),
  ),
})
export type RatingEvidence = z.infer<typeof RatingEvidence>

/** One beer by itself: with what its rating rests on, and what the user thinks of it. */
export const BeerDetails = z.extend(Beer, {
  /** The user's own rating, 0-100; null when there is none. Both are absent where a list's copy of the beer stands in for its page. */
  ownRating: z._default(z.nullable(z.number().check(z.gte(0), z.lte(RATING_MAX))), null),
  evidence: z._default(z.nullable(RatingEvidence), null),
  /** False for what somebody else read and the catalogue lacks: a shared scan lets it be seen, not saved and not rated. */
  canKeep: z._default(z.boolean(), true),
})
export type BeerDetails = z.infer<typeof BeerDetails>

export const Brewery = z.object({
  id: BreweryId,
  name: z.string(),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  country: z.nullable(z.string()),
  /** Year. */
  founded: z.nullable(z.int()),
  website: z.nullable(z.string()),
  description: z.nullable(z.string()),
  imageUrl: z.nullable(z.string()),
  beerCount: z.int(),
})
export type Brewery = z.infer<typeof Brewery>
