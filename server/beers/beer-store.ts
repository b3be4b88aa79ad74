/**
 * Reads beers as they travel over the wire: the row with its brewery's name and place, its style's colour and where it
 * stands among the beers of its style.
 */
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { type Beer, type BeerOrigin, STANDING_BEERS_MIN } from '#contracts'
import type { Conn } from '../db/database.ts'
import {
  beers,
  breweries,
  catalogueOrigins,
  movedBeers,
  scanItems,
  scans,
  styleStandings,
  styles,
} from '../db/schema.ts'

const columns = {
  id: beers.id,
  name: beers.name,
  breweryName: breweries.name,
  breweryText: beers.breweryText,
  breweryId: beers.breweryId,
  style: beers.style,
  abv: beers.abv,
  ibu: beers.ibu,
  rating: beers.rating,
  ratingOrigin: beers.ratingOrigin,
  ratingCount: beers.ratingCount,
  description: beers.description,
  imageUrl: beers.imageUrl,
  ownerId: beers.ownerId,
  kind: beers.kind,
  provisional: sql<BeerOrigin | null>`case when ${beers.provisional} then (
    select json_build_object('source', source, 'licence', licence) from ${catalogueOrigins}
    where ${catalogueOrigins.beerId} = ${beers.id} order by at, source limit 1) end`,
  city: breweries.city,
  state: breweries.state,
  country: breweries.country,
  srm: styles.srm,
  hasNamesake: sql<boolean>`exists (
    select from ${breweries} as other
    where lower(other.name) = lower(${breweries.name}) and other.id <> ${breweries.id} and not other.removed)`,
  rated: styleStandings.beers,
  /** How many of the hundred thresholds the rating reaches. */
  reached: sql<number | null>`width_bucket(${beers.rating}, ${styleStandings.thresholds})`,
}

/** Only what rests on more than an estimate, in a style with enough such beers. */
const comparable = and(
  eq(styleStandings.style, beers.style),
  inArray(beers.ratingOrigin, ['community', 'imported']),
  isNull(beers.ownerId),
  sql`${styleStandings.beers} >= ${STANDING_BEERS_MIN} and cardinality(${styleStandings.thresholds}) = 100`,
)

/** The select every feature builds its own lists on: add `where`, `orderBy` and `limit`, then `toBeer` each row. */
export function selectBeers(conn: Conn) {
  return conn
    .select(columns)
    .from(beers)
    .leftJoin(breweries, eq(breweries.id, beers.breweryId))
    .leftJoin(styles, eq(styles.name, beers.style))
    .leftJoin(styleStandings, comparable)
    .$dynamic()
}

export type BeerRow = Awaited<ReturnType<typeof selectBeers>>[number]

/** Beers of the catalogue, and the unlisted ones this user scanned. */
export function visibleTo(userId: number): SQL {
  const own = or(isNull(beers.ownerId), eq(beers.ownerId, userId))
  return and(eq(beers.removed, false), own) ?? own ?? eq(beers.removed, false)
}

export function beerStore(conn: Conn) {
  return {
    /** Whoever owns them: for composing what a user's own scan or favourite already refers to. */
    async byIds(ids: readonly number[]): Promise<Map<number, Beer>> {
      if (ids.length === 0) return new Map()
      const rows = await selectBeers(conn).where(inArray(beers.id, [...new Set(ids)]))
      return new Map(rows.map((row) => [row.id, toBeer(row)]))
    },
    /** For whoever has the link of a shared scan: a beer that stands on it, whoever owns it. */
    async onShared(id: number, token: string): Promise<Beer | undefined> {
      const stands = sql`exists (
        select from ${scanItems} join ${scans} on ${scans.id} = ${scanItems.scanId}
        where ${scanItems.beerId} = ${beers.id} and ${scans.shareToken} = ${token})`
      const [row] = await selectBeers(conn).where(and(eq(beers.id, id), eq(beers.removed, false), stands))
      return row && toBeer(row)
    },
    visibleTo: (userId: number) => ({
      async byId(id: number): Promise<Beer | undefined> {
        const [row] = await selectBeers(conn).where(and(eq(beers.id, id), visibleTo(userId)))
        return row && toBeer(row)
      },
      /** The listed beer that this user's unlisted one of this id has become. */
      async byFormerId(id: number): Promise<Beer | undefined> {
        const become = and(eq(movedBeers.id, id), eq(movedBeers.userId, userId), eq(movedBeers.beerId, beers.id))
        const [row] = await selectBeers(conn).innerJoin(movedBeers, become).where(visibleTo(userId))
        return row && toBeer(row)
      },
    }),
  }
}

/** `real` columns carry four-byte floats; people see the decimals they were entered with. */
const rounded = (value: number, decimals: number) => Number(value.toFixed(decimals))

export function toBeer(row: BeerRow): Beer {
  return {
    id: row.id,
    name: row.name,
    brewery: row.breweryName ?? row.breweryText,
    breweryId: row.breweryId,
    style: row.style,
    abv: row.abv === null ? null : rounded(row.abv, 2),
    ibu: row.ibu === null ? null : rounded(row.ibu, 1),
    rating: rounded(row.rating, 1),
    ratingOrigin: row.ratingOrigin,
    ratingCount: row.ratingCount,
    description: row.description,
    imageUrl: row.imageUrl,
    listed: row.ownerId === null,
    place: [row.state ?? row.city, row.country].filter(Boolean).join(', ') || null,
    srm: row.srm === null ? null : rounded(row.srm, 1),
    standing: standingOf(row),
    kind: row.kind,
    provisional: row.provisional,
    breweryPlace: row.hasNamesake ? [row.city ?? row.state, row.country].filter(Boolean).join(', ') || null : null,
  }
}

/** A rating that passed below all thresholds since they were computed is among the last. */
function standingOf({ rated, reached }: BeerRow): Beer['standing'] {
  if (rated === null || reached === null) return null
  return { topPercent: Math.min(100, 101 - reached), beers: rated }
}
