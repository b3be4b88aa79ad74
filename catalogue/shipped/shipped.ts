/**
 * The data that ships with the product. Development, tests and the build parse the YAML files; the built product reads the
 * output of `compileShipped` and `compileLexicons`, because parsing thousands of YAML entries would delay its start.
 */
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { BEER_STATUSES, FACT_SOURCES } from '#contracts'
import type { Lexicons, OtherDrink, Range, StyleRow } from '../lexicon/lexicon.ts'
import { slugOf } from '../text/normalise.ts'
import { readDataFile } from '../words/data-file.ts'
import {
  type BeerEntry,
  BreweryLexiconFile,
  CountryFile,
  OtherDrinkFile,
  type Serving,
  ServingFile,
  StyleFile,
} from './data-format.ts'
import { keyOfBeer, keyOfBrewery } from './keys.ts'
import { cachedCompilation } from './parse-cache.ts'

export type { Lexicons } from '../lexicon/lexicon.ts'
export { type BeerFields, commentsOf, type DataChange, dataPatch } from './data-patch.ts'
export { dumpFiles } from './dump.ts'
export { idWithin } from './keys.ts'

const Nullable = { text: z.string().nullable(), number: z.number().nullable() }

const ShippedBrewery = z.object({
  /** Stable across releases, see `keys.ts`. */
  key: z.string(),
  name: z.string(),
  aliases: z.array(z.string()),
  city: Nullable.text,
  state: Nullable.text,
  country: z.string(),
  /** Year. */
  founded: Nullable.number,
  closed: Nullable.number,
  owner: Nullable.text,
  /** Whether it is no brewery but a brand that a store sells. */
  storeBrand: z.boolean(),
  /** -3 to 3; null when it was not judged. */
  standing: Nullable.number,
  website: Nullable.text,
})
export type ShippedBrewery = z.infer<typeof ShippedBrewery>

const ShippedBeer = z.object({
  /** Stable across releases, see `keys.ts`. */
  key: z.string(),
  breweryKey: z.string(),
  name: z.string(),
  aliases: z.array(z.string()),
  /** The `name` of a style of the lexicon. */
  style: z.string(),
  /** Percent by volume. */
  abv: Nullable.number,
  ibu: Nullable.number,
  /** How widely it is drunk, 0-100. */
  popularity: z.number(),
  status: z.enum(BEER_STATUSES),
  introduced: Nullable.number,
  retired: Nullable.number,
  source: z.enum(FACT_SOURCES),
  /** Year and month. */
  checked: Nullable.text,
  /** -3 to 3, beyond the standing of its brewery; null when it was not judged. */
  standing: Nullable.number,
  /** Percent by volume, by country, where it differs from `abv`. */
  abvByMarket: z.record(z.string(), z.number()).nullable(),
  /** Null if nobody has written about it. */
  description: Nullable.text,
})
export type ShippedBeer = z.infer<typeof ShippedBeer>

const Bounds = z.tuple([z.number(), z.number()]).readonly().nullable()
const Style = z.object({
  name: z.string(),
  family: z.string(),
  aliases: z.array(z.string()),
  abv: Bounds,
  ibu: Bounds,
  srm: Nullable.number,
  srmRange: Bounds,
  description: Nullable.text,
})
const LexiconEntry = z.object({ name: z.string(), aliases: z.array(z.string()), country: Nullable.text })

const ShippedLexicons = z.object({
  styles: z.array(Style),
  lexicon: z.object({
    breweries: z.array(LexiconEntry),
    otherDrinks: z.array(z.object({ name: z.string(), aliases: z.array(z.string()), kind: z.string() })),
  }),
})

const Shipped = z.object({
  ...ShippedLexicons.shape,
  breweries: z.array(ShippedBrewery),
  beers: z.array(ShippedBeer),
  servings: ServingFile,
})

/** All shipped data: entries in the order of the files, and the lexicons for `openCatalogue`. */
export interface Shipped extends Lexicons {
  breweries: ShippedBrewery[]
  beers: ShippedBeer[]
  servings: Serving[]
}

const BEERS = fileURLToPath(new URL('../data/beers', import.meta.url))

/**
 * Reads the data files, from a cache when they have not changed. For development, tests and the build; the running product uses
 * `openShipped`.
 * @throws Error with the file and the path of the entry when an entry does not match the schema in `data-format.ts`.
 */
export function loadShipped(): Shipped {
  return JSON.parse(cachedCompilation(() => JSON.stringify(parseShipped())))
}

function parseShipped(): Shipped {
  const styles = readStyles()
  const breweries: ShippedBrewery[] = []
  const beers: ShippedBeer[] = []
  for (const { country, breweries: entries } of readCountries().values()) {
    for (const { beers: beerEntries, ...entry } of entries) {
      const key = keyOfBrewery(country, entry)
      breweries.push({
        key,
        name: entry.name,
        aliases: entry.aliases,
        city: entry.city ?? null,
        state: entry.state ?? null,
        country,
        founded: entry.founded ?? null,
        closed: entry.closed ?? null,
        owner: entry.owner ?? null,
        storeBrand: entry.storeBrand ?? false,
        standing: entry.standing ?? null,
        website: entry.website ?? null,
      })
      for (const beer of beerEntries)
        beers.push({
          key: keyOfBeer(key, beer),
          breweryKey: key,
          name: beer.name,
          aliases: beer.aliases,
          style: beer.style,
          abv: usualAbv(beer),
          ibu: beer.ibu ?? null,
          popularity: beer.popularity,
          status: beer.status ?? 'current',
          introduced: beer.introduced ?? null,
          retired: beer.retired ?? null,
          source: beer.source ?? 'memory',
          checked: beer.checked ?? null,
          standing: beer.standing ?? null,
          abvByMarket: abvByMarket(beer),
          description: beer.description ?? null,
        })
    }
  }
  return {
    breweries,
    beers,
    styles,
    servings: readDataFile('serving.yaml', ServingFile),
    lexicon: { breweries: readLexiconBreweries(breweries), otherDrinks: readOtherDrinks() },
  }
}

/** Returns the shipped data as the JSON text that the build writes and `openShipped` reads. */
export function compileShipped(shipped: Shipped = loadShipped()): string {
  return JSON.stringify(shipped)
}

/**
 * Parses the output of `compileShipped`.
 * @throws SyntaxError when the text is not JSON.
 * @throws ZodError when it does not match the schema.
 */
export function openShipped(json: string): Shipped {
  return Shipped.parse(JSON.parse(json))
}

/** Returns the lexicons alone as JSON text, for `openLexicons`: a hundredth of what `compileShipped` returns. */
export function compileLexicons({ styles, lexicon }: Lexicons): string {
  return JSON.stringify({ styles, lexicon })
}

/**
 * Parses the output of `compileLexicons`.
 * @throws SyntaxError when the text is not JSON.
 * @throws ZodError when it does not match the schema.
 */
export function openLexicons(json: string): Lexicons {
  return ShippedLexicons.parse(JSON.parse(json))
}

/** The strength outside the markets that have their own; null when unknown. */
export function usualAbv({ abv }: BeerEntry): number | null {
  return (typeof abv === 'object' ? abv.default : abv) ?? null
}

/** The strengths in markets that have their own; null if there are none. */
function abvByMarket({ abv }: BeerEntry): Record<string, number> | null {
  if (typeof abv !== 'object') return null
  const { default: _usual, ...markets } = abv
  return Object.keys(markets).length > 0 ? markets : null
}

/** Parses every country file. Returns them by path below `data/beers`, sorted. */
export function readCountries(): Map<string, CountryFile> {
  const names = readdirSync(BEERS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yaml'))
  return new Map(names.sort().map((name) => [name, readDataFile(`beers/${name}`, CountryFile)]))
}

function readStyles(): StyleRow[] {
  return readDataFile('styles.yaml', StyleFile).flatMap(({ family, styles }) =>
    styles.map(({ srm, ...style }) => ({ ...style, family, srm: middleOf(srm), srmRange: srm })),
  )
}

/** The geometric mean, because perceived differences of colour are ratios of SRM. */
function middleOf([palest, darkest]: Range): number {
  return Number(Math.sqrt(Math.max(palest, 1) * darkest).toFixed(1))
}

function readOtherDrinks(): OtherDrink[] {
  return readDataFile('other-drinks.yaml', OtherDrinkFile).flatMap(({ kind, drinks }) =>
    drinks.map((drink) => ({ ...drink, kind })),
  )
}

/** Leaves out the breweries that have beers in the catalogue. */
function readLexiconBreweries(listed: readonly ShippedBrewery[]) {
  const listedNames = new Set(
    listed.flatMap(({ name, aliases, country }) => [name, ...aliases].map((each) => `${country} ${slugOf(each)}`)),
  )
  return readDataFile('breweries.yaml', BreweryLexiconFile).flatMap(({ country, breweries }) =>
    breweries
      .filter(({ name, aliases }) => ![name, ...aliases].some((each) => listedNames.has(`${country} ${slugOf(each)}`)))
      .map((brewery) => ({ ...brewery, country })),
  )
}
