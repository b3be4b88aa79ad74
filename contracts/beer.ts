/** A beer and a brewery as the API returns them. An unknown fact is `null`, never an empty string, zero or absent. */
import { z } from 'zod/mini'
import { ABV_MAX_PERCENT, IBU_MAX, RATING_MAX, UNLISTED_NAME_MAX_LENGTH } from './limits.ts'
import { isVisible } from './visible-text.ts'

/** Ids are 4-byte integers in the database, which rejects a query with a larger one. */
const ID_MAX = 2_147_483_647
export const BeerId = z.int().check(z.positive(), z.maximum(ID_MAX))
export const BreweryId = z.int().check(z.positive(), z.maximum(ID_MAX))
/** An id as the variable of a path. */
export const IdParam = z.coerce.number().check(z.int(), z.positive(), z.maximum(ID_MAX))
/** When something happened, by the clock of the client. No clock starts before 1970, and the database has no year 0. */
export const ClientTime = z.iso.datetime().check(z.refine((at) => Date.parse(at) >= 0))
/** Name of a beer or brewery as a user writes it. */
export const GivenName = z
  .string()
  .check(z.trim(), z.minLength(1), z.refine(isVisible), z.maxLength(UNLISTED_NAME_MAX_LENGTH))
/** Rounds. The database has four-byte floats, and rejects a number too close to zero for them. */
export const roundedTo = (decimals: number) => z.overwrite<number>((value) => Number(value.toFixed(decimals)))
/** Percent by volume as a user states it. */
export const GivenAbv = z.number().check(z.gte(0), z.lte(ABV_MAX_PERCENT), roundedTo(2))
export const GivenIbu = z.number().check(z.gte(0), z.lte(IBU_MAX), roundedTo(2))
/** 0-100 with one decimal. */
export const GivenRating = z.number().check(z.gte(0), z.lte(RATING_MAX), roundedTo(1))
/** Percent of the upright photo: 0 is left or top, 100 right or bottom. */
export const Position = z.object({ x: z.number(), y: z.number() })
export type Position = z.infer<typeof Position>

const Share = z.number().check(z.gte(0), z.lte(100))
/** The rectangle of a label, in percent of the upright photo. `x` and `y` are its top left corner. */
export const LabelBox = z.object({ x: Share, y: Share, width: Share, height: Share })
export type LabelBox = z.infer<typeof LabelBox>
/** The margin of a label's rectangle around its text, as a share of the longer side of the text. */
export const LABEL_BOX_MARGIN = 0.15

/**
 * Source of a rating: this installation's users, an imported data set, an AI provider's estimate, the expectation from style,
 * strength, brewery and beer, or the style alone. The first two count from RATINGS_MIN ratings on.
 */
export const RATING_ORIGINS = ['community', 'imported', 'ai', 'expected', 'style'] as const
export type RatingOrigin = (typeof RATING_ORIGINS)[number]

/** Imported collections also contain ciders and meads. */
export const DRINK_KINDS = ['beer', 'cider', 'mead'] as const

/** Whether a beer can still be had; `current` unless known otherwise. */
export const BEER_STATUSES = ['current', 'seasonal', 'one-off', 'retired'] as const
export type BeerStatus = (typeof BEER_STATUSES)[number]

/** Where the facts of a shipped beer were checked; `memory` is general knowledge, compared with nothing yet. */
export const FACT_SOURCES = ['brewery', 'label', 'register', 'second-source', 'memory'] as const
export type FactSource = (typeof FACT_SOURCES)[number]

/** Source of a beer that no one at this installation has reviewed yet. */
export const BeerOrigin = z.object({
  /** Identifier of the source: 'open-food-facts'. */
  source: z.string(),
  /** Licence of its data; null when the source states none. */
  licence: z.nullable(z.string()),
})
export type BeerOrigin = z.infer<typeof BeerOrigin>

/** Rank of a beer within its style: in the best `topPercent` of the `beers` whose rating rests on more than their style. */
export const StylePercentile = z.object({
  topPercent: z.int().check(z.gte(1), z.lte(100)),
  beers: z.int().check(z.positive()),
})
export type StylePercentile = z.infer<typeof StylePercentile>

export const Beer = z.object({
  id: BeerId,
  name: z.string(),
  /** Null only for an unlisted beer whose label names no brewery. */
  brewery: z.nullable(z.string()),
  breweryId: z.nullable(BreweryId),
  style: z.nullable(z.string()),
  /** The group of related styles it belongs to: 'Stout'. Null if unknown. */
  styleFamily: z._default(z.nullable(z.string()), null),
  /** Percent by volume; null if unknown, or too obscure to be trusted unchecked. */
  abv: z.nullable(z.number()),
  ibu: z.nullable(z.number()),
  /** 0-100 with one decimal; 0 means not computed yet. */
  rating: z.number().check(z.gte(0), z.lte(RATING_MAX)),
  ratingOrigin: z.nullable(z.string()),
  /** Holds the rating with a probability of 80 %; null when the rating is based on enough ratings, or not computed yet. */
  ratingRange: z._default(z.nullable(z.object({ low: z.int(), high: z.int() })), null),
  /** Number of individual ratings behind `rating`; null when the source does not say. */
  ratingCount: z.nullable(z.int()),
  description: z.nullable(z.string()),
  /** The taste that is typical of its style, for a beer without a description. */
  styleDescription: z._default(z.nullable(z.string()), null),
  imageUrl: z.nullable(z.string()),
  /** False for a beer that was read from a photo and is not in the catalogue. */
  listed: z.boolean(),
  /** Display name of the place where it is brewed: 'Cornwall, United Kingdom'. */
  place: z.nullable(z.string()),
  /** Country of the brewery. */
  country: z._default(z.nullable(z.string()), null),
  /** Typical colour of the style, in SRM. */
  srm: z.nullable(z.number()),
  /** Typical bitterness of the style, in IBU. */
  typicalIbu: z._default(z.nullable(z.number()), null),
  /** Style percentile; null when too few beers of the style are rated, or this one has only an estimate. */
  standing: z.nullable(StylePercentile),
  /** Place of the brewery, set only when another brewery has the same name: 'Bamberg, Germany'. */
  breweryPlace: z.nullable(z.string()),
  /** Whether `brewery` is a brand that a store sells and others brew. */
  isStoreBrand: z._default(z.boolean(), false),
  /** One of DRINK_KINDS. */
  kind: z.string(),
  /** One of BEER_STATUSES. */
  status: z._default(z.string(), 'current'),
  /** Set for a beer that discovery added and no one has reviewed; null for every other beer. */
  provisional: z.nullable(BeerOrigin),
})
export type Beer = z.infer<typeof Beer>

/** What a rating is computed from: votes of this installation's users and imported means. */
export const RatingEvidence = z.object({
  votes: z.int().check(z.gte(0)),
  imported: z.array(
    z.object({
      /** Identifier of the source: 'untappd'. */
      source: z.string(),
      /** Number of ratings behind its mean; null when the source does not say. */
      count: z.nullable(z.int()),
    }),
  ),
})
export type RatingEvidence = z.infer<typeof RatingEvidence>

/** What the catalogue knows besides the facts in lists, and how. */
export const BeerFacts = z.object({
  /** One of FACT_SOURCES; null for beers that are not shipped. */
  source: z.nullable(z.string()),
  /** Year and month of that check: '2026-11'. */
  checked: z.nullable(z.string()),
  /** Years. */
  introduced: z.nullable(z.int()),
  retired: z.nullable(z.int()),
  /** Year in which the brewery closed. */
  breweryClosed: z.nullable(z.int()),
  /** Percent by volume, by country (ISO 3166), where it differs from `abv`. */
  abvByMarket: z.record(z.string(), z.number()),
})
export type BeerFacts = z.infer<typeof BeerFacts>

/** How beers of a style are usually served. */
export const Serving = z.object({
  glass: z.string(),
  celsius: z.object({ from: z.number(), to: z.number() }),
  /** Dishes. */
  pairings: z.array(z.string()),
})
export type Serving = z.infer<typeof Serving>

/** A single beer with the evidence for its rating and the user's own rating. */
export const BeerDetails = z.extend(Beer, {
  /** The user's own rating, 0-100; null when there is none. Defaults let a list's `Beer` be shown until the details arrive. */
  ownRating: z._default(z.nullable(z.number().check(z.gte(0), z.lte(RATING_MAX))), null),
  evidence: z._default(z.nullable(RatingEvidence), null),
  facts: z._default(z.nullable(BeerFacts), null),
  serving: z._default(z.nullable(Serving), null),
  /** False for another user's unlisted beer, which a shared scan makes visible: it can be neither saved nor rated. */
  canKeep: z._default(z.boolean(), true),
})
export type BeerDetails = z.infer<typeof BeerDetails>

export const Brewery = z.object({
  id: BreweryId,
  name: z.string(),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  country: z.nullable(z.string()),
  /** Year of foundation. */
  founded: z.nullable(z.int()),
  /** Year in which it stopped brewing. */
  closed: z._default(z.nullable(z.int()), null),
  /** The company it belongs to, if that is another one. */
  owner: z._default(z.nullable(z.string()), null),
  /** Whether it is no brewery but a brand that a store sells and others brew. */
  isStoreBrand: z._default(z.boolean(), false),
  website: z.nullable(z.string()),
  description: z.nullable(z.string()),
  imageUrl: z.nullable(z.string()),
  beerCount: z.int(),
})
export type Brewery = z.infer<typeof Brewery>
