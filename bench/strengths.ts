/**
 * Whether the strengths that ship agree with the data sets of others: each is read as an import reads it, its beers are
 * paired with the shipped ones as an import pairs them, and where both state a strength they are compared.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { importSourceNamed, openDuplicateIndex } from '#catalogue'
import type { Shipped } from '#catalogue/shipped'
import { openFiles } from '#server/catalogue-import/open-files.ts'

/** Percent points up to which two strengths agree. */
export const AGREE_WITHIN = 0.3

interface DataSet {
  /** Folder or file under the folder of data sets. */
  path: string
  /** The reader, by the name of its source. */
  source: string
  /** The year of the data, or of each of its folders, as its SOURCE.md dates them. */
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
const DATA_SETS: readonly DataSet[] = [
  { path: 'openbeerdb', source: 'openbeerdb', year: 2011 },
  { path: 'openbeer', source: 'beer-db', year: BEER_DB_YEARS },
  { path: 'craft-beers', source: 'table', year: 2017 },
  { path: 'openbeer/at-austria/imports', source: 'table', year: 2018 },
  { path: 'punkapi', source: 'punk-api', year: 2026 },
]

export interface Agreement {
  /** The data set, or the folder of it that is of this year. */
  name: string
  year: number
  /** Shipped beers with a strength that the data set states one for. */
  compared: number
  agreeing: number
  /** For people: whose figures are how far apart. */
  disagreements: string[]
}

/** One of each data set that is there; a shipped beer counts once in each, as the first line that means it states it. */
export async function measureStrengths(shipped: Shipped, data: string): Promise<Agreement[]> {
  const houses = new Map(shipped.breweries.map((brewery) => [brewery.key, brewery]))
  const index = openDuplicateIndex<Shipped['beers'][number]>(shipped)
  // Neither side tells its strength: beers that differ in nothing else have to be paired for a wrong figure to be seen.
  for (const beer of shipped.beers)
    index.add(beer, { ...withoutStrength(beer), brewery: houses.get(beer.breweryKey) ?? null })

  const agreements = new Map<string, Agreement>()
  const seen = new Set<string>()
  for (const set of DATA_SETS) {
    if (!existsSync(join(data, set.path))) continue
    for await (const { beer, name, year } of statedStrengths(set, data)) {
      const ours = index.find(withoutStrength(beer))?.key
      if (!ours || ours.abv === null || seen.has(`${name} ${ours.key}`)) continue
      seen.add(`${name} ${ours.key}`)
      const agreement = agreements.get(name) ?? { name, year, compared: 0, agreeing: 0, disagreements: [] }
      agreements.set(name, agreement)
      agreement.compared++
      // The last digit of a decimal fraction is not exact in binary.
      if (Math.abs(ours.abv - beer.abv) < AGREE_WITHIN + 0.001) agreement.agreeing++
      else
        agreement.disagreements.push(
          `${ours.key} has ${ours.abv} %, ${name} of ${year} ${beer.abv} % (${beer.name}, ${beer.brewery?.name ?? 'brewery unknown'})`,
        )
    }
  }
  return [...agreements.values()]
}

async function* statedStrengths({ path, source: sourceName, year }: DataSet, data: string) {
  const source = importSourceNamed(sourceName)
  if (!source) throw new Error(`There is no source ${sourceName}.`)
  const { files } = openFiles([join(data, path)], source.files)
  for await (const item of source.read(files)) {
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

function withoutStrength<T extends { abv: number | null }>(beer: T): T {
  return { ...beer, abv: null }
}
