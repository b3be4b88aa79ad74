/**
 * Compares the shipped ABV values with other data sets: each data set is parsed and resolved to shipped beers as an import
 * would, and the ABV of every pair that has both is compared.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openDuplicateIndex } from '#catalogue/identity'
import { importSourceNamed } from '#catalogue/import'
import type { Shipped } from '#catalogue/shipped'
import { openFiles } from '#server/core/ingest/open-files.ts'

/** Percentage points within which two ABV values agree. */
export const AGREE_WITHIN = 0.3

interface DataSet {
  /** Folder or file under the folder of data sets. */
  path: string
  /** Name of the import source whose parser reads it. */
  source: string
  /** Year of the data, or of each of its folders, from its SOURCE.md. */
  year: number | Readonly<Record<string, number>>
}

const BEER_DB_YEARS = {
  world: 2014,
  'de-deutschland': 2014,
  'cz-czech-republic': 2014,
  'be-belgium': 2016,
  'by-bayern': 2017,
  'at-austria': 2018,
  'us-united-states': 2024,
}
/** Where the catalogue was corrected: how far it agrees says how consistent it is, not how true. */
export const SECOND_SOURCE = 'second-source/facts.csv'

const DATA_SETS: readonly DataSet[] = [
  // Its newest rows come first; three quarters are of 2011.
  { path: SECOND_SOURCE, source: 'table', year: 2017 },
  { path: 'openbeerdb', source: 'openbeerdb', year: 2011 },
  { path: 'openbeer', source: 'beer-db', year: BEER_DB_YEARS },
  { path: 'craft-beers', source: 'table', year: 2017 },
  { path: 'openbeer/at-austria/imports', source: 'table', year: 2018 },
  { path: 'punkapi', source: 'punk-api', year: 2026 },
]

/** A shipped beer beside a row of a data set, both with an ABV. */
export interface AbvPair {
  beer: Shipped['beers'][number]
  /** The data set, or its folder for this year. */
  set: string
  year: number
  agrees: boolean
  /** Both values, in words. */
  text: string
}

/** Pairs from all data sets found; a shipped beer counts once per data set, with the first matching row. */
export async function compareAbv(shipped: Shipped, data: string): Promise<AbvPair[]> {
  const breweries = new Map(shipped.breweries.map((brewery) => [brewery.key, brewery]))
  const index = openDuplicateIndex<Shipped['beers'][number]>(shipped)
  // Paired without the ABV: a wrong value shows only if it does not prevent the pairing.
  for (const beer of shipped.beers)
    index.add(beer, { ...withoutAbv(beer), brewery: breweries.get(beer.breweryKey) ?? null })

  const pairs = new Map<string, AbvPair>()
  for (const source of DATA_SETS) {
    if (!existsSync(join(data, source.path))) continue
    for await (const { beer: theirs, name: set, year } of beersWithAbv(source, data)) {
      const beer = index.find(withoutAbv(theirs))?.key
      if (!beer || beer.abv === null || pairs.has(`${set} ${beer.key}`)) continue
      pairs.set(`${set} ${beer.key}`, {
        beer,
        set,
        year,
        // The last digit of a decimal fraction is not exact in binary.
        agrees: Math.abs(beer.abv - theirs.abv) < AGREE_WITHIN + 0.001,
        text: `${beer.key} has ${beer.abv} %, ${set} of ${year} ${theirs.abv} % (${theirs.name}, ${theirs.brewery?.name ?? 'brewery unknown'})`,
      })
    }
  }
  return [...pairs.values()]
}

async function* beersWithAbv({ path, source: sourceName, year }: DataSet, data: string) {
  const source = importSourceNamed(sourceName)
  if (!source) throw new Error(`Unknown import source: ${sourceName}`)
  const { files } = openFiles([join(data, path)], source.filePattern)
  for await (const item of source.parse(files)) {
    if (item.kind !== 'beer' || item.beer.abv === null) continue
    const { name, aliases, abv, style, styleHints, brewery } = item.beer
    const beer = {
      name,
      aliases,
      abv,
      style: style ?? styleHints[0],
      brewery: brewery && { ...brewery, aliases: brewery.otherNames },
    }
    const [folder = ''] = item.at.file.split('/')
    if (typeof year === 'number') yield { beer, name: path, year }
    else if (year[folder] !== undefined) yield { beer, name: `${path}/${folder}`, year: year[folder] }
  }
}

function withoutAbv<T extends { abv: number | null }>(beer: T): T {
  return { ...beer, abv: null }
}
