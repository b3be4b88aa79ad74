/**
 * Finds beers similar to a beer: same style or style family, close in ABV, bitterness and colour, with a preference for the
 * same country, for well-known beers and for those that are still brewed. The database ranks, so that all nodes return the same
 * list. At most two beers of a brewery are returned.
 */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type Beer, SIMILAR_BEERS_MAX } from '#contracts'
import { builtOnce } from '../../adapters/db/built-once.ts'
import type { Conn } from '../../adapters/db/database.ts'
import { beers, breweries, styles } from '../../adapters/db/schema.ts'
import { beerStore, visibleTo } from './beer-store.ts'

// Distance in points, one per step that a drinker notices: sum of max(0, |a - b| / step - 0.5) plus the penalties below.
// Half a step is free, so that 0.1 % ABV never decides between two beers.

/** The ABV step grows with the beer's ABV: half a percent is a lot in a light beer and little in a strong one. */
const ABV_STEP_SHARE = 0.2
const ABV_STEP_MIN_PERCENT = 0.5
const IBU_STEP = 20
const SRM_STEP = 8
/** Penalty for each unknown value. */
const UNKNOWN_POINTS = 0.4
const OTHER_STYLE_POINTS = 1.5
const OTHER_COUNTRY_POINTS = 0.8
const OWN_BREWERY_POINTS = 0.5
const RETIRED_POINTS = 3
/** Difference in distance between popularity 0 and 100. */
const OBSCURITY_POINTS = 3

const PER_BREWERY_MAX = 2
/** Number of ranked beers fetched before the limit per brewery is applied. */
const RANKED_MAX = 60
/** Candidates, most popular first: from the beer's own style and from each other style of its family. */
const OWN_STYLE_CANDIDATES_MAX = 500
const OTHER_STYLE_CANDIDATES_MAX = 60

const targetRow = builtOnce((conn) =>
  conn
    .select({ beer: beers, family: styles.family, srm: styles.srm, country: breweries.country })
    .from(beers)
    .leftJoin(styles, eq(styles.name, beers.style))
    .leftJoin(breweries, eq(breweries.id, beers.breweryId))
    .where(and(eq(beers.id, sql.placeholder('beerId')), visibleTo(sql.placeholder('userId')))),
)

export function similarBeers(conn: Conn) {
  return {
    visibleTo: (userId: number) => ({
      /** Returns undefined if the beer is not visible to the user, and an empty list if its style is unknown. */
      async to(beerId: number): Promise<Beer[] | undefined> {
        const [target] = await targetRow(conn).execute({ beerId, userId })
        if (!target) return undefined
        if (target.family === null) return []
        const ranked = await conn.execute<RankedBeer>(rankingQuery({ ...target, family: target.family }, userId))
        const ids = limitPerBrewery(ranked.rows)
        const beersById = await beerStore(conn).byIds(ids)
        return ids.flatMap((id) => beersById.get(id) ?? [])
      },
    }),
  }
}

type RankedBeer = { id: number; breweryId: number | null }

interface Target {
  beer: typeof beers.$inferSelect
  family: string
  srm: number | null
  country: string | null
}

/** Selects the most popular beers of the target's style and of the other styles of its family, nearest first. */
function rankingQuery({ beer, family, srm, country }: Target, userId: number): SQL {
  const abvStep = Math.max(ABV_STEP_MIN_PERCENT, ABV_STEP_SHARE * (beer.abv ?? 0))
  const mostPopular = (style: SQL | typeof styles.name, limit: number) => sql`(
    select ${beers.id}, ${beers.breweryId}, ${beers.style}, ${beers.abv}, ${beers.ibu}, ${beers.popularity}, ${beers.status} from ${beers}
    where ${beers.style} = ${style} and ${beers.id} <> ${beer.id} and ${visibleTo(userId)}
    order by ${beers.popularity} desc nulls last, ${beers.id} limit ${limit})`
  return sql`
    with candidate as (
      ${mostPopular(sql`${beer.style}`, OWN_STYLE_CANDIDATES_MAX)}
      union all
      select related.* from ${styles} cross join lateral ${mostPopular(styles.name, OTHER_STYLE_CANDIDATES_MAX)} as related
      where ${styles.family} = ${family} and ${styles.name} <> ${beer.style}
    )
    select candidate.id, candidate.brewery_id as "breweryId" from candidate
    left join ${styles} on ${styles.name} = candidate.style
    left join ${breweries} on ${breweries.id} = candidate.brewery_id
    order by ${distance(sql`candidate.abv`, beer.abv, abvStep)} + ${distance(sql`candidate.ibu`, beer.ibu, IBU_STEP)}
      + ${distance(styles.srm, srm, SRM_STEP)}
      + case when candidate.style = ${beer.style} then 0 else ${OTHER_STYLE_POINTS}::real end
      + case when ${breweries.country} = ${country} then 0 else ${OTHER_COUNTRY_POINTS}::real end
      + case when candidate.brewery_id = ${beer.breweryId} then ${OWN_BREWERY_POINTS}::real else 0 end
      + case when candidate.status = 'retired' then ${RETIRED_POINTS}::real else 0 end
      - candidate.popularity * ${OBSCURITY_POINTS}::real / 100, candidate.id
    limit ${RANKED_MAX}`
}

function distance(column: SQL | typeof styles.srm, value: number | null, step: number): SQL {
  return sql`coalesce(greatest(0, abs(${column} - ${value}::real) / ${step}::real - 0.5), ${UNKNOWN_POINTS}::real)`
}

function limitPerBrewery(ranked: readonly RankedBeer[]): number[] {
  const perBrewery = new Map<number, number>()
  return ranked
    .filter(({ id, breweryId }) => {
      const brewery = breweryId ?? -id
      const taken = perBrewery.get(brewery) ?? 0
      perBrewery.set(brewery, taken + 1)
      return taken < PER_BREWERY_MAX
    })
    .slice(0, SIMILAR_BEERS_MAX)
    .map(({ id }) => id)
}
