/** What a user drank, in numbers. Other drinks of an import are not counted. */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { JournalSummary } from '#contracts'
import type { Conn } from '../../adapters/db/database.ts'
import { beerRatings, beers, breweries, styles, triedEntries } from '../../adapters/db/schema.ts'
import { isBeer, knownAbv } from '../../core/beers/beer-store.ts'
import { boundsOfYear } from '../../core/journal/week.ts'
import { BREWERY_NAME, isOfBrewery, isWithin } from './entry-filter.ts'

const TOP_BREWERIES = 10
/** Numbers of countries and of beers that are a badge. */
const COUNTRY_BADGES = [10, 25, 50]
const BEER_BADGES = [50, 100, 250, 500, 1_000]

export interface Period {
  userId: number
  /** All time if undefined. */
  year: number | undefined
  /** IANA name; null: UTC. */
  timeZone: string | null
}

/** One row for each beer that the user ever had. */
export async function triedBeers(conn: Conn, { userId, year, timeZone }: Period) {
  const bounds = year === undefined ? undefined : boundsOfYear(year, timeZone)
  const isCounted: SQL = (bounds && isWithin(bounds)) ?? sql`true`
  const tried = conn
    .select({
      beerId: triedEntries.beerId,
      entries: sql<number>`(count(*) filter (where ${isCounted}))::int`.as('entries'),
      firstAt: sql<Date | null>`min(${triedEntries.triedAt}) filter (where ${isCounted})`
        .mapWith(triedEntries.triedAt)
        .as('first_at'),
      firstEverAt: sql<Date>`min(${triedEntries.triedAt})`.mapWith(triedEntries.triedAt).as('first_ever_at'),
    })
    .from(triedEntries)
    .where(eq(triedEntries.userId, userId))
    .groupBy(triedEntries.beerId)
    .as('tried')
  const rows = await conn
    .select({
      id: beers.id,
      name: beers.name,
      breweryId: breweries.id,
      brewery: BREWERY_NAME,
      isStoreBrand: breweries.storeBrand,
      country: breweries.country,
      style: beers.style,
      family: styles.family,
      srm: styles.srm,
      abv: beers.abv,
      source: beers.source,
      popularity: beers.popularity,
      ownRating: beerRatings.rating,
      entries: tried.entries,
      firstAt: tried.firstAt,
      firstEverAt: tried.firstEverAt,
    })
    .from(tried)
    .innerJoin(beers, and(eq(beers.id, tried.beerId), isBeer))
    .leftJoin(breweries, isOfBrewery)
    .leftJoin(styles, eq(styles.name, beers.style))
    .leftJoin(beerRatings, and(eq(beerRatings.beerId, beers.id), eq(beerRatings.userId, userId)))
    .orderBy(tried.firstEverAt, beers.id)
  return { bounds, rows }
}

type Tried = Awaited<ReturnType<typeof triedBeers>>
type Row = Tried['rows'][number]

export function summaryOf({ bounds, rows }: Tried): JournalSummary {
  const had = rows.filter(({ entries }) => entries > 0)
  const byBrewery = groupedBy(
    had.filter(({ isStoreBrand }) => !isStoreBrand),
    ({ breweryId, brewery }) => breweryId ?? brewery?.toLowerCase(),
  )
  return {
    entries: had.reduce((sum, { entries }) => sum + entries, 0),
    beers: had.length,
    breweries: byBrewery.length,
    styles: groupedBy(had, ({ style }) => style ?? '').flatMap(styleOf),
    strengths: groupedBy(had, (row) => roundedAbv(row))
      .map(([percent, { length }]) => ({ percent, beers: length }))
      .sort((a, b) => a.percent - b.percent),
    countries: groupedBy(had, ({ country }) => country).map(([country, { length }]) => ({ country, beers: length })),
    topBreweries: byBrewery
      .slice(0, TOP_BREWERIES)
      .map(([, ofIt]) => ({ id: ofIt[0]?.breweryId ?? null, name: ofIt[0]?.brewery ?? '', beers: ofIt.length })),
    badges: badgesOf(rows).filter(({ reachedAt }) => {
      const at = Date.parse(reachedAt)
      return !bounds || (at >= bounds.from.getTime() && at < bounds.to.getTime())
    }),
  }
}

function roundedAbv(row: Row): number | null {
  const abv = knownAbv(row)
  return abv === null ? null : Math.round(abv)
}

function styleOf([style, rows]: [string, Row[]]): JournalSummary['styles'] {
  const beerOf = ({ id, name, brewery }: Row) => ({ id, name, brewery })
  const timeOf = ({ firstAt }: Row) => firstAt?.getTime() ?? 0
  const [first] = [...rows].sort((a, b) => timeOf(a) - timeOf(b))
  if (!first) return []
  const rated = rows.flatMap((row) => (row.ownRating === null ? [] : [{ row, rating: row.ownRating }]))
  const [best] = [...rated].sort((a, b) => b.rating - a.rating)
  const sum = rated.reduce((total, { rating }) => total + rating, 0)
  return [
    {
      style: style || null,
      srm: first.srm === null ? null : oneDecimal(first.srm),
      beers: rows.length,
      averageRating: rated.length === 0 ? null : oneDecimal(sum / rated.length),
      best: best ? { ...beerOf(best.row), rating: oneDecimal(best.rating) } : null,
      first: { ...beerOf(first), triedAt: new Date(timeOf(first)).toISOString() },
    },
  ]
}

/** Rows in the order in which the beers were first had. */
function badgesOf(rows: readonly Row[]): JournalSummary['badges'] {
  const badges: JournalSummary['badges'] = []
  const families = new Set<string>()
  const countries = new Set<string>()
  for (const [index, { family, country, firstEverAt }] of rows.entries()) {
    const reachedAt = firstEverAt.toISOString()
    if (BEER_BADGES.includes(index + 1)) badges.push({ kind: 'beers', beers: index + 1, reachedAt })
    if (family !== null && !families.has(family)) badges.push({ kind: 'first-of-family', family, reachedAt })
    if (country !== null && !countries.has(country) && COUNTRY_BADGES.includes(countries.size + 1))
      badges.push({ kind: 'countries', countries: countries.size + 1, reachedAt })
    if (family !== null) families.add(family)
    if (country !== null) countries.add(country)
  }
  return badges.reverse()
}

/** Largest group first, groups of one size in the order of their first row; rows without a key are left out. */
function groupedBy<K extends string | number>(rows: readonly Row[], keyOf: (row: Row) => K | null | undefined) {
  const groups = new Map<K, Row[]>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key === null || key === undefined) continue
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return [...groups].sort(([, a], [, b]) => b.length - a.length)
}

const oneDecimal = (value: number) => Number(value.toFixed(1))
