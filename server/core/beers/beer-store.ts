/** Reads beers in their API shape: the row with the brewery's name and place, the style's colour and its rank in the style. */
import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  ne,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'
import { RANGE_STDS } from '#catalogue/ratings'
import {
  type Beer,
  type BeerDetails,
  type BeerOrigin,
  RATING_MAX,
  type RatingEvidence,
  type Serving,
  STYLE_PERCENTILE_BEERS_MIN,
} from '#contracts'
import { builtOnce } from '../../adapters/db/built-once.ts'
import type { Conn } from '../../adapters/db/database.ts'
import { isAnyOf } from '../../adapters/db/ids-in.ts'
import {
  beerRatings,
  beerRedirects,
  beers,
  breweries,
  catalogueOrigins,
  importedRatings,
  rounds,
  scanItems,
  scans,
  stylePercentiles,
  styles,
} from '../../adapters/db/schema.ts'
import { ESTIMATE_SOURCE } from '../ratings/rate-beers.ts'
import { RANKED_ORIGINS } from '../ratings/style-percentiles.ts'

/** From here on, most figures from memory are right. */
const UNCHECKED_FIGURES_POPULARITY_MIN = 10

/** What lists show. */
const columns = {
  id: beers.id,
  name: beers.name,
  breweryName: breweries.name,
  breweryText: beers.breweryText,
  breweryId: beers.breweryId,
  style: beers.style,
  styleFamily: styles.family,
  abv: beers.abv,
  ibu: beers.ibu,
  rating: beers.rating,
  ratingOrigin: beers.ratingOrigin,
  ratingStd: beers.ratingStd,
  ratingCount: beers.ratingCount,
  description: beers.description,
  imageUrl: beers.imageUrl,
  ownerId: beers.ownerId,
  kind: beers.kind,
  popularity: beers.popularity,
  status: beers.status,
  source: beers.source,
  provisional: sql<BeerOrigin | null>`case when ${beers.provisional} then (
    select json_build_object('source', source, 'licence', licence) from ${catalogueOrigins}
    where ${catalogueOrigins.beerId} = ${beers.id} order by at, source limit 1) end`,
  city: breweries.city,
  state: breweries.state,
  country: breweries.country,
  storeBrand: breweries.storeBrand,
  srm: styles.srm,
  typicalIbu: styles.typicalIbu,
  styleDescription: styles.description,
  hasNamesake: sql<boolean>`exists (
    select from ${breweries} as other
    where lower(other.name) = lower(${breweries.name}) and other.id <> ${breweries.id} and not other.removed)`,
  ratedBeers: stylePercentiles.beers,
  /** Number of percentile thresholds (0-100) that the rating reaches. */
  thresholdsReached: sql<number | null>`width_bucket(${beers.rating}, ${stylePercentiles.thresholds})`,
}

/** What the page of a beer shows: with facts that lists leave out, and what its rating is made of. */
function pageColumns(userId: number | Placeholder) {
  const isOfBeer = and(
    eq(importedRatings.beerId, beers.id),
    ne(importedRatings.source, ESTIMATE_SOURCE),
    gt(importedRatings.mean, 0),
  )
  return {
    ...columns,
    introduced: beers.introduced,
    retired: beers.retired,
    checked: beers.checked,
    abvByMarket: beers.abvByMarket,
    breweryClosed: breweries.closed,
    glass: styles.glass,
    servedFrom: styles.servedFrom,
    servedTo: styles.servedTo,
    pairings: styles.pairings,
    ownRating: sql<number | null>`(
      select rating from ${beerRatings} where ${beerRatings.beerId} = ${beers.id} and ${beerRatings.userId} = ${userId})`,
    votes: sql<number>`(select count(*)::int from ${beerRatings} where ${beerRatings.beerId} = ${beers.id})`,
    imported: sql<RatingEvidence['imported'] | null>`(
      select json_agg(json_build_object('source', source, 'count', nullif(count, 0)) order by count desc nulls last, source)
      from ${importedRatings} where ${isOfBeer})`,
  }
}

const isOfBrewery = eq(breweries.id, beers.breweryId)
const isOfStyle = eq(styles.name, beers.style)
/** Joins percentiles only to listed beers that are known beyond their style, in styles with enough such beers. */
const isRanked = and(
  eq(stylePercentiles.style, beers.style),
  inArray(beers.ratingOrigin, [...RANKED_ORIGINS]),
  isNull(beers.ownerId),
  sql`${stylePercentiles.beers} >= ${STYLE_PERCENTILE_BEERS_MIN} and cardinality(${stylePercentiles.thresholds}) = 100`,
)

/** Base query for every list of beers: add `where`, `orderBy` and `limit`, then map the rows with `toBeer`. */
export function selectBeers(conn: Conn) {
  return conn
    .select(columns)
    .from(beers)
    .leftJoin(breweries, isOfBrewery)
    .leftJoin(styles, isOfStyle)
    .leftJoin(stylePercentiles, isRanked)
    .$dynamic()
}

function selectPages(conn: Conn, userId: number | Placeholder) {
  return conn
    .select(pageColumns(userId))
    .from(beers)
    .leftJoin(breweries, isOfBrewery)
    .leftJoin(styles, isOfStyle)
    .leftJoin(stylePercentiles, isRanked)
    .$dynamic()
}

/** Best rated first. Beers of which only the style is known come after those that are known better, retired ones last. */
export const byRating = [
  asc(sql`${beers.status} = 'retired'`),
  asc(sql`${beers.ratingOrigin} = 'style'`),
  desc(beers.rating),
] as const

export type BeerRow = Awaited<ReturnType<typeof selectBeers>>[number]
type PageRow = Awaited<ReturnType<typeof selectPages>>[number]

/** Condition: catalogue beers and the user's own unlisted beers. */
export function visibleTo(userId: number | Placeholder): SQL {
  const own = or(isNull(beers.ownerId), eq(beers.ownerId, userId))
  return and(eq(beers.removed, false), own) ?? own ?? eq(beers.removed, false)
}

/**
 * The id of a beer that a user's device knows by this id: that of the listed beer if their unlisted beer with it has joined the
 * catalogue meanwhile, as while a change waited for the network.
 */
export function currentIdOf(userId: number, id: number): SQL<number> {
  const replacement = sql`select ${beerRedirects.beerId} from ${beerRedirects}
    where ${beerRedirects.id} = ${id} and ${beerRedirects.userId} = ${userId}
      and not exists (select from ${beers} as given where given.id = ${id})`
  return sql<number>`coalesce((${replacement}), ${id}::int)`
}

/** Condition: no cider, mead or the like. Those of the catalogue are known by their style, imported ones by their kind, too. */
export const isBeer = and(
  eq(beers.kind, 'beer'),
  sql`not exists (select from ${styles} as other where other.name = ${beers.style} and other.family = 'Not Beer')`,
)

/** A beer as its page shows it to a user. */
export type BeerOnPage = Beer & Pick<BeerDetails, 'facts' | 'serving' | 'ownRating' | 'evidence'>

const ID = sql.placeholder('id')
const IDS = sql.placeholder('ids')
const USER_ID = sql.placeholder('userId')

const rowsById = builtOnce((conn) => selectBeers(conn).where(isAnyOf(beers.id, IDS)))
const visibleRows = builtOnce((conn) => selectBeers(conn).where(and(isAnyOf(beers.id, IDS), visibleTo(USER_ID))))
const visiblePage = builtOnce((conn) => selectPages(conn, USER_ID).where(and(eq(beers.id, ID), visibleTo(USER_ID))))

export function beerStore(conn: Conn) {
  return {
    /** Ignores ownership: for beers that a row of the user, such as a scan or a favourite, already references. */
    async byIds(ids: readonly number[]): Promise<Map<number, Beer>> {
      if (ids.length === 0) return new Map()
      const rows = await rowsById(conn).execute({ ids: [...new Set(ids)] })
      return new Map(rows.map((row) => [row.id, toBeer(row)]))
    },
    /** Returns each row with its beer, in the same order. */
    async joinedTo<Row extends { beerId: number }>(rows: readonly Row[]): Promise<(Row & { beer: Beer })[]> {
      const beersById = await this.byIds(rows.map(({ beerId }) => beerId))
      return rows.flatMap((row) => {
        const beer = beersById.get(row.beerId)
        return beer ? [{ ...row, beer }] : []
      })
    },
    /**
     * Returns a beer of the scan that is shared, or at the table, with this token, whoever owns it. A guest's device may still have the id
     * that the beer had before it joined the catalogue.
     */
    async onShared(id: number, token: string, userId: number): Promise<BeerOnPage | undefined> {
      const isOnSharedScan = sql`exists (
        select from ${scanItems} join ${scans} as page on page.id = ${scanItems.scanId}
        join ${scans} on ${scans.id} = coalesce(page.page_of, page.id)
        where ${scanItems.beerId} = ${beers.id} and (
          ${token} in (page.share_token, ${scans.shareToken}) or exists (
            select from ${rounds} where ${rounds.scanId} = ${scans.id}
              and ${rounds.token} = ${token} and ${rounds.endsAt} > now())))`
      const joined = conn.select({ id: beerRedirects.beerId }).from(beerRedirects).where(eq(beerRedirects.id, id))
      const isBeer = or(eq(beers.id, id), inArray(beers.id, joined))
      const isShared = and(isBeer, eq(beers.removed, false), isOnSharedScan)
      const [row] = await selectPages(conn, userId).where(isShared)
      return row && toPage(row)
    },
    visibleTo: (userId: number) => ({
      /** Returns the id that the beer has now (see `currentIdOf`); undefined if it is not visible. */
      async currentId(id: number): Promise<number | undefined> {
        const isVisible = and(eq(beers.id, currentIdOf(userId, id)), visibleTo(userId))
        return (await conn.select({ id: beers.id }).from(beers).where(isVisible))[0]?.id
      },
      async byId(id: number): Promise<BeerOnPage | undefined> {
        const [row] = await visiblePage(conn).execute({ id, userId })
        return row && toPage(row)
      },
      /** In the order of the ids. */
      async byIds(ids: readonly number[]): Promise<Beer[]> {
        if (ids.length === 0) return []
        const byId = new Map((await visibleRows(conn).execute({ ids, userId })).map((row) => [row.id, row]))
        return ids.flatMap((id) => {
          const row = byId.get(id)
          return row ? [toBeer(row)] : []
        })
      },
      /** Returns the listed beer that replaced this user's unlisted beer with the given id. */
      async byFormerId(id: number): Promise<BeerOnPage | undefined> {
        const isRedirect = and(
          eq(beerRedirects.id, id),
          eq(beerRedirects.userId, userId),
          eq(beerRedirects.beerId, beers.id),
        )
        const [row] = await selectPages(conn, userId).innerJoin(beerRedirects, isRedirect).where(visibleTo(userId))
        return row && toPage(row)
      },
    }),
  }
}

function toPage(row: PageRow): BeerOnPage {
  const { source, checked, introduced, retired, breweryClosed, ownRating, votes, imported } = row
  const abvByMarket = isDoubtful(row) ? {} : (row.abvByMarket ?? {})
  return {
    ...toBeer(row),
    facts: { source, checked, introduced, retired, breweryClosed, abvByMarket },
    serving: servingOf(row),
    ownRating: ownRating === null ? null : rounded(ownRating, 1),
    evidence: { votes, imported: imported ?? [] },
  }
}

function servingOf({ glass, servedFrom, servedTo, pairings }: PageRow): Serving | null {
  if (glass === null || servedFrom === null || servedTo === null || pairings === null) return null
  return { glass, celsius: { from: servedFrom, to: servedTo }, pairings }
}

/** Of obscure beers, figures from memory are right too seldom to be shown unchecked. */
const isDoubtful = ({ source, popularity }: Pick<BeerRow, 'source' | 'popularity'>) =>
  source === 'memory' && popularity < UNCHECKED_FIGURES_POPULARITY_MIN

/** `real` columns hold 4-byte floats: rounds to the decimals that were entered. */
const rounded = (value: number, decimals: number) => Number(value.toFixed(decimals))

/** Whether `knownAbv` returns a strength, as a condition. */
export const hasKnownAbv = and(
  isNotNull(beers.abv),
  or(sql`${beers.source} is distinct from 'memory'`, gte(beers.popularity, UNCHECKED_FIGURES_POPULARITY_MIN)),
)

/** Percent by volume, if it can be trusted. */
export function knownAbv(row: Pick<BeerRow, 'abv' | 'source' | 'popularity'>): number | null {
  return row.abv === null || isDoubtful(row) ? null : rounded(row.abv, 2)
}

/** Bitterness units, if they can be trusted. */
export function knownIbu(row: Pick<BeerRow, 'ibu' | 'source' | 'popularity'>): number | null {
  return row.ibu === null || isDoubtful(row) ? null : rounded(row.ibu, 1)
}

export function toBeer(row: BeerRow): Beer {
  return {
    id: row.id,
    name: row.name,
    brewery: row.breweryName ?? row.breweryText,
    breweryId: row.breweryId,
    style: row.style,
    styleFamily: row.styleFamily,
    abv: knownAbv(row),
    ibu: knownIbu(row),
    rating: rounded(row.rating, 1),
    ratingOrigin: row.ratingOrigin,
    ratingRange: rangeOf(row),
    ratingCount: row.ratingCount,
    description: row.description,
    styleDescription: row.description === null ? row.styleDescription : null,
    imageUrl: row.imageUrl,
    listed: row.ownerId === null,
    place: [row.state ?? row.city, row.country].filter(Boolean).join(', ') || null,
    country: row.country,
    srm: row.srm === null ? null : rounded(row.srm, 1),
    typicalIbu: row.typicalIbu,
    standing: rankInStyle(row),
    kind: row.kind,
    status: row.status,
    provisional: row.provisional,
    breweryPlace: row.hasNamesake ? [row.city ?? row.state, row.country].filter(Boolean).join(', ') || null : null,
    isStoreBrand: row.storeBrand ?? false,
  }
}

/** Null for a rating that is based on enough ratings of people. */
function rangeOf({ rating, ratingStd, ratingOrigin }: BeerRow): Beer['ratingRange'] {
  if (rating === 0 || ratingStd === null || ratingOrigin === 'community' || ratingOrigin === 'imported') return null
  const reach = RANGE_STDS * ratingStd
  return { low: Math.max(1, Math.round(rating - reach)), high: Math.min(RATING_MAX, Math.round(rating + reach)) }
}

/** A rating that fell below all thresholds after they were computed ranks in the top 100 %. */
function rankInStyle({ ratedBeers, thresholdsReached }: BeerRow): Beer['standing'] {
  if (ratedBeers === null || thresholdsReached === null) return null
  return { topPercent: Math.min(100, 101 - thresholdsReached), beers: ratedBeers }
}
