/**
 * Schemas of the data files: one file per country in `data/beers` (a folder of files by state for the United States), and the lexicons
 * in `data`.
 */
import { z } from 'zod'
import { ABV_MAX_PERCENT, BEER_STATUSES, FACT_SOURCES, IBU_MAX } from '#contracts'

const Text = z.string().min(1)
const Aliases = z.array(Text).default([])
const Bounds = z.tuple([z.number().min(0), z.number()]).readonly()

const Year = z.int().min(700).max(2100)
const Abv = z.number().min(0).max(ABV_MAX_PERCENT)
/** How beer lovers regard it beyond what its style and strength lead them to expect: -3 (derided) to 3 (revered). */
const Standing = z.int().min(-3).max(3)

const SLUG = /^[\p{Ll}\p{Lo}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{N}]+)*$/u
/**
 * What keeps the key of an entry (`keys.ts`) when its name changes: the last part of the key, or the whole key of an entry that was
 * moved to another brewery or country. The slug of the name when absent.
 */
const idWith = (parts: 2 | 3) =>
  z
    .string()
    .refine((id) => [1, parts].includes(id.split('/').length) && id.split('/').every((part) => SLUG.test(part)), {
      message: `must be the last part of a key or a whole key of ${parts} parts`,
    })
    .optional()

const BeerEntry = z.strictObject({
  name: Text,
  id: idWith(3),
  style: Text,
  /** Percent by volume; by market (ISO 3166 country) where it is brewed to different strengths. */
  abv: z.union([Abv, z.object({ default: Abv }).catchall(Abv)]).optional(),
  ibu: z.number().min(0).max(IBU_MAX).optional(),
  /** How widely it is drunk, 0-100. */
  popularity: z.number().min(0).max(100).default(30),
  aliases: Aliases,
  standing: Standing.optional(),
  /** `current` when absent. */
  status: z.enum(BEER_STATUSES).optional(),
  introduced: Year.optional(),
  retired: Year.optional(),
  /** Where the facts were checked: `memory` (general knowledge, unchecked) when absent. */
  source: z.enum(FACT_SOURCES).optional(),
  /** Year and month of that check: '2026-11'. */
  checked: z
    .string()
    .regex(/^20\d\d-(?:0[1-9]|1[0-2])$/)
    .optional(),
  /** One or two original sentences about this beer. When absent, the app shows what its style tastes of. */
  description: Text.optional(),
})
export type BeerEntry = z.infer<typeof BeerEntry>

const BreweryEntry = z.strictObject({
  name: Text,
  id: idWith(2),
  aliases: Aliases,
  city: Text.optional(),
  state: Text.optional(),
  founded: Year.optional(),
  /** Year in which it stopped brewing. */
  closed: Year.optional(),
  /** The company it belongs to, when that is another one. */
  owner: Text.optional(),
  /** A brand that a store sells and others brew: listed in place of the brewery. */
  storeBrand: z.literal(true).optional(),
  standing: Standing.optional(),
  website: z.url().optional(),
  beers: z.array(BeerEntry).default([]),
})
export type BreweryEntry = z.infer<typeof BreweryEntry>

export const CountryFile = z.strictObject({ country: Text, breweries: z.array(BreweryEntry) })
export type CountryFile = z.infer<typeof CountryFile>

const StyleEntry = z.strictObject({
  name: Text,
  aliases: Aliases,
  /** Percent by volume. */
  abv: Bounds,
  ibu: Bounds,
  /** Colour, SRM. */
  srm: Bounds,
  /** The taste, without a verb: 'Roast and cocoa.' */
  description: Text,
})

export const OtherDrinkFile = z.array(
  z.strictObject({
    kind: Text,
    drinks: z.array(
      z.union([Text.transform((name) => ({ name, aliases: [] })), z.strictObject({ name: Text, aliases: Aliases })]),
    ),
  }),
)

export const StyleFile = z.array(z.strictObject({ family: Text, styles: z.array(StyleEntry) }))

/** How a style is usually served. */
export const ServingFile = z.array(
  z.strictObject({
    /** The `name` of a style. */
    style: Text,
    glass: Text,
    /** Degrees Celsius, from and to. */
    celsius: z.tuple([z.number().min(0).max(20), z.number().min(0).max(20)]).readonly(),
    /** Dishes. */
    pairings: z.tuple([Text, Text]).readonly(),
  }),
)
export type Serving = z.infer<typeof ServingFile>[number]

export const BreweryLexiconFile = z.array(
  z.strictObject({
    country: Text,
    breweries: z.array(
      z.union([Text.transform((name) => ({ name, aliases: [] })), z.strictObject({ name: Text, aliases: Aliases })]),
    ),
  }),
)
