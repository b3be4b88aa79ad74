/** Schemas of the data files: one file per country in `data/beers`, and the lexicons in `data`. */
import { z } from 'zod'

const Text = z.string().min(1)
const Aliases = z.array(Text).default([])
const Bounds = z.tuple([z.number().min(0), z.number()]).readonly()

const BeerEntry = z.strictObject({
  name: Text,
  style: Text,
  /** Percent by volume. */
  abv: z.number().min(0).max(70).optional(),
  ibu: z.number().min(0).max(2_500).optional(),
  /** How widely it is drunk, 0-100. */
  popularity: z.number().min(0).max(100).default(30),
  aliases: Aliases,
  /** One or two original sentences. When absent, `describe.ts` composes a description. */
  description: Text.optional(),
})
export type BeerEntry = z.infer<typeof BeerEntry>

const BreweryEntry = z.strictObject({
  name: Text,
  aliases: Aliases,
  city: Text.optional(),
  state: Text.optional(),
  /** Year. */
  founded: z.int().min(700).max(2100).optional(),
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
  /** Mean rating, 0-100; absent when unknown. */
  prior: z.number().min(1).max(100).optional(),
  /** The taste, without a verb: 'Roast and cocoa.' */
  description: Text,
})

export const StyleFile = z.array(z.strictObject({ family: Text, styles: z.array(StyleEntry) }))

export const BreweryLexiconFile = z.array(
  z.strictObject({
    country: Text,
    breweries: z.array(
      z.union([Text.transform((name) => ({ name, aliases: [] })), z.strictObject({ name: Text, aliases: Aliases })]),
    ),
  }),
)
