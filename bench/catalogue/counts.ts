/** Counts the shipped catalogue by source, status, popularity and country, for the terminal and for `docs/catalogue.md`. */

import type { Shipped } from '#catalogue/shipped'
import { BEER_STATUSES, FACT_SOURCES } from '#contracts'

type Beers = Shipped['beers']
type Breweries = Shipped['breweries']

interface Row {
  name: string
  breweries: number
  beers: number
  /** Compared with a source. */
  checked: number
  retired: number
  described: number
}

export interface CatalogueCounts {
  totals: Omit<Row, 'name'> & {
    countries: number
    styles: number
    closedBreweries: number
    ownedBreweries: number
    storeBrands: number
  }
  bySource: [name: string, beers: number][]
  byStatus: [name: string, beers: number][]
  /** From the best known beers to the least. */
  byPopularity: Row[]
  /** Most beers first. */
  byCountry: Row[]
  /** Of the United States, which have a third of all beers. Most beers first. */
  byState: Row[]
}

/** Lowest popularity of each band, as the app treats them: known to many, worth a description, shown unchecked, the rest. */
const BANDS = [50, 20, 10, 0]

export function countCatalogue({
  breweries,
  beers,
  styles,
}: Pick<Shipped, 'breweries' | 'beers' | 'styles'>): CatalogueCounts {
  const inBand = (beer: Beers[number], nth: number) =>
    beer.popularity >= (BANDS[nth] ?? 0) && beer.popularity < (BANDS[nth - 1] ?? Number.POSITIVE_INFINITY)
  const byCountry = rowsBy(({ country }) => country, breweries, beers)
  const american = breweries.filter(({ country }) => country === 'United States')
  const { name: _, ...totals } = rowOf('', beers)
  return {
    totals: {
      ...totals,
      breweries: breweries.length,
      countries: byCountry.length,
      styles: styles.length,
      closedBreweries: breweries.filter(({ closed }) => closed !== null).length,
      ownedBreweries: breweries.filter(({ owner }) => owner !== null).length,
      storeBrands: breweries.filter(({ storeBrand }) => storeBrand).length,
    },
    bySource: FACT_SOURCES.map((source) => [source, beers.filter((beer) => beer.source === source).length]),
    byStatus: BEER_STATUSES.map((status) => [status, beers.filter((beer) => beer.status === status).length]),
    byPopularity: BANDS.map((lowest, nth) => {
      const name = nth === 0 ? `${lowest} and more` : `${lowest} to ${(BANDS[nth - 1] ?? 0) - 1}`
      return rowOf(
        name,
        beers.filter((beer) => inBand(beer, nth)),
      )
    }),
    byCountry,
    byState: rowsBy(({ state }) => state ?? 'unknown', american, beers),
  }
}

/** A row for each place of these breweries, most beers first. */
function rowsBy(placeOf: (brewery: Breweries[number]) => string, breweries: Breweries, beers: Beers): Row[] {
  const placeByKey = new Map(breweries.map((brewery) => [brewery.key, placeOf(brewery)]))
  const rows = [...new Set(placeByKey.values())].map((place) => ({
    ...rowOf(
      place,
      beers.filter(({ breweryKey }) => placeByKey.get(breweryKey) === place),
    ),
    breweries: breweries.filter(({ key }) => placeByKey.get(key) === place).length,
  }))
  return rows.sort((a, b) => b.beers - a.beers || (a.name < b.name ? -1 : 1))
}

function rowOf(name: string, beers: Beers): Row {
  return {
    name,
    breweries: new Set(beers.map(({ breweryKey }) => breweryKey)).size,
    beers: beers.length,
    checked: beers.filter(({ source }) => source !== 'memory').length,
    retired: beers.filter(({ status }) => status === 'retired').length,
    described: beers.filter(({ description }) => description !== null).length,
  }
}

/** Countries printed one by one; the others are summed up. */
const COUNTRIES_PRINTED = 20

export function countsText({ totals, bySource, byStatus, byPopularity, byCountry }: CatalogueCounts): string {
  const pairs = (counts: [string, number][]) => counts.map(([name, n]) => `${name} ${n}`).join(', ')
  const share = (n: number, of: number) => `${((100 * n) / Math.max(1, of)).toFixed(0)} %`
  const line = ({ name, breweries, beers, checked, retired, described }: Row) =>
    `    ${name.padEnd(16)} ${String(breweries).padStart(5)} breweries ${String(beers).padStart(6)} beers, ` +
    `${share(checked, beers)} checked, ${retired} retired, ${share(described, beers)} described`
  const others = byCountry.slice(COUNTRIES_PRINTED)
  return [
    `  by source: ${pairs(bySource)}`,
    `  by status: ${pairs(byStatus)}; ${totals.closedBreweries} breweries closed, ${totals.ownedBreweries} owned by others`,
    '  by popularity:',
    ...byPopularity.map(line),
    '  by country:',
    ...byCountry.slice(0, COUNTRIES_PRINTED).map(line),
    ...(others.length > 0 ? [line(sumOf(`${others.length} others`, others))] : []),
  ].join('\n')
}

function sumOf(name: string, rows: readonly Row[]): Row {
  const sum = (field: Exclude<keyof Row, 'name'>) => rows.reduce((total, row) => total + row[field], 0)
  return {
    name,
    breweries: sum('breweries'),
    beers: sum('beers'),
    checked: sum('checked'),
    retired: sum('retired'),
    described: sum('described'),
  }
}

const SOURCES: Readonly<Record<string, string>> = {
  brewery: 'the brewery says so',
  label: 'read on a label',
  register: 'in a public register',
  'second-source': 'another collection agrees by name, brewery and strength',
  memory: 'general knowledge, compared with nothing yet',
}
const STATUSES: Readonly<Record<string, string>> = {
  current: 'brewed all year, as far as known',
  seasonal: 'brewed every year for a season',
  'one-off': 'brewed once',
  retired: 'no longer brewed',
}

const COLUMNS = ['breweries', 'beers', 'checked', 'retired', 'described']

/** The page `docs/catalogue.md`. */
export function countsPage({ totals, bySource, byStatus, byPopularity, byCountry, byState }: CatalogueCounts): string {
  const n = (value: number) => value.toLocaleString('en')
  const table = (head: string[], rows: string[][]) =>
    [head, head.map((_, nth) => (nth === 0 ? '---' : '---:')), ...rows]
      .map((cells) => `| ${cells.join(' | ')} |`)
      .join('\n')
  const meanings = (counts: [string, number][], meaning: Readonly<Record<string, string>>) =>
    counts.map(([name, beers]) => [`\`${name}\`: ${meaning[name] ?? ''}`, n(beers)])
  const cells = ({ name, beers, checked, retired, described }: Row) => [
    name,
    ...[beers, checked, retired, described].map(n),
  ]
  const placeCells = (row: Row) => {
    const [name = '', ...others] = cells(row)
    return [name, n(row.breweries), ...others]
  }
  return `# The catalogue in numbers

Written by \`npm run bench -- catalogue --docs\`; run it again when the data have changed.

${n(totals.beers)} beers of ${n(totals.breweries)} breweries in ${totals.countries} countries, in ${totals.styles} styles; ${n(totals.checked)} beers are checked against a source and ${n(totals.described)} described. ${n(totals.closedBreweries)} breweries
are closed, ${n(totals.ownedBreweries)} belong to another company, and ${n(totals.storeBrands)} are brands of stores. [CONTRIBUTING.md](../CONTRIBUTING.md) says how to add or correct a beer, and
\`npm run catalogue -- export <folder>\` writes all of it for other programs, in the public domain (CC0 1.0).
[settled-strengths.md](settled-strengths.md) lists the strengths, styles and breweries that stay although another
collection differs.

## By source

Where the facts of a beer were checked. The app says so on the beer's page, and hides the figures of unchecked beers of popularity under 10.

${table(['source', 'beers'], meanings(bySource, SOURCES))}

## By status

${table(['status', 'beers'], meanings(byStatus, STATUSES))}

## By popularity

${table(['popularity', 'beers', 'checked', 'retired', 'described'], byPopularity.map(cells))}

## By country

${table(['country', ...COLUMNS], byCountry.map(placeCells))}

## The United States by state

${table(['state', ...COLUMNS], byState.map(placeCells))}
`
}
