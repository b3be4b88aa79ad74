/** Selects the entries that a number of the summary counts. */
import { and, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Conn } from '../../adapters/db/database.ts'
import { beers, breweries, triedEntries } from '../../adapters/db/schema.ts'
import { hasKnownAbv, isBeer } from '../../core/beers/beer-store.ts'
import { boundsOfYear } from '../../core/journal/week.ts'

export interface EntryFilter {
  style?: string | undefined
  country?: string | undefined
  breweryId?: number | undefined
  percent?: number | undefined
  year?: number | undefined
  /** IANA name; UTC without one. */
  timeZone?: string | null | undefined
}

/** Undefined without a filter. */
export function matches(conn: Conn, filter: EntryFilter): SQL | undefined {
  const { style, country, breweryId, percent, year, timeZone = null } = filter
  const ofBeer = [
    style === undefined ? undefined : eq(beers.style, style),
    country === undefined ? undefined : eq(breweries.country, country),
    breweryId === undefined ? undefined : eq(breweries.id, breweryId),
    percent === undefined ? undefined : and(hasKnownAbv, eq(ROUNDED_ABV, percent)),
  ]
  if (year === undefined && ofBeer.every((condition) => condition === undefined)) return undefined
  const counted = conn
    .select({ id: beers.id })
    .from(beers)
    .leftJoin(breweries, isOfBrewery)
    .where(and(isBeer, ...ofBeer))
  return and(
    inArray(triedEntries.beerId, counted),
    year === undefined ? undefined : isWithin(boundsOfYear(year, timeZone)),
  )
}

export function isWithin({ from, to }: { from: Date; to: Date }): SQL | undefined {
  return and(gte(triedEntries.triedAt, from), lt(triedEntries.triedAt, to))
}

/** Joins an unlisted beer, whose brewery is a name only, with the one brewery of that name. */
export const isOfBrewery = sql`${breweries.id} = coalesce(${beers.breweryId}, (
  select case when count(*) = 1 then min(same.id) end from ${breweries} as same
  where lower(same.name) = lower(${beers.breweryText}) and not same.removed))`

/** An unlisted beer may have the name alone. */
export const BREWERY_NAME = sql<string | null>`coalesce(${breweries.name}, ${beers.breweryText})`

/** Half a percent rounds up, as in JavaScript. */
const ROUNDED_ABV = sql<number>`floor(round(${beers.abv}::numeric, 2) + 0.5)`
