/**
 * Beers that drink alike: of the same style or family, near in strength, bitterness and colour, of the same country first,
 * and rather one that can be found than one that nobody knows. The database ranks, so that every node gives the same
 * answer; not more than two of one brewery are told.
 */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type Beer, SIMILAR_BEERS_MAX } from '#contracts'
import type { Conn } from '../db/database.ts'
import { beers, breweries, styles } from '../db/schema.ts'
import { beerStore, visibleTo } from './beer-store.ts'

/**
 * How far apart two beers are, in points: one for each step that a drinker notices. Below half a step nobody does, so that
 * a tenth of a percent never decides between two beers.
 */
/** Of the beer's own strength: half a percent is much in a light beer and little in a strong one. */
const ABV_STEP_SHARE = 0.2
const ABV_STEP_MIN_PERCENT = 0.5
const IBU_STEP = 20
const SRM_STEP = 8
/** What is not known of a beer speaks a little against it. */
const UNKNOWN_POINTS = 0.4
const OTHER_STYLE_POINTS = 1.5
const OTHER_COUNTRY_POINTS = 0.8
const OWN_BREWERY_POINTS = 0.5
/** What nobody knows is this much further away than what everybody knows. */
const OBSCURITY_POINTS = 3

const PER_BREWERY_MAX = 2
/** Ranked beers among which two of each brewery are looked for. */
const POOL = 60
/** The best known that are looked at: of the style itself, and of each other one of its family. */
const PER_OWN_STYLE = 3_000
const PER_OTHER_STYLE = 60

export function similarBeers(conn: Conn) {
  return {
    visibleTo: (userId: number) => ({
      /** Undefined when the user sees no such beer; empty when nothing is known of it. */
      async to(beerId: number): Promise<Beer[] | undefined> {
        const [of] = await conn
          .select({ beer: beers, family: styles.family, srm: styles.srm, country: breweries.country })
          .from(beers)
          .leftJoin(styles, eq(styles.name, beers.style))
          .leftJoin(breweries, eq(breweries.id, beers.breweryId))
          .where(and(eq(beers.id, beerId), visibleTo(userId)))
        if (!of) return undefined
        if (of.family === null) return []
        const ranked = await conn.execute<Ranked>(ranking({ ...of, family: of.family }, userId))
        const ids = spreadOverBreweries(ranked.rows)
        const beersById = await beerStore(conn).byIds(ids)
        return ids.flatMap((id) => beersById.get(id) ?? [])
      },
    }),
  }
}

type Ranked = { id: number; breweryId: number | null }

interface Of {
  beer: typeof beers.$inferSelect
  family: string
  srm: number | null
  country: string | null
}

/** The best known beers of the style and of the other styles of its family, nearest first. */
function ranking({ beer, family, srm, country }: Of, userId: number): SQL {
  const abvStep = Math.max(ABV_STEP_MIN_PERCENT, ABV_STEP_SHARE * (beer.abv ?? 0))
  const bestKnownOf = (style: SQL | typeof styles.name, most: number) => sql`(
    select ${beers.id}, ${beers.breweryId}, ${beers.style}, ${beers.abv}, ${beers.ibu}, ${beers.popularity} from ${beers}
    where ${beers.style} = ${style} and ${beers.id} <> ${beer.id} and ${visibleTo(userId)}
    order by ${beers.popularity} desc nulls last, ${beers.id} limit ${most})`
  return sql`
    with pool as (
      ${bestKnownOf(sql`${beer.style}`, PER_OWN_STYLE)}
      union all
      select near.* from ${styles} cross join lateral ${bestKnownOf(styles.name, PER_OTHER_STYLE)} as near
      where ${styles.family} = ${family} and ${styles.name} <> ${beer.style}
    )
    select pool.id, pool.brewery_id as "breweryId" from pool
    left join ${styles} on ${styles.name} = pool.style
    left join ${breweries} on ${breweries.id} = pool.brewery_id
    order by ${apart(sql`pool.abv`, beer.abv, abvStep)} + ${apart(sql`pool.ibu`, beer.ibu, IBU_STEP)}
      + ${apart(styles.srm, srm, SRM_STEP)}
      + case when pool.style = ${beer.style} then 0 else ${OTHER_STYLE_POINTS}::real end
      + case when ${breweries.country} = ${country} then 0 else ${OTHER_COUNTRY_POINTS}::real end
      + case when pool.brewery_id = ${beer.breweryId} then ${OWN_BREWERY_POINTS}::real else 0 end
      - pool.popularity * ${OBSCURITY_POINTS}::real / 100, pool.id
    limit ${POOL}`
}

function apart(column: SQL | typeof styles.srm, value: number | null, step: number): SQL {
  return sql`coalesce(greatest(0, abs(${column} - ${value}::real) / ${step}::real - 0.5), ${UNKNOWN_POINTS}::real)`
}

function spreadOverBreweries(ranked: readonly Ranked[]): number[] {
  const perBrewery = new Map<number, number>()
  return ranked
    .filter(({ id, breweryId }) => {
      const brewery = breweryId ?? -id
      const seen = perBrewery.get(brewery) ?? 0
      perBrewery.set(brewery, seen + 1)
      return seen < PER_BREWERY_MAX
    })
    .slice(0, SIMILAR_BEERS_MAX)
    .map(({ id }) => id)
}
