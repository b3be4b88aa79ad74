/**
 * The beers that come with the product: `data/` as one value. Development, tests and the build read the YAML files; the
 * built product reads what `compileShipped` wrote, because thousands of YAML entries would delay its start.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { z } from 'zod'
import { BreweryLexiconFile, CountryFile, StyleFile, WordFile } from './data-format.ts'
import { describeBeer, describeBrewery } from './describe.ts'
import { slugOf } from './fold-text.ts'
import type { Lexicons, Range, StyleRow } from './lexicon.ts'

export type { Lexicons } from './lexicon.ts'

const Nullable = { text: z.string().nullable(), number: z.number().nullable() }

const ShippedBrewery = z.object({
  /** Stable across releases: the slug of country and name. */
  key: z.string(),
  name: z.string(),
  aliases: z.array(z.string()),
  city: Nullable.text,
  state: Nullable.text,
  country: z.string(),
  /** Year. */
  founded: Nullable.number,
  website: Nullable.text,
  description: z.string(),
})
export type ShippedBrewery = z.infer<typeof ShippedBrewery>

const ShippedBeer = z.object({
  /** Stable across releases: the key of the brewery and the slug of the name. */
  key: z.string(),
  breweryKey: z.string(),
  name: z.string(),
  aliases: z.array(z.string()),
  /** A name of the style lexicon. */
  style: z.string(),
  /** Percent by volume. */
  abv: Nullable.number,
  ibu: Nullable.number,
  /** How widely it is drunk, 0-100. */
  popularity: z.number(),
  description: z.string(),
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
  prior: Nullable.number,
})
const LexiconEntry = z.object({ name: z.string(), aliases: z.array(z.string()), country: Nullable.text })

const Shipped = z.object({
  breweries: z.array(ShippedBrewery),
  beers: z.array(ShippedBeer),
  styles: z.array(Style),
  lexicon: z.object({ breweries: z.array(LexiconEntry), words: z.array(z.string()) }),
})
/** Everything that ships: entries in the order of the files, and the lexicons that `createCatalogue` takes. */
export interface Shipped extends Lexicons {
  breweries: ShippedBrewery[]
  beers: ShippedBeer[]
}

const DATA = fileURLToPath(new URL('./data/', import.meta.url))

/**
 * Reads the data files. For development, tests and the build; see `openShipped` for the running product.
 * @throws Error naming the file and the place in it when an entry has not the form of `data-format.ts`.
 */
export function loadShipped(): Shipped {
  const styles = readStyles()
  const styleNamed = new Map(styles.map((style) => [style.name, style]))
  const breweries: ShippedBrewery[] = []
  const beers: ShippedBeer[] = []
  for (const { country, breweries: entries } of readCountries().values()) {
    for (const { beers: beerEntries, ...entry } of entries) {
      const place = { city: entry.city ?? null, state: entry.state ?? null, country }
      const key = `${slugOf(country)}/${slugOf(entry.name)}`
      const facts = { name: entry.name, ...place, founded: entry.founded ?? null }
      breweries.push({
        key,
        ...facts,
        aliases: entry.aliases,
        website: entry.website ?? null,
        description: describeBrewery({ ...facts, styles: beerEntries.map((beer) => beer.style) }),
      })
      for (const [index, { description, ...beer }] of beerEntries.entries()) {
        const figures = { abv: beer.abv ?? null, ibu: beer.ibu ?? null }
        beers.push({
          key: `${key}/${slugOf(beer.name)}`,
          breweryKey: key,
          ...beer,
          ...figures,
          description:
            description ??
            describeBeer({
              name: beer.name,
              style: styleNamed.get(beer.style) ?? null,
              ...figures,
              brewery: { name: entry.name, ...place },
              position: index,
            }),
        })
      }
    }
  }
  return {
    breweries,
    beers,
    styles,
    lexicon: { breweries: readLexiconBreweries(breweries), words: [...new Set(Object.values(readWords()).flat())] },
  }
}

/** The shipped data as the one JSON text that the build writes and `openShipped` reads. */
export function compileShipped(shipped: Shipped = loadShipped()): string {
  return JSON.stringify(shipped)
}

/**
 * Reads what `compileShipped` wrote.
 * @throws ZodError when the text is something else.
 */
export function openShipped(json: string): Shipped {
  return Shipped.parse(JSON.parse(json))
}

/** Every country file by its name, parsed; for the loader and the checker. */
export function readCountries(): Map<string, CountryFile> {
  const folder = join(DATA, 'beers')
  const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'))
  return new Map(names.sort().map((name) => [name, readData(join('beers', name), CountryFile)]))
}

function readStyles(): StyleRow[] {
  return readData('styles.yaml', StyleFile).flatMap(({ family, styles }) =>
    styles.map(({ srm, ...style }) => ({ prior: null, ...style, family, srm: middleOf(srm), srmRange: srm })),
  )
}

/** Colours are told apart by ratios, so the middle is the geometric one. */
function middleOf([palest, darkest]: Range): number {
  return Number(Math.sqrt(Math.max(palest, 1) * darkest).toFixed(1))
}

/** A brewery that has beers needs no place in the lexicon: its entry steps aside. */
function readLexiconBreweries(listed: readonly ShippedBrewery[]) {
  const taken = new Set(
    listed.flatMap(({ name, aliases, country }) => [name, ...aliases].map((each) => `${country} ${slugOf(each)}`)),
  )
  return readData('breweries.yaml', BreweryLexiconFile).flatMap(({ country, breweries }) =>
    breweries
      .filter(({ name, aliases }) => ![name, ...aliases].some((each) => taken.has(`${country} ${slugOf(each)}`)))
      .map((brewery) => ({ ...brewery, country })),
  )
}

function readWords(): Record<string, string[]> {
  return readData('words.yaml', WordFile)
}

function readData<T extends z.ZodType>(name: string, format: T): z.output<T> {
  const parsed = format.safeParse(parse(readFileSync(join(DATA, name), 'utf8')))
  if (parsed.success) return parsed.data
  throw new Error(`catalogue/data/${name} is not well-formed:\n${z.prettifyError(parsed.error)}`)
}
